// The dialog that invites people, and the list of open invitations, with a menu to send again and to revoke.
// The list is hidden if there are none.
import type { Role } from '@godwit/contract/roles';
import { type Invitation, inviteRequest } from '@godwit/contract/team';
import { Select, TextInput } from '@mantine/core';
import { IconClockX, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { invitationsQuery, invite, revokeInvitation } from '../../api/team.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useAction, useSchemaForm } from '../../components/form/useSubmit.ts';
import { List } from '../../components/list/List.tsx';
import { Moment } from '../../components/Moment.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { PersonRow, useRefreshTeam, useRoleOptions } from './people.tsx';

export function Invitations() {
  const t = useText();
  const invitations = useQuery(invitationsQuery);
  const { data, error } = invitations;
  if (!error && !data?.length) return null;
  return (
    <SettingRow label={t('team.invitations')} hint={t('team.invitationsHint')}>
      <List
        bare
        label={t('team.invitations')}
        found={{ ...invitations, data: data && { results: data } }}
        rowKey={({ id }) => id}
        stacked={(invitation) => <InvitationRow invitation={invitation} />}
        empty=""
      />
    </SettingRow>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { id, email, role, invited_by: invitedBy, expires_at: expiresAt, expired } = invitation;
  const refresh = useRefreshTeam();
  const [confirm, confirmDialog] = useConfirm();
  const sendAgain = useAction({
    call: async () => {
      await invite({ email, role });
      toastSuccess(t('team.invited', { email }));
      await refresh();
    },
  });
  const revoke = () =>
    confirm({
      title: t('team.revokeOf', { email }),
      text: t('team.revokeText', { email }),
      action: t('action.revoke'),
      busyLabel: t('action.revoking'),
      call: async () => {
        await revokeInvitation(id);
        toastSuccess(t('team.revoked'));
        await refresh();
      },
    });
  const lines = (
    <>
      {expired ? (
        <Pill tone="warning" icon={IconClockX}>
          {t('team.expired')}
        </Pill>
      ) : (
        <Moment instant={expiresAt}>{t('team.expires', { day: formatDay(expiresAt) })}</Moment>
      )}{' '}
      {t('team.invitedBy', { email: invitedBy })}
    </>
  );
  return (
    <>
      <PersonRow
        name={email}
        lines={lines}
        role={<span>{t(`role.${role}`)}</span>}
        actions={[
          { label: t('team.sendAgainTo', { email }), icon: IconSend, onClick: () => sendAgain.run() },
          { label: t('team.revokeOf', { email }), icon: IconTrash, danger: true, onClick: revoke },
        ]}
      />
      {confirmDialog}
    </>
  );
}

/** Invites an email address with a role. */
export function InviteDialog({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('team.inviteTitle')}
      closeOnClickOutside={false}
      overhangs
    >
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const refresh = useRefreshTeam();
  const { form, ...submission } = useSchemaForm({
    schema: inviteRequest,
    initialValues: { email: '', role: 'SENDER' as Role },
    call: async (values) => {
      const { email } = await invite(values);
      toastSuccess(t('team.invited', { email }));
      onClose();
      await refresh();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...submission}
      action={t('team.sendInvitation')}
      busyLabel={t('action.sending')}
      onCancel={onClose}
    >
      <TextInput
        label={t('field.email')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select
        label={t('field.role')}
        description={t(`roleHint.${form.values.role}`)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={useRoleOptions()}
        {...form.getInputProps('role')}
      />
    </DialogForm>
  );
}
