// A project's keywords, each with its reply and the group that it adds senders to, and the dialog that
// creates and changes them.
import { type IncomingSettings, type Keyword, keywordRequest, MAX_WORDS } from '@godwit/contract/incoming';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { ActionIcon, Box, Button, Group, Select, TagsInput, Text, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsQuery } from '../../api/contacts.ts';
import { deleteKeyword, incomingQuery, saveKeyword } from '../../api/incoming.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, DialogForm } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';

type Props = { project: Project; settings: IncomingSettings };

export function Keywords({ project, settings: { keywords } }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Keyword | 'new' | null>(null);
  const [opened, setOpened] = useState(false);
  const [confirm, confirmDialog] = useConfirm();
  const mayChange = may(project.role, 'projects');
  const cacheSettings = (changed: IncomingSettings) =>
    queries.setQueryData(incomingQuery(project.id).queryKey, changed);

  function edit(keyword: Keyword | 'new'): void {
    setEdited(keyword);
    setOpened(true);
  }

  function remove({ id, words }: Keyword): void {
    confirm({
      title: t('incoming.deleteTitle'),
      text: t('incoming.deleteText', { words: words.join(', ') }),
      action: t('incoming.delete'),
      busyLabel: t('incoming.deleting'),
      call: async () => {
        cacheSettings(await deleteKeyword(project.id, id));
        toastSuccess(t('incoming.keywordDeleted'));
      },
      onLost: () => void queries.invalidateQueries({ queryKey: incomingQuery(project.id).queryKey }),
    });
  }

  return (
    <Card>
      <Group justify="space-between" align="flex-start" gap={12} mb={16}>
        <Box flex="1 1 240px">
          <CardTitle id="keywords">{t('incoming.keywords')}</CardTitle>
          <Text mt={4} c="dimmed">
            {t('incoming.keywordsHint')}
          </Text>
        </Box>
        {mayChange ? (
          <Button variant="outline" onClick={() => edit('new')}>
            {t('incoming.newKeyword')}
          </Button>
        ) : null}
      </Group>
      {keywords.length === 0 ? (
        <Text c="dimmed">{t('incoming.noKeywords')}</Text>
      ) : (
        <Box component="ul" aria-labelledby="keywords">
          {keywords.map((keyword) => (
            <Row
              key={keyword.id}
              keyword={keyword}
              onEdit={mayChange ? () => edit(keyword) : null}
              onDelete={() => remove(keyword)}
            />
          ))}
        </Box>
      )}
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(edited === 'new' ? 'incoming.newKeyword' : 'incoming.editKeyword')}
        overhangs
      >
        {edited === null ? null : (
          <KeywordForm
            key={`${opened} ${edited === 'new' ? '' : edited.id}`}
            projectId={project.id}
            keyword={edited === 'new' ? null : edited}
            onSaved={(changed) => {
              cacheSettings(changed);
              toastSuccess(t('incoming.keywordSaved'));
            }}
            onEnd={() => setOpened(false)}
          />
        )}
      </Dialog>
      {confirmDialog}
    </Card>
  );
}

type RowProps = { keyword: Keyword; onEdit: (() => void) | null; onDelete: () => void };

function Row({ keyword: { words, reply, group }, onEdit, onDelete }: RowProps) {
  const t = useText();
  const label = words.join(', ');
  return (
    <Group component="li" className="ruled" wrap="nowrap" align="flex-start" gap={12} py={12}>
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500}>{label}</Text>
        {reply === null ? null : <Text lineClamp={3}>{reply}</Text>}
        {group === null ? null : <Text c="dimmed">{t('incoming.toGroup', { group: group.name })}</Text>}
      </Box>
      {onEdit ? (
        <Group gap={0} wrap="nowrap">
          <ActionIcon size={40} aria-label={t('incoming.editOf', { words: label })} onClick={onEdit}>
            <IconPencil size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={40} aria-label={t('incoming.deleteOf', { words: label })} onClick={onDelete}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      ) : null}
    </Group>
  );
}

type FormProps = {
  projectId: string;
  /** Null for a new keyword. */
  keyword: Keyword | null;
  onSaved: (changed: IncomingSettings) => void;
  onEnd: () => void;
};

function KeywordForm({ projectId, keyword, onSaved, onEnd }: FormProps) {
  const t = useText();
  const groups = useQuery(groupsQuery);
  const { form, submit, busy, failure } = useSchemaForm({
    schema: keywordRequest,
    initialValues: {
      words: keyword?.words ?? [],
      reply: keyword?.reply ?? '',
      group_id: keyword?.group?.id ?? '',
    },
    inPlace: true,
    call: async (values) => {
      onSaved(await saveKeyword(projectId, keyword?.id ?? null, values));
      onEnd();
    },
  });
  return (
    <DialogForm
      submit={submit}
      busy={busy}
      failure={failure}
      action={t('incoming.saveKeyword')}
      busyLabel={t('action.saving')}
      onCancel={onEnd}
    >
      <TagsInput
        label={t('incoming.words')}
        description={t('incoming.wordsHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxTags={MAX_WORDS}
        acceptValueOnBlur
        data-autofocus
        {...form.getInputProps('words')}
        error={
          form.errors.words ??
          form.errors[Object.keys(form.errors).find((path) => path.startsWith('words.')) ?? '']
        }
      />
      <Textarea
        label={t('incoming.keywordReply')}
        description={t('incoming.keywordReplyHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1_600}
        {...form.getInputProps('reply')}
      />
      <Select
        label={t('incoming.group')}
        placeholder={t('incoming.noGroup')}
        data={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        searchable
        maxDropdownHeight={200}
        {...form.getInputProps('group_id')}
        onChange={(id) => form.setFieldValue('group_id', id ?? '')}
      />
    </DialogForm>
  );
}
