// The rows of the list of groups. A group is renamed in its row.
import { type ContactGroup, groupRequest } from '@godwit/contract/contacts';
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { deleteGroup, refreshContacts, saveGroup, undoDeletion } from '../../api/contacts.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { Moment } from '../../components/Moment.tsx';
import { toastUndo } from '../../components/toast/toast.ts';
import { formatCount } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import type { Column, RowProps } from '../../ui/DataTable.tsx';
import classes from './contacts.module.css';
import { SaveButtons } from './EditedContact.tsx';
import { cancelOnEscape, type Editing } from './editing.ts';

/** The controls that change groups. */
type Controls = { editing: Editing<ContactGroup>; onDeleted: () => void };
type Rows = Omit<RowProps<ContactGroup>, 'label'> & { confirmDialog: ReactNode };

/** @param controls null if the role may not change groups */
export function useGroupRows(controls: Controls | null): Rows {
  const t = useText();
  const [remove, confirmDialog] = useDeletion(controls?.onDeleted);
  const menu = (group: ContactGroup) => {
    if (!controls) return null;
    const { name, id } = group;
    return (
      <RowMenu
        name={name}
        buttonRef={controls.editing.takesFocusBack(id)}
        actions={[
          {
            label: t('contacts.edit', { name }),
            icon: IconPencil,
            onClick: () => controls.editing.start(group),
          },
          { label: t('nav.contacts'), icon: IconUsers, to: paths.group(id) },
          {
            label: t('contacts.delete', { name }),
            icon: IconTrash,
            danger: true,
            onClick: () => remove(group),
          },
        ]}
      />
    );
  };
  const columns: Column<ContactGroup>[] = [
    { id: 'name', head: t('groups.name'), cell: (row) => <GroupLink group={row} />, fills: true },
    {
      id: 'contacts',
      head: t('nav.contacts'),
      cell: (row) => formatCount(row.contacts),
      align: 'right',
      width: '14%',
    },
    {
      id: 'created',
      head: t('groups.created'),
      cell: (row) => <Moment instant={row.created_at} row />,
      width: '24%',
      muted: true,
    },
  ];
  if (controls)
    columns.push({ id: 'actions', head: t('field.actions'), cell: menu, align: 'right', width: '10%' });
  const editor = ({ id }: ContactGroup) => {
    const group = controls?.editing.original(id);
    return group && <GroupEditor group={group} onEnd={() => controls?.editing.stop(id)} />;
  };
  return {
    confirmDialog,
    columns,
    rowKey: ({ id }) => id,
    stackBelow: '48em',
    ownRow: (row) => {
      const form = editor(row);
      return (
        form && (
          <tr key={row.id} className={classes.edited}>
            <td colSpan={columns.length}>{form}</td>
          </tr>
        )
      );
    },
    stacked: (row) =>
      editor(row) ?? (
        <Group gap={12} align="flex-start" wrap="nowrap">
          <Stack gap={4} flex={1} miw={0}>
            <GroupLink group={row} />
            <Text span c="dimmed">
              {t('groups.size', { count: row.contacts })}
            </Text>
          </Stack>
          {menu(row)}
        </Group>
      ),
  };
}

/** The name of a group, which leads to its contacts. */
const GroupLink = ({ group: { id, name } }: { group: ContactGroup }) => (
  <Anchor
    component={Link}
    to={paths.group(id)}
    c="inherit"
    fw={500}
    underline="hover"
    inherit
    title={name}
    style={{ overflowWrap: 'anywhere' }}
  >
    {name}
  </Anchor>
);

const focus = (element: HTMLElement | null): void => element?.focus();

function GroupEditor({ group, onEnd }: { group: ContactGroup; onEnd: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const formId = useId();
  const { form, ...submission } = useSchemaForm({
    schema: groupRequest,
    initialValues: { name: group.name },
    call: async (values) => {
      await saveGroup(group.id, values);
      await refreshContacts(queries);
      onEnd();
    },
  });
  return (
    <Group align="flex-start" wrap="nowrap" gap={12} onKeyDown={cancelOnEscape(onEnd)}>
      <TextInput
        ref={focus}
        flex={1}
        maw={480}
        form={formId}
        aria-label={t('groups.name')}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <SaveButtons name={group.name} formId={formId} {...submission} onCancel={onEnd} />
    </Group>
  );
}

/** Returns a function that deletes a group after confirmation, and its dialog. */
function useDeletion(onDeleted: (() => void) | undefined) {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const refresh = () => refreshContacts(queries);

  function remove({ id, name, contacts }: ContactGroup): void {
    confirm({
      title: t('groups.question'),
      text: contacts > 0 ? [name, t('groups.stay', { count: contacts })] : name,
      action: t('delete.delete'),
      busyLabel: t('delete.deleting'),
      call: async () => {
        const { undo } = await deleteGroup(id);
        await refresh();
        const restore = async (deletion: string) => {
          await undoDeletion(deletion);
          await refresh();
          return t('groups.undone', { name });
        };
        toastUndo(t('groups.deleted', { name }), undo === null ? null : () => restore(undo));
        onDeleted?.();
      },
      onLost: refresh,
    });
  }
  return [remove, confirmDialog] as const;
}
