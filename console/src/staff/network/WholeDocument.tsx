// The whole document as JSON, for what has no form, such as own profiles.
import { parseJson } from '@godwit/contract/json';
import type { NetworkDocument } from '@godwit/contract/staff/network';
import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useText } from '../../text/useText.ts';

type Props = { document: NetworkDocument; onChange: (next: NetworkDocument) => void };

export function WholeDocument({ document, onChange }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" ml={{ base: -14, xs: 0 }} onClick={() => setOpen(true)}>
        {t('staff.network.whole')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('staff.network.whole')} size="xl">
        <WholeForm
          document={document}
          onClose={close}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      </Dialog>
    </>
  );
}

function WholeForm({ document, onChange, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  const form = useForm({ initialValues: { json: JSON.stringify(document, null, 2) } });
  const done = form.onSubmit(({ json }) => {
    const read = readDocument(json, t('staff.network.noLinks'));
    if (typeof read === 'string') form.setFieldError('json', read);
    else onChange(read);
  });
  return (
    <DialogForm
      submit={done}
      busy={false}
      failure={null}
      text={t('staff.network.wholeText')}
      action={t('staff.network.done')}
      busyLabel={t('staff.action.busy')}
      onCancel={onClose}
    >
      <Textarea
        label={t('staff.network.document')}
        classNames={{ input: 'mono' }}
        autosize
        minRows={12}
        maxRows={24}
        spellCheck={false}
        {...form.getInputProps('json')}
      />
    </DialogForm>
  );
}

/**
 * A document in either form of CARRIERS_FILE, or the fault of a text that is neither. The server checks
 * everything else, but it never sees a key that the text has twice.
 */
function readDocument(json: string, noLinks: string): NetworkDocument | string {
  try {
    const read = parseJson(json, 'This') as NetworkDocument | NetworkDocument['links'] | null;
    const whole = Array.isArray(read) ? { links: read } : read;
    if (!whole || !Array.isArray(whole.links)) return noLinks;
    return { routes: [], profiles: {}, ...whole };
  } catch (error) {
    return (error as Error).message;
  }
}
