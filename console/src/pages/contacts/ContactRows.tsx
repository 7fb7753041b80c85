// The contacts of a page, each of which can be edited where it stands.
import type { Contact, ContactGroup } from '@godwit/contract/contacts';
import { ActionIcon, Box, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconBellOff, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import type { Column, RowProps } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { threadAddress } from '../conversation/conversationState.ts';
import { nameOf } from './contact.ts';
import classes from './contacts.module.css';
import { EditedBlock, EditedRow, type Editing } from './EditedContact.tsx';
import type { ContactSelection } from './selection.ts';

/** What changes contacts. */
type Changing = {
  selection: ContactSelection;
  editing: Editing;
  onDelete: (contact: Contact) => void;
};

/** @param changing null where the role may only look */
export function useContactRows(
  groups: ContactGroup[],
  changing: Changing | null,
): Omit<RowProps<Contact>, 'label'> {
  const t = useText();
  const readable = useReadableNumber();
  const edited = ({ id }: Contact) => {
    const contact = changing?.editing.of(id);
    return contact && { contact, groups, onEnd: () => changing?.editing.stop(id) };
  };
  const columns: Column<Contact>[] = [
    {
      id: 'number',
      head: t('contacts.number'),
      cell: (row) => <NumberOf contact={row} readable={readable} />,
      width: '24%',
    },
    {
      id: 'first',
      head: t('field.firstName'),
      cell: (row) => <Name>{row.first_name}</Name>,
      width: '18%',
    },
    { id: 'last', head: t('field.lastName'), cell: (row) => <Name>{row.last_name}</Name>, width: '18%' },
    {
      id: 'groups',
      head: t('field.groups'),
      cell: (row) => <GroupTags groups={row.groups} />,
      width: '27%',
    },
  ];
  if (changing) {
    const { selection } = changing;
    columns.unshift({
      id: 'choose',
      head: <PageBox selection={selection} />,
      cell: (row) => <RowBox contact={row} name={nameOf(row, readable)} selection={selection} />,
      width: '4%',
    });
    columns.push({
      id: 'actions',
      head: t('field.actions'),
      cell: (row) => <RowActions contact={row} name={nameOf(row, readable)} changing={changing} />,
      align: 'right',
      width: '9%',
    });
  }
  return {
    columns,
    rowKey: ({ id }) => id,
    isChosen: ({ id }) => changing?.selection.has(id) ?? false,
    ownRow: (row) => {
      const edit = edited(row);
      return edit && <EditedRow {...edit} />;
    },
    stackHead: changing ? <PageBox selection={changing.selection} labelled /> : null,
    stacked: (row) => {
      const edit = edited(row);
      if (edit) return <EditedBlock {...edit} />;
      return <StackedContact contact={row} readable={readable} changing={changing} />;
    },
  };
}

function PageBox({ selection, labelled = false }: { selection: ContactSelection; labelled?: boolean }) {
  const words = useText()('selection.page');
  return (
    <Checkbox
      {...(labelled ? { label: words } : { 'aria-label': words })}
      checked={selection.onPage === 'all'}
      indeterminate={selection.onPage === 'some'}
      onChange={selection.togglePage}
    />
  );
}

type Named = { contact: Contact; name: string };

function RowBox({ contact, name, selection }: Named & { selection: ContactSelection }) {
  const t = useText();
  return (
    <Checkbox
      aria-label={t('selection.row', { name })}
      checked={selection.has(contact.id)}
      onChange={() => selection.toggle(contact.id)}
    />
  );
}

// Plain titles: two tooltips of the kit in each of a hundred rows would slow every page down.
function RowActions({ contact, name, changing }: Named & { changing: Changing }) {
  const t = useText();
  const { returnTo, start } = changing.editing;
  const open = t('contacts.conversation', { name });
  const edit = t('contacts.edit', { name });
  const remove = t('contacts.delete', { name });
  return (
    <span className={classes.actions}>
      <ActionIcon component={Link} to={threadAddress(contact.number)} aria-label={open} title={open}>
        <IconMessage size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        aria-label={edit}
        title={edit}
        onClick={() => start(contact)}
        ref={(button: HTMLButtonElement | null) => {
          if (!button || returnTo.current !== contact.id) return;
          returnTo.current = null;
          button.focus();
        }}
      >
        <IconPencil size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={remove} title={remove} onClick={() => changing.onDelete(contact)}>
        <IconTrash size={18} stroke={1.75} />
      </ActionIcon>
    </span>
  );
}

type StackedProps = { contact: Contact; readable: (number: string) => string; changing: Changing | null };

function StackedContact({ contact, readable, changing }: StackedProps) {
  const name = nameOf(contact, readable);
  return (
    <Group gap={12} align="flex-start" wrap="nowrap">
      {changing ? (
        <Box pt={2}>
          <RowBox contact={contact} name={name} selection={changing.selection} />
        </Box>
      ) : null}
      <Stack gap={4} flex={1} miw={0}>
        <Text component="strong" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <NumberOf contact={contact} readable={readable} />
        {contact.groups.length > 0 ? <GroupTags groups={contact.groups} /> : null}
      </Stack>
      {changing ? <RowActions contact={contact} name={name} changing={changing} /> : null}
    </Group>
  );
}

function NumberOf({ contact, readable }: { contact: Contact; readable: (number: string) => string }) {
  const t = useText();
  const isAll = contact.opt_out_scope === 'ALL';
  return (
    <span className={classes.number}>
      {readable(contact.number)}
      {contact.opt_out_scope ? (
        <span title={t(isAll ? 'contacts.optedOutHint' : 'contacts.noPromotionsHint')}>
          <Pill tone="warning" icon={IconBellOff}>
            {t(isAll ? 'contacts.optedOut' : 'contacts.noPromotions')}
          </Pill>
        </span>
      ) : null}
    </span>
  );
}

/** One line; what does not fit is cut, and shown whole to the pointer. */
function Name({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

// Two fit beside each other; the others are counted.
const TAGS = 2;

function GroupTags({ groups }: { groups: Contact['groups'] }) {
  const t = useText();
  const others = groups.slice(TAGS).map(({ name }) => name);
  return (
    <span className={classes.tags}>
      {groups.slice(0, TAGS).map(({ id, name }) => (
        <span key={id} className={classes.tag} title={name}>
          {name}
        </span>
      ))}
      {others.length > 0 ? (
        <span className={classes.more} title={others.join(', ')}>
          {t('contacts.moreGroups', { count: others.length })}
        </span>
      ) : null}
    </span>
  );
}
