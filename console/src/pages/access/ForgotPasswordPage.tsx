// Asking for a new password, at `/forgot-password`; the same request as the login page's dialog.
import { Text } from '@mantine/core';
import { ForgotPasswordForm } from '../../components/LoginHelp.tsx';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { FormCard } from './FormCard.tsx';

export default function ForgotPasswordPage() {
  const t = useText();
  return (
    <FormCard title={t('forgot.title')} back={paths.login}>
      <Text c="dimmed" mb={24}>
        {t('forgot.text')}
      </Text>
      <ForgotPasswordForm submitLabel={t('forgot.send')} />
    </FormCard>
  );
}
