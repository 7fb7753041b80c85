// Where the link of an invitation leads, at `/invitation`: the invited person logs in or registers, and is in the team.
import type { Profile } from '@godwit/contract/accounts';
import type { InvitationDetails } from '@godwit/contract/team';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { fetchTeams, logout, visitorQuery } from '../../api/accounts.ts';
import { ApiError, wordsFor } from '../../api/errors.ts';
import { acceptInvitation, invitationQuery } from '../../api/team.ts';
import { LoginForm } from '../../components/LoginForm.tsx';
import { useAction } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { invitationLink } from '../../session/linkToken.ts';
import { signIn, switchTeam } from '../../session/signIn.ts';
import { clearSession, hasMarker, subscribe } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './access.module.css';
import { FormCard } from './FormCard.tsx';
import { SignUpForm } from './SignUpForm.tsx';

export default function InvitationPage() {
  const t = useText();
  const [token] = useState(invitationLink.token);
  if (token === null) {
    return <Stop title={t('reset.noLinkTitle')} text={t('invitation.noLinkText')} />;
  }
  return <Invited token={token} />;
}

function Invited({ token }: { token: string }) {
  const t = useText();
  const { data: details, error, refetch } = useQuery(invitationQuery(token));
  const marker = useSyncExternalStore(subscribe, hasMarker);
  const { data: visitor, isPending } = useQuery({ ...visitorQuery, enabled: marker });
  if (error) {
    const isDead = error instanceof ApiError && error.fields.token !== undefined;
    return (
      <Stop
        title={t('invitation.deadTitle')}
        text={wordsFor(error)}
        {...(isDead ? {} : { onRetry: () => void refetch() })}
      />
    );
  }
  if (!details || (marker && isPending)) return <Loading />;
  return (
    <FormCard title={t('invitation.title')}>
      <p className={classes.text}>
        {t.rich('invitation.text', {
          inviter: details.invited_by,
          team: details.team_name,
          role: t(`role.${details.role}`),
          b: (words) => <b key={String(words)}>{words}</b>,
        })}
      </p>
      {marker && visitor ? (
        <SignedIn details={details} token={token} visitor={visitor} />
      ) : (
        <SignedOut details={details} token={token} />
      )}
    </FormCard>
  );
}

type Props = { details: InvitationDetails; token: string };

/** Leads into the team that has just been joined. */
async function enterTeam(teamId: string): Promise<void> {
  invitationLink.forget();
  const teams = await fetchTeams();
  const team = teams.find(({ id }) => id === teamId);
  if (team) switchTeam(team);
}

function SignedIn({ details, token, visitor }: Props & { visitor: Profile }) {
  const t = useText();
  const queries = useQueryClient();
  const { run, busy } = useAction({
    call: async () => {
      await acceptInvitation({ token });
      await enterTeam(details.team_id);
    },
    once: true,
  });
  if (visitor.email !== details.email) {
    const leave = async (): Promise<void> => {
      await logout().catch(() => {});
      queries.removeQueries({ queryKey: visitorQuery.queryKey });
      clearSession();
    };
    return (
      <>
        <p>{t('invitation.asAnother', { mine: visitor.email, theirs: details.email })}</p>
        <Button onClick={() => void leave()}>{t('invitation.logOut')}</Button>
      </>
    );
  }

  return (
    <SubmitButton busy={busy} busyLabel={t('invitation.joining')} size="lg" fullWidth onClick={() => run()}>
      {t('invitation.join')}
    </SubmitButton>
  );
}

function SignedOut({ details, token }: Props) {
  const t = useText();
  const { email } = details;
  if (details.has_account) {
    return (
      <>
        <p className={classes.text}>{t('invitation.logIn', { email })}</p>
        {/* Once signed in, the page offers to join. */}
        <LoginForm onSignedIn={() => {}} forgotLabel={t('login.forgot')} email={email} />
      </>
    );
  }
  return (
    <>
      <p className={classes.text}>{t('invitation.signUp')}</p>
      <SignUpForm
        invited={{ email, invitation: token }}
        onRegistered={async ({ password }) => {
          await signIn({ user_id: email, password });
          await enterTeam(details.team_id);
        }}
      />
    </>
  );
}

function Loading() {
  return (
    <main className={classes.loading} aria-busy="true">
      <Skeleton height={36} width={240} />
      <Skeleton height={200} />
    </main>
  );
}

function Stop({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  const t = useText();
  return (
    <main>
      <Notice title={title} text={text}>
        {onRetry ? (
          <Button onClick={onRetry}>{t('action.tryAgain')}</Button>
        ) : (
          <Button component={Link} to={paths.login}>
            {t('action.login')}
          </Button>
        )}
      </Notice>
    </main>
  );
}
