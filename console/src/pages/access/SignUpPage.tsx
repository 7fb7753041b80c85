// Registration, at `/sign-up`, and its form, which an invitation also uses.
import { type RegionCode, type RegisterRequest, registerRequest } from '@godwit/contract/accounts/accounts';
import { Anchor, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useLocation, useNavigate } from 'react-router';
import { isError } from '../../api/errors.ts';
import { register } from '../../api/visitor.ts';
import { validateBy } from '../../components/form/errors.ts';
import { checkConfirm, NewPasswordField } from '../../components/form/NewPasswordField.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { paths } from '../../paths.ts';
import { useLanguage } from '../../text/language.ts';
import { lists } from '../../text/lists/en.ts';
import { registration } from '../../text/registration/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { AccessLayout } from './AccessLayout.tsx';

const checkRequest = validateBy(registerRequest);

/** The values of a user who returns to correct the email; the password is not kept. */
const previousValues = registerRequest
  .pick({ first_name: true, last_name: true, email: true, region_code: true })
  .partial();

function valuesIn(state: unknown) {
  const { success, data } = previousValues.safeParse(state);
  return success ? data : {};
}

function SignUpPage() {
  const t = useText();
  const navigate = useNavigate();
  const initial = valuesIn(useLocation().state);
  return (
    <AccessLayout title={t('signUp.title')} long>
      <SignUpForm
        initial={initial}
        onRegistered={({ password: _, ...state }) => navigate(paths.verificationRequired, { state })}
      />
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
  /** The email and the token of an invitation. The token proves the email. */
  invited?: { email: string; invitation: string };
  /** The initial values, if the user has to correct the email. */
  initial?: ReturnType<typeof valuesIn>;
  /** Called once the account exists. */
  onRegistered: (account: Omit<RegisterRequest, 'language' | 'invitation'>) => Promise<void> | void;
};

export function SignUpForm({ invited, initial, onRegistered }: Props) {
  const t = useText();
  const { language } = useLanguage();
  const form = useForm({
    initialValues: {
      first_name: initial?.first_name ?? '',
      last_name: initial?.last_name ?? '',
      email: invited?.email ?? initial?.email ?? '',
      password: '',
      confirm: '',
      region_code: initial?.region_code ?? ('LK' as RegionCode),
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
      const isAccepted = isError(error, 'emailTaken');
      if (isAccepted) form.setFieldError('email', t('signUp.emailTaken'));
      return isAccepted;
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
          autoFocus={initial?.email !== undefined}
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
