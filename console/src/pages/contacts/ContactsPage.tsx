// Contacts, at `/contacts`: search, edit, group, import and export the team's contacts.
import type { Contact, ContactGroup, ContactsFilter } from '@godwit/contract/contacts';
import { CONSENT_FIELDS } from '@godwit/contract/csv/columns';
import { Button, CloseButton, Flex, Group, Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconFileUpload, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import {
  contactsQuery,
  groupsQuery,
  importContacts,
  openContacts,
  refreshContacts,
} from '../../api/contacts.ts';
import { isError } from '../../api/errors.ts';
import { Page } from '../../components/frame/Page.tsx';
import { type Importer, ImportLine, useImport } from '../../components/import/Import.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { DownloadButton, DownloadLine, useDownload } from '../../components/list/Download.tsx';
import { EmptyWords, EXAMPLE_PERSON, Example } from '../../components/list/Example.tsx';
import { Filters, List } from '../../components/list/List.tsx';
import { type RowAction, RowMenu } from '../../components/list/RowMenu.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import {
  type Address,
  type ListPage,
  parseSearch,
  toPageQuery,
  useAddress,
} from '../../components/list/useAddress.ts';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { contacts } from '../../text/contacts/en.ts';
import { files } from '../../text/files/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import type { OpenDialog } from './ContactDialogs.tsx';
import { useContactRows } from './ContactRows.tsx';
import classes from './contacts.module.css';
import { useEditing } from './editing.ts';
import { type ContactSelection, useSelection } from './selection.ts';

type ContactState = {
  q: string;
  /** Id of a group; null is all contacts. */
  group: string | null;
} & ListPage;

const MAX_ID_LENGTH = 64;

/** Parses an address. Missing and invalid values take their defaults. */
export const parseContactState = (params: URLSearchParams): ContactState => ({
  group: params.get('group')?.slice(0, MAX_ID_LENGTH) || null,
  ...parseSearch(params),
});

/** Whether a search or a group narrows the list. */
export const isFiltered = ({ q, group }: ContactState): boolean => group !== null || q.trim() !== '';

/** The filter of requests for the list, its total, its export and bulk actions. */
export const toFilter = ({ q, group }: ContactState): ContactsFilter => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(group ? { group_id: group } : {}),
});

// The rows appear before the dialogs have loaded.
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
  byHeading: CONSENT_FIELDS,
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
        ['imported.consents', report.consents],
      ],
      rejected: report.rejected,
      rejectedTotal: report.rejected_total,
      conflicts: report.name_conflicts,
      conflictsTotal: report.name_conflicts_total,
    };
  },
  refresh: refreshContacts,
};

function ContactsPage() {
  const t = useText();
  const mayChange = useMay('contacts');
  const { state, change } = useAddress(parseContactState);
  const filter = toFilter(state);
  const found = useContacts(state);
  const groups = useQuery(groupsQuery);
  const selection = useSelection(filter, found.data);
  const editing = useEditing<Contact>(JSON.stringify(state));
  const download = useDownload();
  const job = useImport(CONTACTS_IMPORT);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const rows = useContactRows(
    groups.data ?? [],
    mayChange ? { selection, editing, onDelete: (contact) => setDialog({ name: 'delete', contact }) } : null,
  );

  const phone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  // With none yet, there is nothing to search or export.
  const isEmpty = !found.isPlaceholderData && found.data?.results.length === 0 && !isFiltered(state);
  const file = { file: 'contacts.csv', open: (signal: AbortSignal) => openContacts(toFilter(state), signal) };
  const button = (name: 'upload' | 'new', label: string, variant = 'outline') => (
    <Button variant={variant} onClick={() => setDialog({ name })}>
      {label}
    </Button>
  );
  const further: RowAction[] = [];
  if (mayChange)
    further.push(
      { label: t('groups.title'), icon: IconUsersGroup, to: paths.groups },
      { label: t('contacts.bulk'), icon: IconFileUpload, onClick: () => setDialog({ name: 'upload' }) },
    );
  if (!isEmpty)
    further.push({ label: t('action.export'), icon: IconDownload, onClick: () => download.start(file) });
  const actions = (
    <>
      {phone && further.length > 0 ? <RowMenu name={t('nav.contacts')} actions={further} /> : null}
      {!phone && mayChange ? (
        <Button variant="outline" component={Link} to={paths.groups}>
          {t('groups.title')}
        </Button>
      ) : null}
      {!phone && mayChange ? button('upload', t('contacts.bulk')) : null}
      {mayChange && !(phone && selection.count > 0) ? button('new', t('contacts.new'), 'filled') : null}
    </>
  );
  const clearButton = (
    <Button variant="outline" onClick={() => change({ q: '', group: null })}>
      {t('list.clearSearch')}
    </Button>
  );
  return (
    <Page title={t('nav.contacts')} actions={actions}>
      <ImportLine
        job={job}
        isShown={dialog?.name === 'upload'}
        onShow={() => setDialog({ name: 'upload' })}
      />
      <DownloadLine download={download} />
      {selection.count > 0 ? (
        <SelectionBar selection={selection} isFiltered={isFiltered(state)} onOpen={setDialog} />
      ) : isEmpty ? null : (
        <ContactFilters state={state} change={change} groups={groups.data}>
          {phone ? null : (
            <DownloadButton download={download} source={file}>
              {t('action.export')}
            </DownloadButton>
          )}
        </ContactFilters>
      )}
      <List
        {...rows}
        label={t('nav.contacts')}
        found={{
          ...found,
          data: found.data && { ...found.data, results: editing.withEdited(found.data.results) },
        }}
        paging={{ state, change }}
        empty={
          isFiltered(state) || !mayChange ? (
            t('contacts.empty')
          ) : (
            <EmptyWords text={t('contacts.empty')} hint={t('contacts.emptyHint')} />
          )
        }
        emptyAction={isFiltered(state) ? clearButton : null}
        emptyExample={isFiltered(state) ? null : <ExampleContact />}
      />
      <Suspense fallback={null}>
        <ContactDialogs dialog={dialog} selection={selection} job={job} onClose={() => setDialog(null)} />
      </Suspense>
    </Page>
  );
}

