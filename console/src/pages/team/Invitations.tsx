// Invitations that nobody has followed yet: sent again, or revoked. Without any there is nothing to show.
import type { Invitation } from '@godwit/contract/team';
import { Button } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { invitationsQuery, invite, revokeInvitation } from '../../api/team.ts';
import { useConfirm } from '../../components/Confirm.tsx';
import { List } from '../../components/List.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useAction } from '../../components/useSubmit.ts';
import { formatDay, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useReadTeamAgain } from './members.ts';
import classes from './TeamPage.module.css';

export function Invitations() {
  const t = useText();
  const invitations = useQuery(invitationsQuery);
  const { data, error } = invitations;
  if (!error && !data?.length) return null;
  return (
    <Section title={t('team.invitations')}>
      <List
        label={t('team.invitations')}
        found={{ ...invitations, data: data && { results: data } }}
        rowKey={({ id }) => id}
        stacked={(invitation) => <InvitationRow invitation={invitation} />}
        empty=""
      />
    </Section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { email, role, invited_by: by, expires_at: until, expired } = invitation;
  return (
    <div className={classes.row}>
      <div className={classes.who}>
        <p>
          <strong>{email}</strong>
        </p>
        <p className={classes.quiet}>
          {expired ? (
            <Pill tone="warning" icon={IconClockX}>
              {t('team.expired')}
            </Pill>
          ) : (
            <time dateTime={until} title={formatUtc(until)}>
              {t('team.expires', { day: formatDay(until) })}
            </time>
          )}{' '}
          {t('team.invitedBy', { email: by })}
        </p>
      </div>
      <span>{t(`role.${role}`)}</span>
      <div className={classes.actions}>
        <SendAgain invitation={invitation} />
        <Revoke invitation={invitation} />
      </div>
    </div>
  );
}

function SendAgain({ invitation: { email, role } }: { invitation: Invitation }) {
  const t = useText();
  const readAgain = useReadTeamAgain();
  const { run, busy } = useAction({
    call: async () => {
      await invite({ email, role });
      toastSuccess(t('team.invited', { email }));
      await readAgain();
    },
  });
  return (
    <SubmitButton
      variant="subtle"
      size="xs"
      busy={busy}
      busyLabel={t('action.sending')}
      {...{ 'aria-label': t('team.sendAgainTo', { email }) }}
      onClick={() => run()}
    >
      {t('team.sendAgain')}
    </SubmitButton>
  );
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useText();
  const readAgain = useReadTeamAgain();
  const [ask, question] = useConfirm();
  const revoke = () =>
    ask({
      title: t('team.revokeOf', { email }),
      text: t('team.revokeText', { email }),
      action: t('action.revoke'),
      busyLabel: t('action.revoking'),
      call: async () => {
        await revokeInvitation(id);
        toastSuccess(t('team.revoked'));
        await readAgain();
      },
    });
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        aria-label={t('team.revokeOf', { email })}
        onClick={revoke}
      >
        {t('action.revoke')}
      </Button>
      {question}
    </>
  );
}
