// 'Manage Groups': a row to add one, and the groups, newest first, each of which can be renamed or deleted.
import { type ContactGroup, groupRequest } from '@godwit/contract/contacts';
import { ActionIcon, Box, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import {
  createGroup,
  deleteGroup,
  groupsQuery,
  readContactsAgain,
  renameGroup,
  undoDeletion,
} from '../../api/contacts.ts';
import { Dialog, focusIfLost, type Opening } from '../../components/dialog/Dialog.tsx';
import { checkBy } from '../../components/form/errors.ts';
import { useAction, useSchemaForm, useSubmit } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastUndo } from '../../components/toast/toast.ts';
import { formatCount, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from '../../ui/table.module.css';
import { cancelOnEscape, OWN_ESCAPE, SaveButtons } from './EditedContact.tsx';

export function ManageGroupsModal(opening: Opening) {
  const t = useText();
  return (
    <Dialog {...opening} title={t('groups.title')} size={640} closeOnClickOutside={false} parted>
      <Groups />
    </Dialog>
  );
}

function Groups() {
  const t = useText();
  const groups = useQuery(groupsQuery);
  const name = useRef<HTMLInputElement>(null);
  if (groups.isError && !groups.data) {
    return <LoadFailed error={groups.error} onRetry={() => groups.refetch()} />;
  }
  return (
    <>
      <AddGroup name={name} />
      <Box
        component="section"
        flex={1}
        mih={160}
        className="ruled"
        style={{ overflow: 'auto', outlineOffset: -2 }}
        aria-label={t('groups.title')}
        tabIndex={0}
      >
        <table className={classes.table} aria-busy={groups.isPending || undefined}>
          <thead>
            <tr>
              <th scope="col">{t('groups.name')}</th>
              <Box component="th" scope="col" ta="right">
                {t('nav.contacts')}
              </Box>
              <Box component="th" scope="col" ta="right" w={1}>
                {t('field.actions')}
              </Box>
            </tr>
          </thead>
          <tbody>
            {groups.data?.map((group) => (
              <GroupRow key={group.id} group={group} onDeleted={() => name.current?.focus()} />
            ))}
          </tbody>
        </table>
        {groups.data?.length === 0 ? <EmptyState text={t('contacts.empty')} /> : null}
      </Box>
    </>
  );
}

/** Stays open with its field empty and in focus, for the next one. */
function AddGroup({ name }: { name: RefObject<HTMLInputElement | null> }) {
  const t = useText();
  const queries = useQueryClient();
  // Controlled, as resetting another one puts a new field in place of the one that has the focus.
  const form = useForm({
    initialValues: { name: '' },
    validate: checkBy(groupRequest),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await createGroup(values);
      // Before the list is read again: what is typed from here on is the next name.
      form.reset();
      // Not where something else has been gone on to meanwhile.
      if (name.current?.form?.contains(document.activeElement)) name.current.focus();
      void readContactsAgain(queries);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={12} align="flex-start" wrap="nowrap" p={{ base: '4px 16px 20px', xs: '4px 24px 20px' }}>
        <TextInput
          ref={name}
          flex={1}
          aria-label={t('groups.name')}
          placeholder={t('groups.name')}
          data-autofocus
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <SubmitButton busy={busy} busyLabel={t('action.adding')}>
          {t('action.add')}
        </SubmitButton>
      </Group>
    </form>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** The icons' own room stands in the cell's, so that they end where everything does. */
const BESIDE_ICONS = -11;

type Step = 'view' | 'edit' | 'delete';

/** A group in its list: its name and size, its name being changed, or the question before it is deleted. */
function GroupRow({ group, onDeleted }: { group: ContactGroup; onDeleted: () => void }) {
  const [step, setStep] = useState<Step>('view');
  // The button that was pressed last, by what it led to.
  const cameFrom = useRef<Step>('view');
  const go = (next: Step) => {
    cameFrom.current = step;
    setStep(next);
  };
  const back = () => go('view');
  if (step === 'edit') return <EditedGroup group={group} onEnd={back} />;
  if (step === 'delete') return <DeletedGroup group={group} onCancel={back} onDeleted={onDeleted} />;
  return <ShownGroup group={group} cameFrom={cameFrom.current} onGo={go} />;
}

function ShownGroup(props: { group: ContactGroup; cameFrom: Step; onGo: (step: Step) => void }) {
  const { group, cameFrom, onGo } = props;
  const t = useText();
  const { name } = group;
  const edit = t('contacts.edit', { name });
  const remove = t('contacts.delete', { name });
  const focusFrom = (step: Step) => (cameFrom === step ? focusIfLost : null);
  return (
    <tr>
      <Box
        component="td"
        py={4}
        style={{ overflowWrap: 'anywhere' }}
        title={t('groups.createdAt', { at: formatInstant(group.created_at) })}
      >
        {name}
      </Box>
      <Box component="td" ta="right">
        {formatCount(group.contacts)}
      </Box>
      <td>
        <Group gap={4} mr={BESIDE_ICONS} wrap="nowrap">
          <Tooltip label={edit}>
            <ActionIcon aria-label={edit} onClick={() => onGo('edit')} ref={focusFrom('edit')}>
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={remove}>
            <ActionIcon aria-label={remove} onClick={() => onGo('delete')} ref={focusFrom('delete')}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </td>
    </tr>
  );
}

function EditedGroup({ group, onEnd }: { group: ContactGroup; onEnd: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const formId = useId();
  const { form, ...sending } = useSchemaForm({
    schema: groupRequest,
    initialValues: { name: group.name },
    call: async (values) => {
      await renameGroup(group.id, values);
      await readContactsAgain(queries);
      onEnd();
    },
  });
  return (
    <tr onKeyDown={cancelOnEscape(onEnd)}>
      <Box component="td" py={8} colSpan={2}>
        <TextInput
          {...OWN_ESCAPE}
          ref={focus}
          form={formId}
          aria-label={t('groups.name')}
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('name')}
        />
      </Box>
      <td>
        <Box mr={BESIDE_ICONS}>
          <SaveButtons name={group.name} formId={formId} {...sending} onCancel={onEnd} />
        </Box>
      </td>
    </tr>
  );
}

function DeletedGroup(props: { group: ContactGroup; onCancel: () => void; onDeleted: () => void }) {
  const { group, onCancel, onDeleted } = props;
  const t = useText();
  const queries = useQueryClient();
  const { run, busy } = useAction({
    call: async () => {
      const { undo } = await deleteGroup(group.id);
      await readContactsAgain(queries);
      const { name } = group;
      const putBack = async (id: string) => {
        await undoDeletion(id);
        await readContactsAgain(queries);
        return t('groups.undone', { name });
      };
      toastUndo(t('groups.deleted', { name }), undo === null ? null : () => putBack(undo));
      onDeleted();
    },
    once: true,
  });
  return (
    <tr onKeyDown={cancelOnEscape(onCancel)}>
      <Box component="td" py={4} colSpan={3}>
        <Group justify="flex-end" gap="4px 12px" role="alertdialog" aria-label={t('groups.question')}>
          <Text flex="1 1 240px" py={8} style={{ overflowWrap: 'anywhere' }}>
            {t('groups.question')} <strong>{group.name}</strong>
            <Text span display="block" fz={13} c="dimmed">
              {t('groups.stay', { count: group.contacts })}
            </Text>
          </Text>
          <Button {...OWN_ESCAPE} variant="subtle" size="xs" onClick={onCancel} ref={focus}>
            {t('action.cancel')}
          </Button>
          <SubmitButton
            {...OWN_ESCAPE}
            variant="outline"
            color="red"
            size="xs"
            busy={busy}
            busyLabel={t('delete.deleting')}
            onClick={() => run()}
          >
            {t('delete.delete')}
          </SubmitButton>
        </Group>
      </Box>
    </tr>
  );
}
