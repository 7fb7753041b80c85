// 'Manage Groups': a row to add one, and the groups, newest first, each of which can be renamed or deleted.
import { groupRequest } from '@godwit/contract/contacts';
import { Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { createGroup, groupsQuery, readContactsAgain } from '../../api/contacts.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { GroupRow } from './GroupRow.tsx';
import classes from './ManageGroupsModal.module.css';

type Props = { opened: boolean; onClose: () => void; onExited: () => void };

export function ManageGroupsModal({ opened, onClose, onExited }: Props) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      title={t('groups.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size={640}
      closeOnClickOutside={false}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Groups />
    </Modal>
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
                {t('groups.size')}
              </th>
              <th scope="col" className={classes.actions}>
                {t('groups.actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.data?.map((group) => (
              <GroupRow key={group.id} group={group} onDeleted={() => name.current?.focus()} />
            ))}
          </tbody>
        </table>
        {groups.data?.length === 0 ? <EmptyState text={t('groups.none')} /> : null}
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
      <SubmitButton busy={busy} busyLabel={t('groups.adding')}>
        {t('groups.add')}
      </SubmitButton>
    </form>
  );
}
