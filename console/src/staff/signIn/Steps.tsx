// The steps of the sign-in, on the sign-in page and in the re-login dialog.
import { type SignInStep, staffLoginRequest, staffPasswordRequest } from '@godwit/contract/staff/accounts';
import { Box, Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { errorMessage, isError, retryAfterText } from '../../api/errors.ts';
import { CodeField, LoginCode, useCodeForm } from '../../components/access/CodeForm.tsx';
import { AppSecret, RecoveryCodes } from '../../components/access/SecondFactor.tsx';
import { NewPasswordField } from '../../components/form/NewPasswordField.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useAction, useSchemaForm, useSubmit } from '../../components/form/useSubmit.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import {
  beginEnrolment,
  changePassword,
  confirmEnrolment,
  login,
  signInQuery,
  startSignOn,
  submitCode,
} from '../api/client.ts';

type Props = {
  /** The current step of this browser, for example after a reload between two steps. */
  start?: SignInStep | null;
  /** The email of the person, if known. */
  email?: string;
  onSignedIn: () => void;
  /** Reports the title of the current step. */
  onTitle: (title: string) => void;
};

/** Without NONE, which ends the sign-in. */
type Stage = 'LOGIN' | Exclude<SignInStep, 'NONE'>;

export function Steps({ start, email = '', onSignedIn, onTitle }: Props) {
  const t = useText();
  const [stage, setStage] = useState<Stage>(start && start !== 'NONE' ? start : 'LOGIN');
  const [codes, setCodes] = useState<string[] | null>(null);
  const title = codes ? t('recovery.codes') : titleOf(stage, t);
  useEffect(() => onTitle(title), [onTitle, title]);

  function follow(next: SignInStep): void {
    if (next === 'NONE') onSignedIn();
    else setStage(next);
  }

  // The ten minutes between the steps have passed, so the sign-in starts again.
  const startOver = () => setStage('LOGIN');

  if (codes) return <RecoveryCodes codes={codes} onDone={onSignedIn} />;
  if (stage === 'LOGIN') return <LoginStep email={email} onNext={follow} />;
  if (stage === 'CHANGE_PASSWORD') return <PasswordStep onNext={follow} onExpired={startOver} />;
  if (stage === 'ENROL') return <EnrolStep onCodes={setCodes} onExpired={startOver} />;
  return (
    <LoginCode
      action={t('staff.signIn.submit')}
      call={async (code) => follow((await submitCode({ code })).next)}
      expiredError="notSignedIn"
      onStartOver={startOver}
    />
  );
}

/** Shown if the operator has set up single sign-on. */
function SignOnButton() {
  const t = useText();
  const { data } = useQuery(signInQuery);
  const { run, busy } = useAction({
    call: async () => location.assign((await startSignOn()).url),
    once: true,
  });
  if (!data?.single_sign_on) return null;
  return (
    <SubmitButton
      variant="default"
      busy={busy}
      busyLabel={t('staff.signIn.ssoBusy')}
      size="lg"
      fullWidth
      onClick={() => run()}
    >
      {t('staff.signIn.sso')}
    </SubmitButton>
  );
}

function titleOf(stage: Stage, t: Translate): string {
  if (stage === 'CHANGE_PASSWORD') return t('staff.signIn.newPassword');
  if (stage === 'ENROL') return t('staff.signIn.enrol');
  if (stage === 'CODE') return t('staff.signIn.codeTitle');
  return t('staff.signIn.title');
}

type StepProps = { onNext: (next: SignInStep) => void };
type LaterProps = { onExpired: () => void };

const isExpired = (error: unknown): boolean => isError(error, 'notSignedIn');

function LoginStep({ email, onNext }: StepProps & { email: string }) {
  const t = useText();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(staffLoginRequest, { sync: true }),
    onValuesChange: () => setRefusal(null),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => onNext((await login(values)).next),
    onError: (error) => {
      const wrong = isError(error, 'invalidCredentials');
      // The server says whether the password is wrong or the one-time password has expired.
      const text = wrong ? errorMessage(error) : retryAfterText(error);
      setRefusal(text);
      return text !== null;
    },
  });
  return (
    <Form submit={submit} refusal={refusal}>
      <TextInput
        label={t('field.email')}
        type="email"
        autoComplete="username"
        data-autofocus={email === '' || undefined}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        data-autofocus={email !== '' || undefined}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <SubmitButton busy={busy} busyLabel={t('login.busy')} size="lg" fullWidth>
        {t('staff.signIn.submit')}
      </SubmitButton>
      <SignOnButton />
    </Form>
  );
}

function PasswordStep({ onNext, onExpired }: StepProps & LaterProps) {
  const t = useText();
  const { form, submit, busy } = useSchemaForm({
    schema: staffPasswordRequest,
    initialValues: { password: '' },
    call: async (values) => onNext((await changePassword(values)).next),
    onError: (error) => handleExpired(error, onExpired),
  });
  return (
    <Form submit={submit} text={t('staff.signIn.newPasswordText')}>
      <NewPasswordField
        label={t('staff.signIn.newPasswordLabel')}
        autoFocus
        {...form.getInputProps('password')}
      />
      <SubmitButton busy={busy} busyLabel={t('action.saving')} size="lg" fullWidth>
        {t('staff.signIn.savePassword')}
      </SubmitButton>
    </Form>
  );
}

function handleExpired(error: unknown, onOver: () => void): boolean {
  if (!isExpired(error)) return false;
  onOver();
  return true;
}

function EnrolStep({ onCodes, onExpired }: { onCodes: (codes: string[]) => void } & LaterProps) {
  const t = useText();
  // Called only once, because each call creates another secret.
  const enrolment = useQuery({
    queryKey: ['staff', 'enrolment'],
    queryFn: beginEnrolment,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { form, submit, busy, failure } = useCodeForm(
    async (code) => onCodes((await confirmEnrolment({ code })).recovery_codes),
    (error) => handleExpired(error, onExpired),
  );
  if (enrolment.isError) {
    return (
      <Form text={errorMessage(enrolment.error)}>
        <Button
          variant="outline"
          onClick={isExpired(enrolment.error) ? onExpired : () => enrolment.refetch()}
        >
          {isExpired(enrolment.error) ? t('login.startOver') : t('action.tryAgain')}
        </Button>
      </Form>
    );
  }
  if (!enrolment.data) return <Box aria-busy="true" mih={240} />;
  return (
    <Form submit={submit} refusal={failure}>
      <AppSecret {...enrolment.data} />
      <CodeField form={form} />
      <SubmitButton busy={busy} busyLabel={t('secondFactor.checking')} size="lg" fullWidth>
        {t('staff.confirm')}
      </SubmitButton>
    </Form>
  );
}

type FormProps = {
  submit?: (event?: React.FormEvent<HTMLFormElement>) => void;
  text?: string;
  refusal?: string | null;
  children: ReactNode;
};

function Form({ submit, text, refusal, children }: FormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={20}>
        {text ? <Text c="dimmed">{text}</Text> : null}
        {children}
        <Text role="alert" hidden={!refusal} c="var(--danger)">
          {refusal}
        </Text>
      </Stack>
    </form>
  );
}
