// The fields of a registration, on the sign-up page and behind an invitation.
import { type RegionCode, registerRequest } from '@godwit/contract/accounts';
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { register } from '../../api/accounts.ts';
import { ApiError } from '../../api/errors.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './access.module.css';

const EMAIL_TAKEN = 4000;
const checkRequest = schemaResolver(registerRequest, { sync: true });

type Values = {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  confirm: string;
  region_code: RegionCode;
};

type Props = {
  /** The address and the token of an invitation, which proves it. */
  invited?: { email: string; invitation: string };
  /** The account is there. */
  onRegistered: (account: { email: string; password: string }) => Promise<void> | void;
};

export function SignUpForm({ invited, onRegistered }: Props) {
  const t = useText();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: {
      first_name: '',
      last_name: '',
      email: invited?.email ?? '',
      password: '',
      confirm: '',
      region_code: 'LK',
    },
    validate: (values) => {
      const errors = checkRequest(values);
      if (values.confirm === '') errors.confirm = t('signUp.confirmRequired');
      else if (values.confirm !== values.password) errors.confirm = t('signUp.confirmDiffers');
      return errors;
    },
  });
  const { submit, busy } = useSubmit({
    form,
    call: async ({ confirm: _, ...values }) => {
      await register(invited ? { ...values, ...invited } : values);
      await onRegistered(values);
    },
    onError: (error) => {
      const taken = error instanceof ApiError && error.code === EMAIL_TAKEN;
      if (taken) form.setFieldError('email', t('signUp.emailTaken'));
      return taken;
    },
    once: true,
  });
  const field = (name: keyof Values) => ({ key: form.key(name), ...form.getInputProps(name) });

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.pair}>
        <TextInput label={t('field.firstName')} autoComplete="given-name" {...field('first_name')} />
        <TextInput label={t('field.lastName')} autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextInput
        label={t('field.email')}
        type="email"
        autoComplete="email"
        readOnly={invited !== undefined}
        {...field('email')}
      />
      <PasswordField label={t('field.password')} autoComplete="new-password" {...field('password')} />
      <PasswordField label={t('signUp.confirm')} autoComplete="new-password" {...field('confirm')} />
      <Select
        label={t('field.region')}
        data={[
          { value: 'LK', label: t('region.LK') },
          { value: 'AU', label: t('region.AU') },
        ]}
        {...field('region_code')}
      />
      <SubmitButton busy={busy} busyLabel={t('signUp.busy')} size="lg" fullWidth>
        {t('signUp.submit')}
      </SubmitButton>
    </form>
  );
}
