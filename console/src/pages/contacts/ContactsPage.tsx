// Contacts, at `/contacts`: the team's contacts, searched, edited in place, grouped, uploaded and exported.
import type { ContactGroup, ContactList, ContactsFilter } from '@godwit/contract/contacts';
import { Button, CloseButton, Flex, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import {
  contactsQuery,
  groupsQuery,
  importContacts,
  openContacts,
  readContactsAgain,
} from '../../api/contacts.ts';
import { isError } from '../../api/errors.ts';
import { Page } from '../../components/frame/Page.tsx';
import { type Importer, ImportLine, useImport } from '../../components/import/Import.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { type Download, DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import {
  type Address,
  type ListPage,
  parseSearch,
  toPageQuery,
  useAddress,
} from '../../components/list/useAddress.ts';
import { useMay } from '../../session/context.ts';
import { contacts } from '../../text/contacts/en.ts';
import { files } from '../../text/files/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import type { OpenDialog } from './ContactDialogs.tsx';
import { useContactRows } from './ContactRows.tsx';
import { useEditing } from './EditedContact.tsx';
import { type ContactSelection, useSelection } from './selection.ts';

type ContactState = {
  q: string;
  /** Id of a group; null is all contacts. */
  group: string | null;
} & ListPage;

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 100;
const LONGEST_ID = 64;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export const parseContactState = (params: URLSearchParams): ContactState => ({
  group: params.get('group')?.slice(0, LONGEST_ID) || null,
  ...parseSearch(params, MAX_SEARCH),
});

/** Whether anything narrows the list. */
export const isFiltered = ({ q, group }: ContactState): boolean => group !== null || q.trim() !== '';

/** What the server is asked for; its totals, exports and bulk actions take the same. */
export const toFilter = ({ q, group }: ContactState): ContactsFilter => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(group ? { group_id: group } : {}),
});

// The rows do not wait for the dialogs.
const ContactDialogs = lazyPart(() => import('./ContactDialogs.tsx'), 'ContactDialogs');

const CONTACTS_IMPORT: Importer = {
  name: 'contacts',
  title: 'upload.title',
  hint: 'upload.columns',
  fields: [
    ['number', 'field.number'],
    ['first_name', 'upload.firstName'],
    ['last_name', 'upload.lastName'],
    ['group1', 'upload.group1'],
    ['group2', 'upload.group2'],
  ],
  send: async (...call) => {
    const report = await importContacts(...call);
    const { created, updated, unchanged } = report;
    return {
      taken: created + updated + unchanged,
      figures: [
        ['imported.created', created],
        ['imported.updated', updated],
        ['imported.unchanged', unchanged],
      ],
      notes: [
        ['imported.merged', report.merged],
        ['imported.groupsMade', report.groups_created],
      ],
      rejected: report.rejected,
      rejectedTotal: report.rejected_total,
      conflicts: report.name_conflicts,
      conflictsTotal: report.name_conflicts_total,
    };
  },
  readAgain: readContactsAgain,
};

/** Of the address that a form without groups leads to. */
const MANAGE_GROUPS = '#groups';

function ContactsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useAddress(parseContactState);
  const filter = toFilter(state);
  const found = useContacts(state);
  const groups = useQuery(groupsQuery);
  const selection = useSelection(filter, found.data);
  const editing = useEditing(JSON.stringify(state));
  const download = useDownload();
  const job = useImport(CONTACTS_IMPORT);
  const { hash } = useLocation();
  const [dialog, setDialog] = useState<OpenDialog | null>(() =>
    hash === MANAGE_GROUPS && mayChange ? { name: 'groups' } : null,
  );
  const rows = useContactRows(
    groups.data ?? [],
    mayChange ? { selection, editing, onDelete: (contact) => setDialog({ name: 'delete', contact }) } : null,
  );

  const button = (name: 'groups' | 'upload' | 'new', words: string, variant = 'outline') => (
    <Button variant={variant} onClick={() => setDialog({ name })}>
      {words}
    </Button>
  );
  const first = (
    <Group justify="center" gap={12}>
      {button('upload', t('contacts.bulk'))}
      {button('new', t('contacts.new'), 'filled')}
    </Group>
  );
  const actions = (
    <>
      {button('groups', t('groups.title'))}
      {button('upload', t('contacts.bulk'))}
      {button('new', t('contacts.new'), 'filled')}
    </>
  );
  const clear = (
    <Button variant="outline" onClick={() => change({ q: '', group: null })}>
      {t('list.clearSearch')}
    </Button>
  );
  return (
    <Page title={t('nav.contacts')} actions={mayChange ? actions : null}>
      <ImportLine
        job={job}
        isShown={dialog?.name === 'upload'}
        onShow={() => setDialog({ name: 'upload' })}
      />
      <DownloadLine download={download} />
      {selection.count > 0 ? (
        <SelectionBar selection={selection} isFiltered={isFiltered(state)} onOpen={setDialog} />
      ) : (
        <ContactFilters state={state} change={change} groups={groups.data} download={download} />
      )}
      <List
        {...rows}
        label={t('nav.contacts')}
        found={{
          ...found,
          data: found.data && { ...found.data, results: editing.withEdited(found.data.results) },
        }}
        paging={{ state, change }}
        empty={t('contacts.empty')}
        emptyAction={isFiltered(state) ? clear : mayChange && first}
      />
      <Suspense fallback={null}>
        <ContactDialogs dialog={dialog} selection={selection} job={job} onClose={() => setDialog(null)} />
      </Suspense>
    </Page>
  );
}

