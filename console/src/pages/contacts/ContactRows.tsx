// The rows of the list of contacts. A contact is edited in its row.
import type { Contact, ContactGroup } from '@godwit/contract/contacts';
import { Box, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconBellOff, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { PersonLink } from '../../components/PersonLink.tsx';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import type { Column, RowProps } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { threadAddress } from '../conversation/conversationState.ts';
import { nameOf } from './contact.ts';
import classes from './contacts.module.css';
import { EditedBlock, EditedRow } from './EditedContact.tsx';
import type { Editing } from './editing.ts';
import type { ContactSelection } from './selection.ts';

/** The controls that change contacts. */
type Controls = {
  selection: ContactSelection;
  editing: Editing<Contact>;
  onDelete: (contact: Contact) => void;
};

/** @param controls null if the role may not change contacts */
export function useContactRows(
  groups: ContactGroup[],
  controls: Controls | null,
): Omit<RowProps<Contact>, 'label'> {
  const t = useText();
  const readable = useReadableNumber();
  const editProps = ({ id }: Contact) => {
    const contact = controls?.editing.original(id);
    return contact && { contact, groups, onEnd: () => controls?.editing.stop(id) };
  };
  const columns: Column<Contact>[] = [
    {
      id: 'number',
      head: t('contacts.number'),
      cell: (row) => <NumberCell contact={row} />,
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
  if (controls) {
    const { selection } = controls;
    columns.unshift({
      id: 'choose',
      head: <PageBox selection={selection} />,
      cell: (row) => <RowBox contact={row} name={nameOf(row, readable)} selection={selection} />,
      width: '4%',
    });
    columns.push({
      id: 'actions',
      head: t('field.actions'),
      cell: (row) => <RowActions contact={row} name={nameOf(row, readable)} controls={controls} />,
      align: 'right',
      width: '9%',
    });
  }
  return {
    columns,
    rowKey: ({ id }) => id,
    isChosen: ({ id }) => controls?.selection.has(id) ?? false,
    ownRow: (row) => {
      const edit = editProps(row);
      return edit && <EditedRow {...edit} />;
    },
    stackHead: controls ? <PageBox selection={controls.selection} labelled /> : null,
    stacked: (row) => {
      const edit = editProps(row);
      if (edit) return <EditedBlock {...edit} />;
      return <StackedContact contact={row} readable={readable} controls={controls} />;
    },
  };
}

function PageBox({ selection, labelled = false }: { selection: ContactSelection; labelled?: boolean }) {
  const label = useText()('selection.page');
  return (
    <Checkbox
      {...(labelled ? { label } : { 'aria-label': label })}
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

function RowActions({ contact, name, controls }: Named & { controls: Controls }) {
  const t = useText();
  const { takesFocusBack, start } = controls.editing;
  return (
    <RowMenu
      name={name}
      buttonRef={takesFocusBack(contact.id)}
      actions={[
        { label: t('contacts.edit', { name }), icon: IconPencil, onClick: () => start(contact) },
        {
          label: t('list.conversation', { name }),
          icon: IconMessage,
          to: threadAddress(contact.number),
        },
        {
          label: t('contacts.delete', { name }),
          icon: IconTrash,
          danger: true,
          onClick: () => controls.onDelete(contact),
        },
      ]}
    />
  );
}

type StackedProps = { contact: Contact; readable: (number: string) => string; controls: Controls | null };

function StackedContact({ contact, readable, controls }: StackedProps) {
  const name = nameOf(contact, readable);
  return (
    <Group gap={12} align="flex-start" wrap="nowrap">
      {controls ? (
        <Box pt={2}>
          <RowBox contact={contact} name={name} selection={controls.selection} />
        </Box>
      ) : null}
      <Stack gap={4} flex={1} miw={0}>
        <Text component="strong" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <NumberCell contact={contact} />
        {contact.groups.length > 0 ? <GroupTags groups={contact.groups} /> : null}
      </Stack>
      {controls ? <RowActions contact={contact} name={name} controls={controls} /> : null}
    </Group>
  );
}

function NumberCell({ contact }: { contact: Contact }) {
  const t = useText();
  const isAll = contact.opt_out_scope === 'ALL';
  return (
    <span className={classes.number}>
      <PersonLink number={contact.number} />
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

/** A name on one line. A long name is cut; its title shows all of it. */
function Name({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

// Two tags fit into the column; the others are counted.
const MAX_TAGS = 2;

function GroupTags({ groups }: { groups: Contact['groups'] }) {
  const t = useText();
  const others = groups.slice(MAX_TAGS).map(({ name }) => name);
  return (
    <span className={classes.tags}>
      {groups.slice(0, MAX_TAGS).map(({ id, name }) => (
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
