// Registration, at `/sign-up`.
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { AccessLayout } from './AccessLayout.tsx';
import classes from './access.module.css';
import { SignUpForm } from './SignUpForm.tsx';

export default function SignUpPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <AccessLayout title={t('signUp.title')} long>
      <SignUpForm onRegistered={({ email }) => navigate(paths.verificationRequired, { state: { email } })} />
      <p className={classes.after}>
        {t('signUp.haveAccount')}{' '}
        <Anchor component={Link} to={paths.login}>
          {t('action.login')}
        </Anchor>
      </p>
    </AccessLayout>
  );
}
