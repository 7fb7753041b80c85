// 'Manage Groups': a row to add one, and the groups, newest first, each of which can be renamed or deleted.
import { type Group, groupRequest } from '@godwit/contract/contacts';
import { ActionIcon, Button, Loader, TextInput, Tooltip } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import { createGroup, deleteGroup, groupsQuery, readContactsAgain, renameGroup } from '../../api/contacts.ts';
import { Dialog, type Opening } from '../../components/Dialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useAction, useSubmit } from '../../components/useSubmit.ts';
import { formatCount, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { cancelOnEscape } from './keyboard.ts';
import classes from './ManageGroupsModal.module.css';

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={t('groups.title')} tabIndex={0}>
        <table className={classes.table} aria-busy={groups.isPending || undefined}>
          <thead>
            <tr>
              <th scope="col">{t('groups.name')}</th>
              <th scope="col" className={classes.size}>
                {t('nav.contacts')}
              </th>
              <th scope="col" className={classes.actions}>
                {t('field.actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.data?.map((group) => (
              <GroupRow key={group.id} group={group} onDeleted={() => name.current?.focus()} />
            ))}
          </tbody>
        </table>
        {groups.data?.length === 0 ? <EmptyState text={t('contacts.empty')} /> : null}
      </section>
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
    validate: schemaResolver(groupRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await createGroup(values);
      // Before the list is read again: what is typed from here on is the next name.
      form.reset();
      // Whoever has gone on to something else meanwhile stays there.
      if (name.current?.form?.contains(document.activeElement)) name.current.focus();
      void readContactsAgain(queries);
    },
  });
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <TextInput
        ref={name}
        className={classes.addName ?? ''}
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
    </form>
  );
}

// A group in its list: its name and size, its name being changed, or the question before it is deleted.
// Escape means the row then, and not the dialog.
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

const focus = (element: HTMLElement | null): void => element?.focus();
/** For what comes back when a call has ended: whoever has gone on to something else meanwhile stays there. */
const focusIfLost = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus();
};

type Step = 'view' | 'edit' | 'delete';

export function GroupRow({ group, onDeleted }: { group: Group; onDeleted: () => void }) {
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

function ShownGroup(props: { group: Group; cameFrom: Step; onGo: (step: Step) => void }) {
  const { group, cameFrom, onGo } = props;
  const t = useText();
  const { name } = group;
  const edit = t('contacts.edit', { name });
  const remove = t('contacts.delete', { name });
  const focusFrom = (step: Step) => (cameFrom === step ? focusIfLost : null);
  return (
    <tr>
      <td className={classes.name} title={t('groups.createdAt', { at: formatInstant(group.created_at) })}>
        {name}
      </td>
      <td className={classes.size}>{formatCount(group.contacts)}</td>
      <td className={classes.actions}>
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
      </td>
    </tr>
  );
}

function EditedGroup({ group, onEnd }: { group: Group; onEnd: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const formId = useId();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: group.name },
    validate: schemaResolver(groupRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await renameGroup(group.id, values);
      await readContactsAgain(queries);
      onEnd();
    },
  });
  const { name } = group;
  return (
    <tr onKeyDown={cancelOnEscape(onEnd)}>
      <td className={classes.field} colSpan={2}>
        <TextInput
          {...OWN_ESCAPE}
          ref={focus}
          form={formId}
          aria-label={t('groups.name')}
          autoComplete="off"
          maxLength={100}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
      </td>
      <td className={classes.actions}>
        <form id={formId} onSubmit={submit} noValidate>
          <ActionIcon
            {...OWN_ESCAPE}
            type="submit"
            color="tide"
            aria-label={t('contacts.saveRow', { name })}
            aria-disabled={busy || undefined}
          >
            {busy ? <Loader size={18} color="currentColor" /> : <IconCheck size={20} stroke={2} />}
          </ActionIcon>
          <ActionIcon {...OWN_ESCAPE} aria-label={t('contacts.cancelRow', { name })} onClick={onEnd}>
            <IconX size={20} stroke={1.75} />
          </ActionIcon>
        </form>
      </td>
    </tr>
  );
}

function DeletedGroup(props: { group: Group; onCancel: () => void; onDeleted: () => void }) {
  const { group, onCancel, onDeleted } = props;
  const t = useText();
  const queries = useQueryClient();
  const { run, busy } = useAction({
    call: async () => {
      await deleteGroup(group.id);
      await readContactsAgain(queries);
      onDeleted();
    },
    once: true,
  });
  return (
    <tr onKeyDown={cancelOnEscape(onCancel)}>
      <td className={classes.question} colSpan={3}>
        <div role="alertdialog" aria-label={t('groups.question')}>
          <p>
            {t('groups.question')} <strong>{group.name}</strong>
            <span className={classes.quiet}>{t('groups.stay', { count: group.contacts })}</span>
          </p>
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
        </div>
      </td>
    </tr>
  );
}
