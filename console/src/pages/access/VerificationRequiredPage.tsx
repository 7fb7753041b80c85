// After registration, at `/verification-required`: look into the inbox, or have the mail sent again.
import { requestActivationRequest } from '@godwit/contract/accounts';
import { Anchor, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useLocation } from 'react-router';
import { requestActivation } from '../../api/accounts.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { AccessLayout } from './AccessLayout.tsx';
import classes from './access.module.css';

/** The address comes through the navigation's state; opened directly, the page asks for it. */
function emailIn(state: unknown): string {
  const known = requestActivationRequest.safeParse(state);
  return known.success ? known.data.email : '';
}

export default function VerificationRequiredPage() {
  const t = useText();
  const known = emailIn(useLocation().state);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: known },
    validate: schemaResolver(requestActivationRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => {
      await requestActivation(values);
      toastSuccess(t('activation.sent'));
    },
  });

  return (
    <AccessLayout title={t('verification.title')}>
      <p className={classes.lead}>{t('verification.text')}</p>
      <p className={classes.lead}>
        {known
          ? t.rich('verification.sentTo', { email: known, b: (words) => <b key="email">{words}</b> })
          : t('verification.askEmail')}
      </p>
      <form onSubmit={submit} noValidate className={classes.form}>
        {known ? null : (
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
        )}
        <div className={classes.row}>
          <SubmitButton busy={busy} busyLabel={t('action.sending')}>
            {t('verification.resend')}
          </SubmitButton>
          <Anchor component={Link} to={paths.login}>
            {t('action.login')}
          </Anchor>
        </div>
      </form>
    </AccessLayout>
  );
}
