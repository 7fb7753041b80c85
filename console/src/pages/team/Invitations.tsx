// Invitations that nobody has followed yet: sent again, or revoked. Without any there is nothing to show.
import type { Invitation } from '@godwit/contract/team';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClockX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsQuery, invite, revokeInvitation } from '../../api/team.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { formatDay, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './TeamPage.module.css';
import { useReadTeamAgain } from './useReadTeamAgain.ts';

export function Invitations() {
  const t = useText();
  const { data, error, refetch } = useQuery(invitationsQuery);
  if (!error && !data?.length) return null;
  return (
    <Section title={t('team.invitations')}>
      {data ? (
        <Card padded={false}>
          <ul className={classes.rows} aria-label={t('team.invitations')}>
            {data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : null}
    </Section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { email, role, invited_by: by, expires_at: until, expired } = invitation;
  return (
    <li className={classes.row}>
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
    </li>
  );
}

function SendAgain({ invitation: { email, role } }: { invitation: Invitation }) {
  const t = useText();
  const readAgain = useReadTeamAgain();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await invite({ email, role });
      toastSuccess(t('team.invited', { email }));
      await readAgain();
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <SubmitButton
      variant="subtle"
      size="xs"
      busy={busy}
      busyLabel={t('team.sending')}
      {...{ 'aria-label': t('team.sendAgainTo', { email }) }}
      onClick={() => void send()}
    >
      {t('team.sendAgain')}
    </SubmitButton>
  );
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useText();
  const readAgain = useReadTeamAgain();
  const [asking, question] = useDisclosure(false);

  async function revoke(): Promise<void> {
    await revokeInvitation(id);
    toastSuccess(t('team.revoked'));
    await readAgain();
  }

  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        color="red"
        aria-label={t('team.revokeOf', { email })}
        onClick={question.open}
      >
        {t('team.revoke')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={t('team.revokeOf', { email })}
        action={t('team.revoke')}
        busyLabel={t('team.revoking')}
        call={revoke}
      >
        <p>{t('team.revokeText', { email })}</p>
      </ConfirmDialog>
    </>
  );
}