/** A contact as the list will show it. */
function ExampleContact() {
  const t = useText();
  const { name, number } = EXAMPLE_PERSON;
  return (
    <Example>
      <Group justify="space-between" gap="4px 12px">
        <div>
          <Text fw={500}>{name}</Text>
          {number}
        </div>
        <span className={classes.tag}>{t('contacts.example')}</span>
      </Group>
    </Example>
  );
}

const EMPTY_PAGE = { results: [], total_pages: 0, total: 0, more: false };

/** The contacts of the current page; none if the chosen group no longer exists. */
function useContacts(state: ContactState) {
  const found = useQuery(contactsQuery({ ...toFilter(state), ...toPageQuery(state) }));
  return isError(found.error, 'notFound') ? { ...found, data: EMPTY_PAGE, error: null } : found;
}

const ALL = 'all';

type FiltersProps = Address<ContactState> & {
  /** Undefined while they load. */
  groups: ContactGroup[] | undefined;
  children: ReactNode;
};

function ContactFilters({ state, change, groups, children }: FiltersProps) {
  const t = useText();
  const options = (groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A link may name a group that has been deleted.
  const isDeleted =
    state.group !== null && groups !== undefined && !groups.some(({ id }) => id === state.group);
  const deleted = isDeleted && state.group ? [{ value: state.group, label: t('contacts.noSuchGroup') }] : [];
  return (
    <Filters>
      <SearchField
        q={state.q}
        onSearch={(q) => change({ q }, { replace: true })}
        hint={t('contacts.searchHint')}
      />
      <Select
        flex="1 1 160px"
        maw={{ xs: 240 }}
        aria-label={t('field.group')}
        data={[{ value: ALL, label: t('contacts.allGroups') }, ...deleted, ...options]}
        value={state.group ?? ALL}
        onChange={(value) => change({ group: value === ALL ? null : value })}
        searchable
        nothingFoundMessage={t('group.noneFound')}
        maxDropdownHeight={300}
        selectFirstOptionOnChange
      />
      {children}
    </Filters>
  );
}

type SelectionBarProps = {
  selection: ContactSelection;
  isFiltered: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

/**
 * The actions on the selected contacts. The bar replaces the search, so that the list does not move under the
 * pointer.
 */
function SelectionBar({ selection, isFiltered, onOpen }: SelectionBarProps) {
  const t = useText();
  const { count, total, isAll, onPage, chooseAll, clear } = selection;
  const buttonProps = {
    variant: 'outline',
    flex: { base: '1 0 auto', xs: 'none' },
    px: { base: 12, xs: 16 },
  };
  const canChooseAll = onPage === 'all' && !isAll && total !== undefined && total > count;
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
        {canChooseAll ? (
          <Button variant="subtle" size="xs" onClick={chooseAll}>
            {t(isFiltered ? 'selection.all' : 'selection.everybody', { total })}
          </Button>
        ) : null}
      </Group>
      <Group gap={12} w={{ base: '100%', xs: 'auto' }}>
        <Button {...buttonProps} onClick={() => onOpen({ name: 'group', action: 'add' })}>
          {t('selection.addTo')}
        </Button>
        <Button {...buttonProps} onClick={() => onOpen({ name: 'group', action: 'remove' })}>
          {t('selection.removeFrom')}
        </Button>
        <Button {...buttonProps} color="red" onClick={() => onOpen({ name: 'delete', contact: null })}>
          {t('selection.delete')}
        </Button>
      </Group>
    </Flex>
  );
}

export default withTexts(ContactsPage, { ...contacts, ...files });
