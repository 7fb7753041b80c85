// After registration, at `/verification-required`: asks the user to check the inbox, and offers to send the
// mail again or to correct the email.
import { requestActivationRequest } from '@godwit/contract/accounts/accounts';
import { Anchor, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { registration } from '../../text/registration/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { AccessLayout } from './AccessLayout.tsx';
import { ResendForm } from './ResendForm.tsx';

/** The email in the navigation state; empty if the page was opened directly. */
function emailIn(state: unknown): string {
  const parsed = requestActivationRequest.safeParse(state);
  return parsed.success ? parsed.data.email : '';
}

function VerificationRequiredPage() {
  const t = useText();
  const { state } = useLocation();
  const email = emailIn(state);
  const boldEmail = (children: ReactNode) => (
    <Text key="email" component="b" inherit c="var(--text)" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
  return (
    <AccessLayout title={t('verification.title')}>
      <Stack gap={24} mb={24} c="dimmed" fz={16} lh="24px">
        <p>{t('verification.text')}</p>
        <p>
          {email ? t.rich('verification.sentTo', { email, b: boldEmail }) : t('verification.askEmail')}
          {email ? (
            <Anchor component={Link} to={paths.signUp} state={state} display="block" mt={4}>
              {t('verification.wrongAddress')}
            </Anchor>
          ) : null}
        </p>
      </Stack>
      <ResendForm email={email}>
        <Anchor component={Link} to={paths.login}>
          {t('action.login')}
        </Anchor>
      </ResendForm>
    </AccessLayout>
  );
}

export default withTexts(VerificationRequiredPage, registration);
