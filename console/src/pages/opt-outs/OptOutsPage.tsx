// Opt-outs, at `/opt-outs`: the numbers that want no more messages from the team.
import { isTeamsOwn, type OptOut } from '@godwit/contract/optOuts';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
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
import { useConfirm } from '../../components/Confirm.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { DownloadButton, DownloadLine, useDownload } from '../../components/Download.tsx';
import { type Importer, ImportLine, useImport } from '../../components/Import.tsx';
import { Filters, List } from '../../components/List.tsx';
import { later } from '../../components/later.ts';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { toastSuccess, toastUndo } from '../../components/toast.ts';
import { parseSearch, toPageQuery, useAddress } from '../../components/useAddress.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useReadableNumber } from '../../phone.ts';
import { useMay } from '../../session/context.ts';
import { files } from '../../text/files.ts';
import { optOuts } from '../../text/optOuts.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import type { Column } from '../../ui/DataTable.tsx';

const MAX_SEARCH = 64;
const EXPORT = { file: 'opt-outs.csv', open: openOptOuts };
const IMPORT: Importer = {
  name: 'opt-outs',
  title: 'optOuts.importTitle',
  hint: 'optOuts.fileHint',
  fields: [['number', 'field.number']],
  send: async (...call) => {
    const {
      added,
      unchanged,
      repeated,
      rejected,
      rejected_count: rejectedTotal,
    } = await importOptOuts(...call);
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
  readAgain: (queries) => queries.invalidateQueries({ queryKey: ['opt-outs'] }),
};

// Few who look at the list bring a file.
const ImportDialog = later(async () => (await import('../../components/ImportDialog.tsx')).ImportDialog);

const parse = (params: URLSearchParams) => parseSearch(params, MAX_SEARCH);

function OptOutsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useAddress(parse);
  const { q } = state;
  const list = useQuery(optOutsQuery({ q: q.trim() || undefined, ...toPageQuery(state) }));
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  // Once there the dialog stays, to fade out.
  const [importAsked, setImportAsked] = useState(false);
  const [remove, question] = useRemove();
  const download = useDownload();
  const job = useImport(IMPORT);
  const rows = useRows(mayChange ? remove : null);

  function openImport(): void {
    setImportAsked(true);
    setOpen('import');
  }

  const actions = (
    <>
      {list.data?.total ? (
        <DownloadButton download={download} source={EXPORT}>
          {t('action.export')}
        </DownloadButton>
      ) : null}
      {mayChange ? (
        <>
          <Button variant="outline" onClick={openImport}>
            {t('optOuts.import')}
          </Button>
          <Button onClick={() => setOpen('add')}>{t('optOuts.add')}</Button>
        </>
      ) : null}
    </>
  );
  const clear = (
    <Button variant="outline" onClick={() => change({ q: '' })}>
      {t('list.clearSearch')}
    </Button>
  );
  return (
    <Page title={t('nav.optOuts')} back={{ to: paths.campaigns }} actions={actions}>
      <Text maw={720} mt={{ base: 0, xs: -8 }} mb={{ base: 16, xs: 24 }} c="dimmed">
        {t('optOuts.intro')}
      </Text>
      <ImportLine job={job} isShown={open === 'import'} onShow={openImport} />
      <DownloadLine download={download} />
      <Filters>
        <SearchField
          q={q}
          onSearch={(next) => change({ q: next }, { replace: true })}
          hint={t('optOuts.searchHint')}
          maxLength={MAX_SEARCH}
          maw={360}
        />
      </Filters>
      <List
        {...rows}
        label={t('nav.optOuts')}
        found={list}
        paging={{ state, change }}
        empty={t(q.trim() ? 'optOuts.noMatch' : 'optOuts.empty')}
        emptyAction={q.trim() ? clear : null}
      />
      <AddModal opened={open === 'add'} onClose={() => setOpen(null)} />
      {importAsked ? (
        <Suspense fallback={null}>
          <ImportDialog job={job} opened={open === 'import'} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {question}
    </Page>
  );
}

/** Gives the function that asks before a number is taken off the list, and the dialog to put on the page. */
function useRemove() {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const [ask, question] = useConfirm();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['opt-outs'] });

  function remove(number: string): void {
    const words = { number: readable(number) };
    ask({
      title: t('optOuts.removeTitle'),
      text: t('optOuts.removeText', words),
      action: t('action.remove'),
      busyLabel: t('action.removing'),
      call: async () => {
        const { undo } = await removeOptOut(number);
        toastUndo(t('optOuts.removed', words), async () => {
          if (undo) await undoDeletion(undo);
          await readAgain();
          return t('optOuts.added', words);
        });
        await readAgain();
      },
      onLost: readAgain,
    });
  }
  return [remove, question] as const;
}

/** @param onRemove null where the role may only look */
function useRows(onRemove: ((number: string) => void) | null) {
  const t = useText();
  const readable = useReadableNumber();
  const remove = ({ number, source }: OptOut): ReactNode => {
    if (!onRemove) return null;
    if (!isTeamsOwn(source))
      return (
        <Text span c="dimmed">
          {t(source === 'STAFF' ? 'optOuts.staffs' : 'optOuts.recipients')}
        </Text>
      );
    return (
      <ActionIcon
        size={32}
        aria-label={t('optOuts.remove', { number: readable(number) })}
        onClick={() => onRemove(number)}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    );
  };
  const number = (row: OptOut) => (
    <Text component="strong" fw={500}>
      {readable(row.number)}
    </Text>
  );
  const columns: Column<OptOut>[] = [
    { id: 'number', head: t('field.number'), cell: number, width: '28%' },
    { id: 'source', head: t('optOuts.source'), cell: (row) => t(`optOuts.${row.source}`), width: '32%' },
    { id: 'since', head: t('optOuts.since'), cell: (row) => <Moment instant={row.created_at} row /> },
  ];
  if (onRemove) columns.push({ id: 'actions', head: t('field.actions'), cell: remove, align: 'right' });
  return {
    columns,
    rowKey: (row: OptOut) => row.number,
    stackBelow: '48em' as const,
    stacked: (row: OptOut) => (
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={4}>
          {number(row)}
          <span>{t(`optOuts.${row.source}`)}</span>
          <Moment instant={row.created_at} row />
        </Stack>
        {remove(row)}
      </Group>
    ),
  };
}

function AddModal({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('optOuts.add')}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const readable = useReadableNumber();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { number: '' } });
  const sending = useSubmit({
    form,
    call: async (values) => {
      const { number } = await addOptOut(values);
      await queries.invalidateQueries({ queryKey: ['opt-outs'] });
      toastSuccess(t('optOuts.added', { number: readable(number) }));
      onClose();
    },
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
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
    </DialogForm>
  );
}

export default withTexts(OptOutsPage, { ...optOuts, ...files });
