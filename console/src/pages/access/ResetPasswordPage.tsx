// Setting a new password, at `/reset-password`, where the link of the mail leads.
import { resetPasswordRequest } from '@godwit/contract/accounts';
import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { resetPassword } from '../../api/accounts.ts';
import { ApiError, waitWords } from '../../api/errors.ts';
import { DialogForm } from '../../components/Dialog.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { toastError } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { resetLink } from '../../session/linkToken.ts';
import { enter } from '../../session/signIn.ts';
import { hasMarker } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FormCard } from './FormCard.tsx';

const checkRequest = schemaResolver(resetPasswordRequest, { sync: true });

export default function ResetPasswordPage() {
  const [token] = useState(resetLink.token);
  const [isDead, setIsDead] = useState(false);
  if (token === null || isDead) return <NoLink isDead={isDead} />;
  return <ResetForm token={token} onDeadLink={() => setIsDead(true)} />;
}

function ResetForm({ token, onDeadLink }: { token: string; onDeadLink: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirm: '' },
    validate: (values) => {
      const errors = checkRequest({ ...values, token });
      if (values.confirm === '') errors.confirm = t('signUp.confirmRequired');
      else if (values.confirm !== values.password) errors.confirm = t('reset.confirmDiffers');
      return errors;
    },
  });
  const sending = useSubmit({
    form,
    call: async ({ password }) => {
      await resetPassword({ password, token });
      resetLink.forget();
      // Nothing of whoever was signed in here before.
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
  const field = (name: 'password' | 'confirm') => ({ key: form.key(name), ...form.getInputProps(name) });

  return (
    <FormCard title={t('reset.title')}>
      <DialogForm {...sending} action={t('action.save')} busyLabel={t('action.saving')} onCancel={goBack}>
        <PasswordField label={t('field.password')} autoComplete="new-password" {...field('password')} />
        <PasswordField label={t('reset.confirm')} autoComplete="new-password" {...field('confirm')} />
      </DialogForm>
    </FormCard>
  );
}

/** Opened without a link, or with one that has been used, replaced or is too old. */
function NoLink({ isDead }: { isDead: boolean }) {
  const t = useText();
  const title = t(isDead ? 'reset.deadTitle' : 'reset.noLinkTitle');
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <main>
      <Notice title={title} text={t(isDead ? 'reset.deadText' : 'reset.noLinkText')}>
        <Button component={Link} to={paths.forgotPassword}>
          {t('reset.requestNew')}
        </Button>
      </Notice>
    </main>
  );
}
