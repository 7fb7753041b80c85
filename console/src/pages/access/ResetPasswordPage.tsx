// Sets a new password, at `/reset-password`. The password mail links here.
import { resetPasswordRequest } from '@godwit/contract/accounts/accounts';
import { SOMETHING_WENT_WRONG } from '@godwit/contract/sentences/general';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { resetLinkQuery, resetPassword } from '../../api/visitor.ts';
import { DialogForm } from '../../components/dialog/Dialog.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { checkConfirm, NewPasswordField } from '../../components/form/NewPasswordField.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { toastError } from '../../components/toast/toast.ts';
import { paths } from '../../paths.ts';
import { isDeadLink, resetLink } from '../../session/linkToken.ts';
import { completeLogin } from '../../session/signIn.ts';
import { hasMarker } from '../../session/storage.ts';
import { registration } from '../../text/registration/en.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { bold } from '../../ui/richText.tsx';
import { CardFailed, CardLoading, FormCard, NoticePage } from './FormCard.tsx';

const checkRequest = validateBy(resetPasswordRequest);

function ResetPasswordPage() {
  const [token] = useState(resetLink.token);
  return token === null ? <NoLink /> : <LinkedPage token={token} />;
}

/** Shown without a link, or if the link was used, replaced or has expired. */
function NoLink({ dead = false }: { dead?: boolean }) {
  const t = useText();
  return (
    <NoticePage
      title={t(dead ? 'reset.deadTitle' : 'reset.noLinkTitle')}
      text={t(dead ? 'reset.deadText' : 'reset.noLinkText')}
      to={paths.forgotPassword}
      action={t('reset.requestNew')}
    />
  );
}

function LinkedPage({ token }: { token: string }) {
  const { data: link, error, refetch } = useQuery(resetLinkQuery(token));
  const [expired, setExpired] = useState(false);
  if (expired || isDeadLink(error)) return <NoLink dead />;
  if (error) return <CardFailed error={error} onRetry={refetch} />;
  if (!link) return <CardLoading />;
  return <ResetForm token={token} email={link.email} onDeadLink={() => setExpired(true)} />;
}

type Props = { token: string; email: string; onDeadLink: () => void };

function ResetForm({ token, email, onDeadLink }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { password: '', confirm: '' },
    validate: (values) => ({ ...checkRequest({ ...values, token }), ...checkConfirm(values, t) }),
  });
  const submission = useSubmit({
    form,
    call: async ({ password }) => {
      await resetPassword({ password, token });
      resetLink.forget();
      // Discard the data of the user who was signed in before.
      queries.clear();
      // A user with a second factor has no session yet, so Home redirects to the login.
      if (hasMarker()) await completeLogin();
      navigate(paths.home, { replace: true });
    },
    onError: (error) => {
      if (!isDeadLink(error)) return false;
      toastError(translate(SOMETHING_WENT_WRONG));
      resetLink.forget();
      onDeadLink();
      return true;
    },
    once: true,
    inPlace: true,
  });
  // In a new tab there is no page to go back to.
  const goBack = () => (history.length > 1 ? navigate(-1) : navigate(paths.login));

  return (
    <FormCard title={t('reset.title')}>
      <DialogForm
        {...submission}
        text={t.rich('reset.for', { email, b: bold })}
        action={t('action.save')}
        busyLabel={t('action.saving')}
        onCancel={goBack}
      >
        <NewPasswordField label={t('field.password')} {...form.getInputProps('password')} />
        <PasswordField
          label={t('reset.confirm')}
          autoComplete="new-password"
          {...form.getInputProps('confirm')}
        />
      </DialogForm>
    </FormCard>
  );
}

export default withTexts(ResetPasswordPage, registration);
