// Uploads the answers of registers as a file: choose it, see what each line would do, then note them.
import { type StatesAnswer, statesRequest } from '@godwit/contract/staff/registrations';
import { Box, List, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { applyStates, previewStates } from '../api/registrations.ts';
import { FileField } from '../shell/FileField.tsx';

export function StatesDialog({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('staff.states.upload')} size="lg">
      <StatesForm onClose={onClose} />
    </Dialog>
  );
}

const form = statesRequest.omit({ is_preview: true });

function StatesForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const [preview, setPreview] = useState<StatesAnswer | null>(null);
  const [isNoted, setNoted] = useState(false);
  const { form: fields, ...sending } = useSchemaForm({
    schema: form,
    initialValues: { csv: '', reason: '' },
    inPlace: true,
    call: async (upload) => {
      if (preview === null) {
        setPreview(await previewStates(upload));
        return;
      }
      const done = await applyStates(upload);
      await queries.invalidateQueries({ queryKey: ['staff'] });
      // Problems stay in sight.
      if (done.problems.length > 0) {
        setPreview(done);
        setNoted(true);
        return;
      }
      toastSuccess(t('staff.states.done'));
      onClose();
    },
  });
  async function choose(file: File): Promise<void> {
    setPreview(null);
    setNoted(false);
    try {
      fields.setFieldValue('csv', await file.text());
      setName(file.name);
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <DialogForm
      {...sending}
      text={t('staff.states.text')}
      action={t(preview === null ? 'staff.states.preview' : 'staff.states.apply')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <FileField
        label={t('staff.states.file')}
        hint={t('staff.states.hint')}
        name={name}
        problem={fields.errors.csv}
        onFile={choose}
        onRefused={(reason) => fields.setFieldError('csv', reason)}
      />
      <Textarea
        label={t('field.reason')}
        description={t('staff.states.reasonHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        {...fields.getInputProps('reason')}
      />
      {preview ? <Preview preview={preview} isNoted={isNoted} /> : null}
    </DialogForm>
  );
}

const COUNTS = ['submitted', 'refused', 'proposed', 'confirmed', 'unchanged'] as const;

function Preview({ preview, isNoted }: { preview: StatesAnswer; isNoted: boolean }) {
  const t = useText();
  const counts = COUNTS.filter((name) => preview[name] > 0);
  return (
    <Box role="status" p="12px 16px" bg="var(--subtle)" bdrs={8}>
      <Text fw={600} mb={8}>
        {t(isNoted ? 'staff.states.noted' : 'staff.states.would')}
      </Text>
      {counts.length > 0 ? (
        <Stack component="dl" gap={4} m={0}>
          {counts.map((name) => (
            <Box key={name} style={{ display: 'flex', gap: 12 }}>
              <Text component="dd" m={0} miw={32} ta="right" fw={600} className="mono">
                {preview[name]}
              </Text>
              <dt>{t(`staff.states.${name}`)}</dt>
            </Box>
          ))}
        </Stack>
      ) : (
        <Text>{t('staff.states.nothing')}</Text>
      )}
      {preview.problems.length > 0 ? (
        <>
          <Text fw={600} mt={16} mb={8} c="var(--danger)">
            {t('staff.states.problems')}
          </Text>
          <List fz={13} spacing={4} styles={{ root: { overflowWrap: 'anywhere' } }}>
            {preview.problems.map(({ line, problem }) => (
              <List.Item key={`${line} ${problem}`}>
                {t('staff.states.problem', { line: String(line), problem })}
              </List.Item>
            ))}
          </List>
        </>
      ) : null}
    </Box>
  );
}
