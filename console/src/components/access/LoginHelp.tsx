// Help for people who cannot sign in: the password reset mail, in a dialog and on its own page, and the
// activation mail.
import { requestResetRequest } from '@godwit/contract/accounts/accounts';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { requestActivation, requestReset } from '../../api/visitor.ts';
import { registration } from '../../text/registration/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { Dialog, type Opening } from '../dialog/Dialog.tsx';
import { useAction, useSchemaForm } from '../form/useSubmit.ts';
import { toastSuccess } from '../toast/toast.ts';

type Props = {
  submitLabel: string;
  /** The email typed so far. */
  email?: string;
  /** Called after the mail was sent, to remove the form. Without it, the form stays for another mail. */
  onSent?: () => void;
};

export function ForgotPasswordForm({ submitLabel, email = '', onSent }: Props) {
  const t = useText();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: requestResetRequest,
    initialValues: { email },
    call: async (values) => {
      await requestReset(values);
      toastSuccess(t('forgot.sent'));
      onSent?.();
    },
    once: onSent !== undefined,
    inPlace: true,
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Failure>{failure}</Failure>
        <SubmitButton busy={busy} busyLabel={t('action.sending')} size="lg" fullWidth>
          {submitLabel}
        </SubmitButton>
      </Stack>
    </form>
  );
}

/** Opens over the login page or the re-login dialog. */
export const ForgotPasswordModal = withTexts(function ForgotPasswordModal({
  opened,
  onClose,
  email,
}: Opening & { email: string }) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('forgot.title')} stackId="forgot-password">
      <Text c="dimmed" mb={24}>
        {t('forgot.text')}
      </Text>
      <ForgotPasswordForm submitLabel={t('forgot.request')} email={email} onSent={onClose} />
    </Dialog>
  );
}, registration);

/** Sends the activation mail again. */
export const ResendLink = withTexts(function ResendLink({ email }: { email: string }) {
  const t = useText();
  const { run, busy, failure } = useAction({
    call: async () => {
      await requestActivation({ email });
      toastSuccess(t('activation.sent'));
    },
    inPlace: true,
  });
  return (
    <>
      <Anchor component="button" type="button" disabled={busy} onClick={() => run()}>
        {t('login.resend')}
      </Anchor>
      {/* The error is inside the alert of the login form. */}
      {failure === null ? null : (
        <Text mt={8} c="var(--danger)">
          {failure}
        </Text>
      )}
    </>
  );
}, registration);
