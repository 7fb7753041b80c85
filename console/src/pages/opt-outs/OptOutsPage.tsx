// Opt-outs, at `/opt-outs`: the numbers that no longer accept messages from the team.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import { isTeamsOwn, type ListedOptOut } from '@godwit/contract/optOuts';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMessage, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import {
  addOptOut,
  importOptOuts,
  openOptOuts,
  optOutsQuery,
  removeOptOut,
  undoDeletion,
} from '../../api/contacts.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { Page } from '../../components/frame/Page.tsx';
import { type Importer, ImportLine, useImport } from '../../components/import/Import.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { type RowAction, RowMenu } from '../../components/list/RowMenu.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { parseSearch, toPageQuery, useAddress } from '../../components/list/useAddress.ts';
import { Moment } from '../../components/Moment.tsx';
import { PersonLink } from '../../components/PersonLink.tsx';
import { SupportLine } from '../../components/SupportLine.tsx';
import { toastSuccess, toastUndo } from '../../components/toast/toast.ts';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useMay } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { files } from '../../text/files/en.ts';
import { optOuts } from '../../text/optOuts/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { threadAddress } from '../conversation/conversationState.ts';

const exportOf = (mode: Mode) => ({
  file: 'opt-outs.csv',
  open: (signal: AbortSignal) => openOptOuts(mode, signal),
});
const importerOf = (mode: Mode): Importer => ({
  name: 'opt-outs',
  title: 'optOuts.importTitle',
  hint: 'optOuts.fileHint',
  fields: [
    ['number', 'field.number'],
    ['scope', 'optOuts.scope'],
  ],
  send: async (upload, { number, scope: scope_column }) => {
    const {
      added,
      unchanged,
      repeated,
      rejected,
      rejected_count: rejectedTotal,
    } = await importOptOuts(upload, { mode, number, scope_column });
    return {
      taken: added + unchanged,
      figures: [
        ['optOuts.importAdded', added],
        ['optOuts.importUnchanged', unchanged],
      ],
      notes: [['optOuts.importRepeated', repeated]],
      rejected,
      rejectedTotal,
      conflicts: [],
      conflictsTotal: 0,
    };
  },
  refresh: (queries) => queries.invalidateQueries({ queryKey: ['opt-outs'] }),
});

// Loaded on demand, because few visitors of the page import a file.
const ImportDialog = lazyPart(() => import('../../components/import/ImportDialog.tsx'), 'ImportDialog');

const parse = (params: URLSearchParams) => parseSearch(params);

function OptOutsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useAddress(parse);
  const { q } = state;
  const mode = useMode();
  const paging = toPageQuery(state);
  const list = useQuery(optOutsQuery({ mode, q: q.trim() || undefined, ...paging }));
  // The count in the title is of the whole list, whatever is searched.
  const { data: whole } = useQuery(optOutsQuery({ mode, q: undefined, ...paging, page_num: 0 }));
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  // The dialog stays mounted once opened, so that it can fade out.
  const [importMounted, setImportMounted] = useState(false);
  const [remove, confirmDialog] = useRemove(mode);
  const download = useDownload();
  const job = useImport(importerOf(mode));
  const rows = useRows(mode, mayChange ? remove : null);

  function openImport(): void {
    setImportMounted(true);
    setOpen('import');
  }

  const actions = (
    <>
      <Button variant="outline" onClick={openImport}>
        {t('optOuts.import')}
      </Button>
      <Button onClick={() => setOpen('add')}>{t('optOuts.add')}</Button>
    </>
  );
  const clearButton = (
    <Button variant="outline" onClick={() => change({ q: '' })}>
      {t('list.clearSearch')}
    </Button>
  );
  return (
    <Page
      title={t('nav.optOuts')}
      subtitle={whole && formatCount(whole.total) + (whole.more ? '+' : '')}
      mode={mode}
      back={{ to: paths.campaigns }}
      actions={mayChange ? actions : null}
    >
      <Text maw={720} mt={{ base: 0, xs: -8 }} mb={{ base: 16, xs: 24 }} c="dimmed">
        {t('optOuts.intro')} {mode === 'TEST' ? t('optOuts.inTest') : null}
        {mayChange && list.data ? <FixedNote mode={mode} rows={list.data.results} /> : null}
      </Text>
      <ImportLine job={job} isShown={open === 'import'} onShow={openImport} />
      <DownloadLine download={download} />
      <Filters>
        <SearchField
          q={q}
          onSearch={(next) => change({ q: next }, { replace: true })}
          hint={t('optOuts.searchHint')}
          maw={360}
        />
        {whole?.total ? (
          <DownloadButton download={download} source={exportOf(mode)}>
            {t('action.export')}
          </DownloadButton>
        ) : null}
      </Filters>
      <List
        {...rows}
        label={t('nav.optOuts')}
        found={list}
        paging={{ state, change }}
        empty={t(q.trim() ? 'optOuts.noMatch' : 'optOuts.empty')}
        emptyAction={q.trim() ? clearButton : null}
      />
      <AddModal mode={mode} opened={open === 'add'} onClose={() => setOpen(null)} />
      {importMounted ? (
        <Suspense fallback={null}>
          <ImportDialog job={job} opened={open === 'import'} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {confirmDialog}
    </Page>
  );
}

/** Says, for rows that the team cannot remove, who can. */
function FixedNote({ mode, rows }: { mode: Mode; rows: readonly ListedOptOut[] }) {
  const t = useText();
  const fixed = rows.filter(({ source }) => !isTeamsOwn(source, mode));
  const isByStaff = ({ source }: ListedOptOut) => source === 'STAFF';
  return (
    <>
      {fixed.every(isByStaff) ? null : ` ${t('optOuts.recipients')}`}
      {fixed.some(isByStaff) ? (
        <>
          {` ${t('optOuts.staffs')} `}
          <SupportLine />
        </>
      ) : null}
    </>
  );
}

/** Returns a function that removes an opt-out after confirmation, and its dialog. */
function useRemove(mode: Mode) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey: ['opt-outs'] });

  function remove(row: ListedOptOut): void {
    const values = { number: readable(row.number) };
    confirm({
      title: t('optOuts.removeTitle'),
      text: t('optOuts.removeText', values),
      action: t('action.remove'),
      busyLabel: t('action.removing'),
      call: async () => {
        const { undo } = await removeOptOut(mode, row);
        toastUndo(t('optOuts.removed', values), async () => {
          if (undo) await undoDeletion(undo);
          await refresh();
          return t('optOuts.added', values);
        });
        await refresh();
      },
      onLost: refresh,
    });
  }
  return [remove, confirmDialog] as const;
}

