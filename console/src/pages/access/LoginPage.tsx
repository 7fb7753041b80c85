// Login, at `/`. A visitor who was redirected here returns to the requested page.
import { Anchor, Text } from '@mantine/core';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { LoginForm } from '../../components/access/LoginForm.tsx';
import { paths } from '../../paths.ts';
import { hasMarker } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { AccessLayout } from './AccessLayout.tsx';

/** Returns the address to open after login: the page that redirected the visitor here, otherwise Home. */
function destination(state: { from?: { pathname: string; search?: string } } | null): string {
  return state?.from ? state.from.pathname + (state.from.search ?? '') : paths.home;
}

export default function LoginPage() {
  const t = useText();
  const location = useLocation();
  const navigate = useNavigate();
  const to = destination(location.state);
  if (hasMarker()) return <Navigate to={to} replace />;

  return (
    <AccessLayout title={t('action.login')}>
      <LoginForm forgotLabel={t('login.forgot')} onSignedIn={() => navigate(to, { replace: true })} />
      <Text c="dimmed" mt={24}>
        {t('login.newHere')}{' '}
        <Anchor component={Link} to={paths.signUp}>
          {t('signUp.title')}
        </Anchor>
      </Text>
      <Anchor component={Link} to={paths.singleSignOn} state={location.state}>
        {t('login.sso')}
      </Anchor>
    </AccessLayout>
  );
}
