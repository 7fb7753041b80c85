// The page that the activation mail links to, at `/activate` and `/activated`. Programs open links in mails
// before people do, so the button confirms the email. Without a link, `?status=true` means success.
import type { Activation } from '@godwit/contract/accounts/accounts';
import { Anchor, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { activate, activationQuery, visitorQuery } from '../../api/visitor.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastInfo, toastSuccess } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { activationLink, isDeadLink } from '../../session/linkToken.ts';
import { completeLogin } from '../../session/signIn.ts';
import { hasMarker, subscribeToStorage } from '../../session/storage.ts';
import { registration } from '../../text/registration/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { bold } from '../../ui/richText.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { CardFailed, CardLoading, FormCard, NoticePage } from './FormCard.tsx';
import { ResendForm } from './ResendForm.tsx';

function ActivatedPage() {
  const [query] = useSearchParams();
  const [token] = useState(activationLink.token);
  if (query.get('status') === 'true') return <Confirmed />;
  if (token !== null) return <LinkedPage token={token} />;
  return <Failed email="" noLink={!query.has('status')} />;
}

function LinkedPage({ token }: { token: string }) {
  const { data: link, error, refetch } = useQuery(activationQuery(token));
  const [result, setResult] = useState<Result | null>(null);
  const state = result ?? link?.state;
  if (isDeadLink(error)) return <Failed email="" />;
  if (error) return <CardFailed error={error} onRetry={refetch} />;
  if (!link) return <CardLoading />;
  if (state === 'CONFIRMED') return <ConfirmedBefore email={link.email} />;
  if (state === 'ELSEWHERE') return <Confirmed elsewhere />;
  if (state === 'DEAD') return <Failed email={link.email} />;
  return <ActivationForm token={token} email={link.email} onResult={setResult} />;
}

/** ELSEWHERE means confirmed here, but registered in another browser. */
type Result = Activation['state'] | 'ELSEWHERE';
type Props = { token: string; email: string; onResult: (state: Result) => void };

function ActivationForm({ token, email, onResult }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
  const { data: visitor } = useQuery({ ...visitorQuery, enabled: marker });
  const { run, busy, failure } = useAction({
    call: async () => {
      const { signed_in, other_browser: isElsewhere } = await activate({ token });
      activationLink.forget();
      if (!signed_in) return onResult(isElsewhere ? 'ELSEWHERE' : 'CONFIRMED');
      // Discard the data of the user who was signed in before.
      queries.clear();
      await completeLogin();
      toastSuccess(t('activate.done'));
      await navigate(paths.home, { replace: true });
    },
    onError: (error) => {
      // The link became invalid while its page was open.
      if (isDeadLink(error)) onResult('DEAD');
      return isDeadLink(error);
    },
    once: true,
    inPlace: true,
  });
  return (
    <FormCard title={t('activate.title')} text={t.rich('activate.text', { email, b: bold })}>
      {marker && visitor && visitor.email !== email ? (
        <Text>{t.rich('activate.asAnother', { mine: visitor.email, b: bold })}</Text>
      ) : null}
      <Failure>{failure}</Failure>
      <SubmitButton busy={busy} busyLabel={t('activate.busy')} size="lg" fullWidth onClick={() => run()}>
        {t('activate.confirm')}
      </SubmitButton>
    </FormCard>
  );
}

/** If the visitor is already signed in, the page continues to Home. */
function ConfirmedBefore({ email }: { email: string }) {
  const t = useText();
  const navigate = useNavigate();
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
  const { data: visitor, isPending } = useQuery({ ...visitorQuery, enabled: marker });
  const isSignedIn = marker && visitor?.email === email;
  const continueToHome = useEffectEvent(() => {
    toastInfo(t('activate.before'));
    void navigate(paths.home, { replace: true });
  });
  useEffect(() => {
    if (isSignedIn) continueToHome();
  }, [isSignedIn]);
  return isSignedIn || (marker && isPending) ? <CardLoading /> : <Confirmed />;
}

function Confirmed({ elsewhere = false }: { elsewhere?: boolean }) {
  const t = useText();
  return (
    <NoticePage
      title={t('activated.okTitle')}
      text={t(elsewhere ? 'activated.elsewhere' : 'activated.okText')}
      to={paths.login}
      action={t('activated.okLink')}
    />
  );
}

/** `noLink` means that the page has no link: it was opened without one, or reloaded. */
function Failed({ email, noLink = false }: { email: string; noLink?: boolean }) {
  const t = useText();
  const title = t(noLink ? 'reset.noLinkTitle' : 'activated.failTitle');
  return (
    <FormCard title={title} text={t(noLink ? 'activated.noLinkText' : 'activated.failText')}>
      <ResendForm email={email}>
        <Anchor component={Link} to={paths.signUp}>
          {t('activated.failLink')}
        </Anchor>
      </ResendForm>
    </FormCard>
  );
}

export default withTexts(ActivatedPage, registration);
