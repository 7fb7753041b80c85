// The email and password form of the login page and the re-login dialog.
import { loginRequest, type Profile } from '@godwit/contract/accounts/accounts';
import { WRONG_LOGIN_CODES } from '@godwit/contract/errorCodes';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Suspense, useState } from 'react';
import { ApiError, errorMessage, isError } from '../../api/errors.ts';
import { signIn, signInWithCode } from '../../session/signIn.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { atFields, focusFirstError, useLanguageOfErrors, validateBy } from '../form/errors.ts';
import { PasswordField } from '../form/PasswordField.tsx';
import { lazyPart } from '../lazyPart.ts';

/** An error shown in the form. `canResend` offers to send the activation mail again. */
type Refusal = { text: string; canResend?: boolean };

function refusalOf(error: unknown, t: Translate): Refusal {
  if (error instanceof ApiError && WRONG_LOGIN_CODES.includes(error.code)) return { text: t('login.wrong') };
  if (isError(error, 'emailNotVerified')) return { text: t('login.notVerified'), canResend: true };
  return { text: errorMessage(error) };
}

// Loaded separately, because most logins do not need them. Hovering or focusing the link loads the help in
// advance.
const LoginCode = lazyPart(() => import('./CodeForm.tsx'), 'LoginCode');
const loadHelp = () => import('./LoginHelp.tsx');
const ForgotPassword = lazyPart(loadHelp, 'ForgotPasswordModal');
const ResendLink = lazyPart(loadHelp, 'ResendLink');

type Props = {
  onSignedIn: (profile: Profile) => void;
  /** The label of the link to the password reset. */
  forgotLabel: string;
  /** The initial email, for example of the person whose session ended. */
  email?: string | undefined;
};

/** If the account has a second factor, the form asks for its code after the password. */
export function LoginForm({ onSignedIn, forgotLabel, email = '' }: Props) {
  const t = useText();
  const [codeRequired, setCodeRequired] = useState(false);
  const [start, setStart] = useState<Start>({ email });

  function requireCode(user: string): void {
    setStart({ email: user });
    setCodeRequired(true);
  }
  function startOver(text?: string): void {
    setStart({ ...start, restarted: true, ...(text !== undefined && { refusal: { text } }) });
    setCodeRequired(false);
  }

  if (!codeRequired) {
    return (
      <PasswordForm
        start={start}
        forgotLabel={forgotLabel}
        onSignedIn={onSignedIn}
        onCodeRequired={requireCode}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      <LoginCode
        action={t('action.login')}
        call={async (code) => onSignedIn(await signInWithCode({ code }))}
        expiredError="invalidCredentials"
        onStartOver={startOver}
      />
    </Suspense>
  );
}

/** The initial state of the form. After a restart it has an email and possibly an error. */
type Start = { email: string; restarted?: true; refusal?: Refusal };
/**
 * After a restart, the form takes the focus from the one it replaces. In a dialog that opens, Mantine sets
 * the focus.
 */
const focus = (field: HTMLInputElement | null): void => field?.focus();
type PasswordFormProps = Omit<Props, 'email'> & { start: Start; onCodeRequired: (user: string) => void };

function useSignIn({ start, onSignedIn, onCodeRequired }: Omit<PasswordFormProps, 'forgotLabel'>) {
  const t = useText();
  const [refusal, setRefusal] = useState(start.refusal ?? null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { user_id: start.email, password: '' },
    validate: validateBy(loginRequest),
    onValuesChange: () => setRefusal(null),
  });
  useLanguageOfErrors(form);
  // Does not use useSubmit, because that would load the query cache on the first visit.
  const [busy, setBusy] = useState(false);
  const submit = form.onSubmit(async (values) => {
    setBusy(true);
    try {
      const profile = await signIn(values);
      if (profile) onSignedIn(profile);
      else onCodeRequired(values.user_id);
    } catch (error) {
      if (!atFields(form, error)) setRefusal(refusalOf(error, t));
      setBusy(false);
    }
  }, focusFirstError);
  return { form, submit, busy, refusal };
}

function PasswordForm({ start, forgotLabel, onSignedIn, onCodeRequired }: PasswordFormProps) {
  const t = useText();
  const { email } = start;
  const { form, submit, busy, refusal } = useSignIn({ start, onSignedIn, onCodeRequired });
  // The email typed when the dialog was opened. It stays set while the dialog fades out.
  const [forgotFor, setForgotFor] = useState<string | null>(null);
  const [isForgot, setForgot] = useState(false);

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap={24}>
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="username"
            data-autofocus={email === '' || undefined}
            key={form.key('user_id')}
            {...form.getInputProps('user_id')}
          />
          <div>
            <PasswordField
              {...(start.restarted ? { ref: focus } : {})}
              label={t('field.password')}
              autoComplete="current-password"
              data-autofocus={email !== '' || undefined}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Anchor
              component="button"
              type="button"
              display="block"
              mih={24}
              m="10px 0 -2px auto"
              fw={400}
              onPointerEnter={loadHelp}
              onFocus={loadHelp}
              onClick={() => {
                setForgotFor(form.getValues().user_id);
                setForgot(true);
              }}
            >
              {forgotLabel}
            </Anchor>
          </div>
          <div role="alert" hidden={refusal === null}>
            <Text mb={8} c="var(--danger)">
              {refusal?.text}
            </Text>
            {refusal?.canResend ? (
              <Suspense fallback={null}>
                <ResendLink email={form.getValues().user_id} />
              </Suspense>
            ) : null}
          </div>
          <SubmitButton busy={busy} busyLabel={t('login.busy')} size="lg" fullWidth>
            {t('action.login')}
          </SubmitButton>
        </Stack>
      </form>
      {/* Outside the form, because submitting the dialog must not submit the login. */}
      {forgotFor === null ? null : (
        <Suspense fallback={null}>
          <ForgotPassword opened={isForgot} email={forgotFor} onClose={() => setForgot(false)} />
        </Suspense>
      )}
    </>
  );
}
