// Registration, at `/sign-up`, and its form, which stands behind an invitation too.
import { type RegionCode, registerRequest } from '@godwit/contract/accounts';
import { Anchor, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from 'react-router';
import { register } from '../../api/accounts.ts';
import { isError } from '../../api/errors.ts';
import { checkBy } from '../../components/formErrors.ts';
import { NewPasswordField } from '../../components/NewPasswordField.tsx';
import { checkConfirm, PasswordField } from '../../components/PasswordField.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useLanguage } from '../../text/language.ts';
import { lists } from '../../text/lists.ts';
import { registration } from '../../text/registration.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { AccessLayout } from './AccessLayout.tsx';

const checkRequest = checkBy(registerRequest);

function SignUpPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <AccessLayout title={t('signUp.title')} long>
      <SignUpForm onRegistered={({ email }) => navigate(paths.verificationRequired, { state: { email } })} />
      <Text c="dimmed" mt={24}>
        {t('signUp.haveAccount')}{' '}
        <Anchor component={Link} to={paths.login}>
          {t('action.login')}
        </Anchor>
      </Text>
    </AccessLayout>
  );
}

type Props = {
  /** The address and the token of an invitation, which proves it. */
  invited?: { email: string; invitation: string };
  /** The account is there. */
  onRegistered: (account: { email: string; password: string }) => Promise<void> | void;
};

export function SignUpForm({ invited, onRegistered }: Props) {
  const t = useText();
  const { language } = useLanguage();
  const form = useForm({
    initialValues: {
      first_name: '',
      last_name: '',
      email: invited?.email ?? '',
      password: '',
      confirm: '',
      region_code: 'LK' as RegionCode,
    },
    validate: (values) => ({
      ...checkRequest(values),
      ...checkConfirm(values, t, 'signUp.confirmDiffers'),
    }),
  });
  const { submit, busy, failure } = useSubmit({
    form,
    call: async ({ confirm: _, ...values }) => {
      await register({ ...values, ...invited, language });
      await onRegistered(values);
    },
    onError: (error) => {
      const taken = isError(error, 'emailTaken');
      if (taken) form.setFieldError('email', t('signUp.emailTaken'));
      return taken;
    },
    once: true,
    inPlace: true,
  });
  const field = form.getInputProps;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <SimpleGrid minColWidth={161} autoFlow="auto-fit" verticalSpacing={24}>
          <TextInput label={t('field.firstName')} autoComplete="given-name" {...field('first_name')} />
          <TextInput label={t('field.lastName')} autoComplete="family-name" {...field('last_name')} />
        </SimpleGrid>
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="email"
          readOnly={invited !== undefined}
          {...field('email')}
        />
        <NewPasswordField label={t('field.password')} {...field('password')} />
        <PasswordField label={t('signUp.confirm')} autoComplete="new-password" {...field('confirm')} />
        <Select
          label={t('field.region')}
          data={[
            { value: 'LK', label: t('region.LK') },
            { value: 'AU', label: t('region.AU') },
          ]}
          {...field('region_code')}
        />
        <Failure>{failure}</Failure>
        <SubmitButton busy={busy} busyLabel={t('signUp.busy')} size="lg" fullWidth>
          {t('signUp.submit')}
        </SubmitButton>
      </Stack>
    </form>
  );
}

export default withTexts(SignUpPage, { ...lists, ...registration });
