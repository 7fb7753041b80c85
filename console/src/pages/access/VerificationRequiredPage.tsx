// After registration, at `/verification-required`: look into the inbox, have the mail sent again, or go back
// where the address is wrong.
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

/** The address comes through the navigation's state; opened directly, the page asks for it. */
function emailIn(state: unknown): string {
  const known = requestActivationRequest.safeParse(state);
  return known.success ? known.data.email : '';
}

function VerificationRequiredPage() {
  const t = useText();
  const { state } = useLocation();
  const known = emailIn(state);
  const address = (words: ReactNode) => (
    <Text key="email" component="b" inherit c="var(--text)" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {words}
    </Text>
  );
  return (
    <AccessLayout title={t('verification.title')}>
      <Stack gap={24} mb={24} c="dimmed" fz={16} lh="24px">
        <p>{t('verification.text')}</p>
        <p>
          {known ? t.rich('verification.sentTo', { email: known, b: address }) : t('verification.askEmail')}
          {known ? (
            <Anchor component={Link} to={paths.signUp} state={state} display="block" mt={4}>
              {t('verification.wrongAddress')}
            </Anchor>
          ) : null}
        </p>
      </Stack>
      <ResendForm email={known}>
        <Anchor component={Link} to={paths.login}>
          {t('action.login')}
        </Anchor>
      </ResendForm>
    </AccessLayout>
  );
}

export default withTexts(VerificationRequiredPage, registration);
