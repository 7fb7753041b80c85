// Single sign-on, at `/sso`: asks for the email, and redirects to the provider of its team. The provider
// redirects the browser back to this page.
import { ssoStartRequest } from '@godwit/contract/accounts/singleSignOn';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { fetchTeams } from '../../api/accounts.ts';
import { errorMessage } from '../../api/errors.ts';
import { finishSignOn, startSignOn } from '../../api/visitor.ts';
import { LoginCode } from '../../components/access/CodeForm.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { paths } from '../../paths.ts';
import { completeLogin, signInWithCode } from '../../session/signIn.ts';
import { storeTeam } from '../../session/storage.ts';
import { singleSignOn } from '../../text/singleSignOn/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { CardLoading, FormCard } from './FormCard.tsx';

function SingleSignOnPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  // Removed from the address at once, because its code is valid until it is used.
  const [query, setQuery] = useState(search);
  useEffect(() => {
    if (search !== '') navigate(paths.singleSignOn, { replace: true });
  }, [search, navigate]);
  return query === '' ? <Start /> : <ProviderReturn query={query} onRestart={() => setQuery('')} />;
}

function Start() {
  const t = useText();
  const { state } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // The link that opened this page is gone, so move the focus to the field.
  useEffect(() => field.current?.focus(), []);
  const from = (state as { from?: { pathname: string; search: string } } | null)?.from;
  const { form, submit, busy, failure } = useSchemaForm({
    schema: ssoStartRequest,
    initialValues: { email: '' },
    call: async ({ email }) => {
      const { url } = await startSignOn({ email, ...(from && { to: from.pathname + from.search }) });
      location.assign(url);
    },
    once: true,
    inPlace: true,
  });
  return (
    <FormCard title={t('sso.title')} text={t('sso.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap={24}>
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="username"
            ref={field}
            {...form.getInputProps('email')}
          />
          <Failure>{failure}</Failure>
          <SubmitButton busy={busy} busyLabel={t('sso.continuing')} size="lg" fullWidth>
            {t('sso.continue')}
          </SubmitButton>
        </Stack>
      </form>
      <PasswordLink />
    </FormCard>
  );
}

function PasswordLink() {
  const t = useText();
  return (
    <Text>
      <Anchor component={Link} to={paths.login}>
        {t('sso.withPassword')}
      </Anchor>
    </Text>
  );
}

type Target = { team_id: string; to: string | null };

function ProviderReturn({ query, onRestart }: { query: string; onRestart: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [pendingTarget, setPendingTarget] = useState<Target | null>(null);
  const started = useRef(false);

  async function open({ team_id, to }: Target): Promise<void> {
    queries.clear();
    await completeLogin();
    const team = (await fetchTeams()).find(({ id }) => id === team_id);
    if (team) storeTeam(team);
    navigate(to ?? paths.home, { replace: true });
  }
  useEffect(() => {
    // The provider's response can be used only once.
    if (started.current) return;
    started.current = true;
    finishSignOn({ query })
      .then((result) => (result.second_factor ? setPendingTarget(result) : open(result)))
      .catch((error) => setFailure(errorMessage(error)));
  });

  if (pendingTarget)
    return (
      <FormCard title={t('sso.title')}>
        <LoginCode
          action={t('action.login')}
          call={async (code) => {
            await signInWithCode({ code });
            await open(pendingTarget);
          }}
          expiredError="invalidCredentials"
          onStartOver={onRestart}
        />
      </FormCard>
    );
  if (failure === null) return <CardLoading />;
  return (
    <FormCard title={t('sso.failed')}>
      <Text role="alert">{failure}</Text>
      <SubmitButton busy={false} busyLabel="" size="lg" fullWidth onClick={onRestart}>
        {t('sso.again')}
      </SubmitButton>
      <PasswordLink />
    </FormCard>
  );
}

export default withTexts(SingleSignOnPage, singleSignOn);