/** @param onRemove null if the role may not change opt-outs */
function useRows(mode: Mode, onRemove: ((row: ListedOptOut) => void) | null) {
  const t = useText();
  const readable = useReadableNumber();
  const menu = ({ number, contact, ...row }: ListedOptOut): ReactNode => {
    const actions: RowAction[] = [
      {
        label: t('list.conversation', { name: contact ?? readable(number) }),
        icon: IconMessage,
        to: threadAddress(number),
      },
    ];
    if (onRemove && isTeamsOwn(row.source, mode))
      actions.push({
        label: t('optOuts.remove', { number: readable(number) }),
        icon: IconTrash,
        danger: true,
        onClick: () => onRemove({ number, contact, ...row }),
      });
    return <RowMenu name={readable(number)} actions={actions} />;
  };
  const person = ({ number, contact }: ListedOptOut) => (
    <Text component="strong" fw={500}>
      <PersonLink number={number} name={contact} />
    </Text>
  );
  const columns: Column<ListedOptOut>[] = [
    { id: 'number', head: t('field.number'), cell: person, width: '26%' },
    { id: 'scope', head: t('optOuts.scope'), cell: (row) => t(`optOuts.${row.scope}`), width: '20%' },
    { id: 'source', head: t('optOuts.source'), cell: (row) => t(`optOuts.${row.source}`), width: '24%' },
    { id: 'since', head: t('optOuts.since'), cell: (row) => <Moment instant={row.created_at} row /> },
    { id: 'actions', head: t('field.actions'), cell: menu, align: 'right' },
  ];
  return {
    columns,
    rowKey: (row: ListedOptOut) => `${row.number} ${row.scope}`,
    stackBelow: '48em' as const,
    stacked: (row: ListedOptOut) => (
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4}>
          {person(row)}
          <span>{t(`optOuts.${row.scope}`)}</span>
          <span>{t(`optOuts.${row.source}`)}</span>
          <Moment instant={row.created_at} row />
        </Stack>
        {menu(row)}
      </Group>
    ),
  };
}

function AddModal({ mode, opened, onClose }: Opening & { mode: Mode }) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('optOuts.add')}>
      <AddForm mode={mode} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const form = useForm<{ number: string; scope: OptOutScope }>({
    initialValues: { number: '', scope: 'ALL' },
  });
  const submission = useSubmit({
    form,
    call: async (values) => {
      const { number } = await addOptOut({ mode, ...values });
      await queries.invalidateQueries({ queryKey: ['opt-outs'] });
      toastSuccess(t('optOuts.added', { number: readable(number) }));
      onClose();
    },
    inPlace: true,
  });
  return (
    <DialogForm
      {...submission}
      text={t('optOuts.addText')}
      action={t('optOuts.add')}
      busyLabel={t('action.adding')}
      onCancel={onClose}
    >
      <TextInput
        {...form.getInputProps('number')}
        label={t('field.number')}
        description={t('optOuts.addHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="tel"
        autoComplete="off"
        maxLength={64}
        data-autofocus
      />
      <Radio.Group {...form.getInputProps('scope')} label={t('optOuts.scope')}>
        <Group gap="8px 24px">
          <Radio value="ALL" label={t('optOuts.ALL')} />
          <Radio value="PROMOTIONAL" label={t('optOuts.PROMOTIONAL')} />
        </Group>
      </Radio.Group>
    </DialogForm>
  );
}

export default withTexts(OptOutsPage, { ...optOuts, ...files });