const NONE: ContactList = { results: [], total_pages: 0, total: 0, more: false };

/** The page of contacts that the address asks for; a group that is gone has none. */
function useContacts(state: ContactState) {
  const found = useQuery(contactsQuery({ ...toFilter(state), ...toPageQuery(state) }));
  return isError(found.error, 'notFound') ? { ...found, data: NONE, error: null } : found;
}

const ALL = 'all';

type FiltersProps = Address<ContactState> & {
  /** undefined while they load. */
  groups: ContactGroup[] | undefined;
  download: Download;
};

function ContactFilters({ state, change, groups, download }: FiltersProps) {
  const t = useText();
  const known = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A link may name a group that is gone.
  const isGone = state.group !== null && groups !== undefined && !groups.some(({ id }) => id === state.group);
  const gone = isGone && state.group ? [{ value: state.group, label: t('contacts.noSuchGroup') }] : [];
  return (
    <Filters>
      <SearchField
        q={state.q}
        onSearch={(q) => change({ q }, { replace: true })}
        hint={t('contacts.searchHint')}
        maxLength={MAX_SEARCH}
      />
      <Select
        flex="1 1 160px"
        maw={240}
        aria-label={t('field.group')}
        data={[{ value: ALL, label: t('contacts.allGroups') }, ...gone, ...known]}
        value={state.group ?? ALL}
        onChange={(value) => change({ group: value === ALL ? null : value })}
        searchable
        nothingFoundMessage={t('group.noneFound')}
        maxDropdownHeight={300}
        selectFirstOptionOnChange
      />
      <DownloadButton
        download={download}
        source={{ file: 'contacts.csv', open: (signal) => openContacts(toFilter(state), signal) }}
      >
        {t('action.export')}
      </DownloadButton>
    </Filters>
  );
}

type SelectionBarProps = {
  selection: ContactSelection;
  isFiltered: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

/**
 * What can be done with the chosen contacts. It stands where the search does, so that nothing moves under the
 * pointer.
 */
function SelectionBar({ selection, isFiltered, onOpen }: SelectionBarProps) {
  const t = useText();
  const { count, total, isAll, onPage, chooseAll, clear } = selection;
  const looks = { variant: 'outline', flex: { base: '1 0 auto', xs: 'none' }, px: { base: 12, xs: 16 } };
  const isMore = onPage === 'all' && !isAll && total !== undefined && total > count;
  return (
    <Flex
      component="section"
      align="center"
      justify="space-between"
      wrap="wrap"
      gap="12px 24px"
      mih={40}
      mb={16}
      aria-label={t('selection.bar')}
    >
      <Group gap="4px 12px" ml={-8}>
        <CloseButton
          size={32}
          aria-label={t('selection.clear')}
          onClick={() => {
            clear();
            document.getElementById('content')?.focus();
          }}
        />
        <Text fw={500} role="status">
          {t('selection.count', { count })}
        </Text>
        {isMore ? (
          <Button variant="subtle" size="xs" onClick={chooseAll}>
            {t(isFiltered ? 'selection.all' : 'selection.everybody', { total })}
          </Button>
        ) : null}
      </Group>
      <Group gap={12} w={{ base: '100%', xs: 'auto' }}>
        <Button {...looks} onClick={() => onOpen({ name: 'group', action: 'add' })}>
          {t('selection.addTo')}
        </Button>
        <Button {...looks} onClick={() => onOpen({ name: 'group', action: 'remove' })}>
          {t('selection.removeFrom')}
        </Button>
        <Button {...looks} color="red" onClick={() => onOpen({ name: 'delete', contact: null })}>
          {t('selection.delete')}
        </Button>
      </Group>
    </Flex>
  );
}

export default withTexts(ContactsPage, { ...contacts, ...files });
