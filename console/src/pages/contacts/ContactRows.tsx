// The contacts of a page: a table, or on narrow screens a stack; each of them can be edited where it stands.
import type { Contact, Group } from '@godwit/contract/contacts';
import { ActionIcon, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import { GroupTags, Name, NumberOf } from './ContactCells.tsx';
import classes from './ContactRows.module.css';
import { EditedBlock, EditedRow } from './EditedRow.tsx';
import { nameOf } from './names.ts';
import type { Editing } from './useEditing.ts';
import type { ContactSelection } from './useSelection.ts';

type Props = {
  rows: Contact[] | undefined;
  groups: Group[];
  /** What changes contacts; null for somebody who may only look at them. */
  changing: { selection: ContactSelection; editing: Editing; onDelete: (contact: Contact) => void } | null;
  dim: boolean;
  empty: ReactNode;
  footer: ReactNode;
};

// Below this the columns leave a row no room for its fields.
const NARROW = '(max-width: 62em)';

export function ContactRows({ rows, groups, changing, dim, empty, footer }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const shown = rows && (changing?.editing.withEdited(rows) ?? rows);
  const shared = {
    label: t('contacts.title'),
    rows: shown,
    rowKey: ({ id }: Contact) => id,
    dim,
    empty,
    footer,
  };
  const edited = ({ id }: Contact) => {
    const contact = changing?.editing.of(id);
    return contact && { contact, groups, onEnd: () => changing?.editing.stop(id) };
  };
  const isChosen = ({ id }: Contact) => changing?.selection.has(id) ?? false;
  if (narrow) {
    return (
      <StackedRows
        {...shared}
        isChosen={isChosen}
        head={changing && shown?.length ? <PageBox selection={changing.selection} labelled /> : null}
      >
        {(row) => {
          const edit = edited(row);
          return edit ? (
            <EditedBlock {...edit} />
          ) : (
            <StackedContact contact={row} readable={readable} changing={changing} />
          );
        }}
      </StackedRows>
    );
  }
  const columns: Column<Contact>[] = [
    {
      id: 'number',
      head: t('contacts.number'),
      cell: (row) => <NumberOf contact={row} readable={readable} />,
      width: '24%',
    },
    {
      id: 'first',
      head: t('contacts.firstName'),
      cell: (row) => <Name>{row.first_name}</Name>,
      width: '18%',
    },
    { id: 'last', head: t('contacts.lastName'), cell: (row) => <Name>{row.last_name}</Name>, width: '18%' },
    {
      id: 'groups',
      head: t('contacts.groups'),
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
      head: t('contacts.actions'),
      cell: (row) => <RowActions contact={row} name={nameOf(row, readable)} changing={changing} />,
      align: 'right',
      width: '9%',
    });
  }
  return (
    <DataTable
      {...shared}
      columns={columns}
      skeletonRows={12}
      isChosen={isChosen}
      ownRow={(row) => {
        const edit = edited(row);
        return edit && <EditedRow {...edit} />;
      }}
    />
  );
}

type Changing = NonNullable<Props['changing']>;

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
  const edit = t('contacts.edit', { name });
  const remove = t('contacts.delete', { name });
  return (
    <span className={classes.actions}>
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
    <div className={classes.stacked}>
      {changing ? <RowBox contact={contact} name={name} selection={changing.selection} /> : null}
      <div className={classes.facts}>
        <strong className={classes.name}>{name}</strong>
        <NumberOf contact={contact} readable={readable} />
        {contact.groups.length > 0 ? <GroupTags groups={contact.groups} /> : null}
      </div>
      {changing ? <RowActions contact={contact} name={name} changing={changing} /> : null}
    </div>
  );
}
