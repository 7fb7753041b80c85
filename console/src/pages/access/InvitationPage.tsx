// The page that an invitation links to, at `/invitation`. The invited person logs in or registers, and joins
// the team.
import type { Profile } from '@godwit/contract/accounts/accounts';
import type { InvitationDetails } from '@godwit/contract/team';
import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { fetchTeams, logout } from '../../api/accounts.ts';
import { errorMessage } from '../../api/errors.ts';
import { acceptInvitation, invitationQuery } from '../../api/team.ts';
import { visitorQuery } from '../../api/visitor.ts';
import { LoginForm } from '../../components/access/LoginForm.tsx';
import { useAction } from '../../components/form/useSubmit.ts';
import { paths } from '../../paths.ts';
import { invitationLink, isDeadLink } from '../../session/linkToken.ts';
import { signIn, switchTeam } from '../../session/signIn.ts';
import { clearSession, forgetPerson, hasMarker, subscribeToStorage } from '../../session/storage.ts';
import { registration } from '../../text/registration/en.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { CardFailed, CardLoading, FormCard, NoticePage } from './FormCard.tsx';
import { SignUpForm } from './SignUpPage.tsx';

function InvitationPage() {
  const t = useText();
  const [token] = useState(invitationLink.token);
  if (token === null) {
    return <NoticePage title={t('reset.noLinkTitle')} text={t('invitation.noLinkText')} {...toLogin(t)} />;
  }
  return <Invited token={token} />;
}

const toLogin = (t: Translate) => ({ to: paths.login, action: t('action.login') });

function Invited({ token }: { token: string }) {
  const t = useText();
  const { data: details, error, refetch } = useQuery(invitationQuery(token));
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
  const { data: visitor, isPending } = useQuery({ ...visitorQuery, enabled: marker });
  if (error) {
    if (!isDeadLink(error)) return <CardFailed error={error} onRetry={refetch} />;
    return <NoticePage title={t('invitation.deadTitle')} text={errorMessage(error)} {...toLogin(t)} />;
  }
  if (!details || (marker && isPending)) return <CardLoading />;
  const text = t.rich('invitation.text', {
    inviter: details.invited_by,
    team: details.team_name,
    role: t(`role.${details.role}`),
    b: (children) => <b key={String(children)}>{children}</b>,
  });
  return (
    <FormCard title={t('invitation.title')} text={text}>
      {marker && visitor ? (
        <SignedIn details={details} token={token} visitor={visitor} />
      ) : (
        <SignedOut details={details} token={token} />
      )}
    </FormCard>
  );
}

type Props = { details: InvitationDetails; token: string };

/** Switches to the team that the user has just joined. */
async function enterTeam(teamId: string): Promise<void> {
  invitationLink.forget();
  const teams = await fetchTeams();
  const team = teams.find(({ id }) => id === teamId);
  if (team) switchTeam(team);
}

function SignedIn({ details, token, visitor }: Props & { visitor: Profile }) {
  const t = useText();
  const queries = useQueryClient();
  const { run, busy, failure } = useAction({
    call: async () => {
      await acceptInvitation({ token });
      await enterTeam(details.team_id);
    },
    once: true,
    inPlace: true,
  });
  if (visitor.email !== details.email) {
    const leave = async (): Promise<void> => {
      await logout().catch(() => {});
      queries.removeQueries({ queryKey: visitorQuery.queryKey });
      clearSession();
      forgetPerson(visitor.id);
    };
    return (
      <div>
        <Text mb={14}>{t('invitation.asAnother', { mine: visitor.email, theirs: details.email })}</Text>
        <Button onClick={() => void leave()}>{t('invitation.logOut')}</Button>
      </div>
    );
  }

  return (
    <>
      <Failure>{failure}</Failure>
      <SubmitButton busy={busy} busyLabel={t('invitation.joining')} size="lg" fullWidth onClick={() => run()}>
        {t('invitation.join')}
      </SubmitButton>
    </>
  );
}

function SignedOut({ details, token }: Props) {
  const t = useText();
  const { email } = details;
  if (details.has_account) {
    return (
      <>
        <Text c="dimmed">{t('invitation.logIn', { email })}</Text>
        {/* After the login, the page offers to join the team. */}
        <LoginForm onSignedIn={() => {}} forgotLabel={t('login.forgot')} email={email} />
      </>
    );
  }
  return (
    <>
      <Text c="dimmed">{t('invitation.signUp')}</Text>
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

export default withTexts(InvitationPage, registration);
