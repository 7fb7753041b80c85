// Registration, at `/sign-up`.
import { type RegionCode, registerRequest } from '@godwit/contract/accounts';
import { Anchor, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from 'react-router';
import { register } from '../../api/accounts.ts';
import { ApiError } from '../../api/errors.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { AccessLayout } from './AccessLayout.tsx';
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

export default function SignUpPage() {
  const t = useText();
  const navigate = useNavigate();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { first_name: '', last_name: '', email: '', password: '', confirm: '', region_code: 'LK' },
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
      await register(values);
      navigate(paths.verificationRequired, { state: { email: values.email } });
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
    <AccessLayout title={t('signUp.title')} long>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.pair}>
          <TextInput label={t('signUp.firstName')} autoComplete="given-name" {...field('first_name')} />
          <TextInput label={t('signUp.lastName')} autoComplete="family-name" {...field('last_name')} />
        </div>
        <TextInput label={t('signUp.email')} type="email" autoComplete="email" {...field('email')} />
        <PasswordField label={t('signUp.password')} autoComplete="new-password" {...field('password')} />
        <PasswordField label={t('signUp.confirm')} autoComplete="new-password" {...field('confirm')} />
        <Select
          label={t('signUp.region')}
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
      <p className={classes.after}>
        {t('signUp.haveAccount')}{' '}
        <Anchor component={Link} to={paths.login}>
          {t('signUp.login')}
        </Anchor>
      </p>
    </AccessLayout>
  );
}
