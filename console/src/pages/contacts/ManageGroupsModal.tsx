// Manage Groups: a form to add a group, and the groups, newest first, with buttons to rename and delete.
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
  refreshContacts,
  saveGroup,
  undoDeletion,
} from '../../api/contacts.ts';
import { Dialog, focusIfLost, type Opening } from '../../components/dialog/Dialog.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { useAction, useSchemaForm, useSubmit } from '../../components/form/useSubmit.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { toastUndo } from '../../components/toast/toast.ts';
import { formatCount, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from '../../ui/table.module.css';
import { cancelOnEscape, ESCAPE_IN_ROW, SaveButtons } from './EditedContact.tsx';

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

/** The form to add a group. Afterwards its field is empty and has the focus, for the next group. */
function AddGroup({ name }: { name: RefObject<HTMLInputElement | null> }) {
  const t = useText();
  const queries = useQueryClient();
  // Controlled, because resetting an uncontrolled form replaces the field that has the focus.
  const form = useForm({
    initialValues: { name: '' },
    validate: validateBy(groupRequest),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await createGroup(values);
      // Reset before the refresh, because the user may already type the next name.
      form.reset();
      // Do not take the focus if the user has moved on to something else.
      if (name.current?.form?.contains(document.activeElement)) name.current.focus();
      void refreshContacts(queries);
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

/** Cancels the padding of the last icon, so that it aligns with the content above. */
const ICON_OFFSET = -11;

type Step = 'view' | 'edit' | 'delete';

/** A row of the list: a group, the form to rename it, or the confirmation of its deletion. */
function GroupRow({ group, onDeleted }: { group: ContactGroup; onDeleted: () => void }) {
  const [step, setStep] = useState<Step>('view');
  // The button that leads to this step gets the focus back.
  const previousStep = useRef<Step>('view');
  const go = (next: Step) => {
    previousStep.current = step;
    setStep(next);
  };
  const backToView = () => go('view');
  if (step === 'edit') return <GroupEditor group={group} onEnd={backToView} />;
  if (step === 'delete') return <GroupDeletion group={group} onCancel={backToView} onDeleted={onDeleted} />;
  return <GroupView group={group} previousStep={previousStep.current} onGo={go} />;
}

function GroupView(props: { group: ContactGroup; previousStep: Step; onGo: (step: Step) => void }) {
  const { group, previousStep, onGo } = props;
  const t = useText();
  const { name } = group;
  const edit = t('contacts.edit', { name });
  const remove = t('contacts.delete', { name });
  const focusAfter = (step: Step) => (previousStep === step ? focusIfLost : null);
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
        <Group gap={4} mr={ICON_OFFSET} wrap="nowrap">
          <Tooltip label={edit}>
            <ActionIcon aria-label={edit} onClick={() => onGo('edit')} ref={focusAfter('edit')}>
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={remove}>
            <ActionIcon aria-label={remove} onClick={() => onGo('delete')} ref={focusAfter('delete')}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </td>
    </tr>
  );
}

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
    <tr onKeyDown={cancelOnEscape(onEnd)}>
      <Box component="td" py={8} colSpan={2}>
        <TextInput
          {...ESCAPE_IN_ROW}
          ref={focus}
          form={formId}
          aria-label={t('groups.name')}
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('name')}
        />
      </Box>
      <td>
        <Box mr={ICON_OFFSET}>
          <SaveButtons name={group.name} formId={formId} {...submission} onCancel={onEnd} />
        </Box>
      </td>
    </tr>
  );
}

function GroupDeletion(props: { group: ContactGroup; onCancel: () => void; onDeleted: () => void }) {
  const { group, onCancel, onDeleted } = props;
  const t = useText();
  const queries = useQueryClient();
  const { run, busy } = useAction({
    call: async () => {
      const { undo } = await deleteGroup(group.id);
      await refreshContacts(queries);
      const { name } = group;
      const restore = async (id: string) => {
        await undoDeletion(id);
        await refreshContacts(queries);
        return t('groups.undone', { name });
      };
      toastUndo(t('groups.deleted', { name }), undo === null ? null : () => restore(undo));
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
          <Button {...ESCAPE_IN_ROW} variant="subtle" size="xs" onClick={onCancel} ref={focus}>
            {t('action.cancel')}
          </Button>
          <SubmitButton
            {...ESCAPE_IN_ROW}
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
