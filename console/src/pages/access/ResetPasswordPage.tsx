// Setting a new password, at `/reset-password`, where the link of the mail leads.
import { resetPasswordRequest } from '@godwit/contract/accounts';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { resetPassword } from '../../api/accounts.ts';
import { ApiError, waitWords } from '../../api/errors.ts';
import { DialogForm } from '../../components/Dialog.tsx';
import { checkConfirm, PasswordField } from '../../components/PasswordField.tsx';
import { toastError } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { resetLink } from '../../session/linkToken.ts';
import { enter } from '../../session/signIn.ts';
import { hasMarker } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { FormCard, NoticePage } from './FormCard.tsx';

const checkRequest = schemaResolver(resetPasswordRequest, { sync: true });

export default function ResetPasswordPage() {
  const [token] = useState(resetLink.token);
  const [isDead, setIsDead] = useState(false);
  const t = useText();
  // Opened without a link, or with one that has been used, replaced or is too old.
  if (token === null || isDead) {
    return (
      <NoticePage
        title={t(isDead ? 'reset.deadTitle' : 'reset.noLinkTitle')}
        text={t(isDead ? 'reset.deadText' : 'reset.noLinkText')}
        to={paths.forgotPassword}
        action={t('reset.requestNew')}
      />
    );
  }
  return <ResetForm token={token} onDeadLink={() => setIsDead(true)} />;
}

function ResetForm({ token, onDeadLink }: { token: string; onDeadLink: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { password: '', confirm: '' },
    validate: (values) => ({ ...checkRequest({ ...values, token }), ...checkConfirm(values, t) }),
  });
  const sending = useSubmit({
    form,
    call: async ({ password }) => {
      await resetPassword({ password, token });
      resetLink.forget();
      // Nothing of the person who was signed in here before.
      queries.clear();
      // With a second factor it is a new password and no session yet; Home then leads to the login.
      if (hasMarker()) await enter();
      navigate(paths.home, { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.password) return false;
      toastError(waitWords(error) ?? t('error.somethingWrong'));
      if (error instanceof ApiError && error.fields.token) {
        resetLink.forget();
        onDeadLink();
      }
      return true;
    },
    once: true,
  });
  // A link opened in a tab of its own has nothing to go back to.
  const goBack = () => (history.length > 1 ? navigate(-1) : navigate(paths.login));

  return (
    <FormCard title={t('reset.title')}>
      <DialogForm {...sending} action={t('action.save')} busyLabel={t('action.saving')} onCancel={goBack}>
        <PasswordField
          label={t('field.password')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('reset.confirm')}
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
      </DialogForm>
    </FormCard>
  );
}
