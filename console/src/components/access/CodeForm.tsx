// A form for a code of the authenticator app or a recovery code, for customers and staff.

import { codeRequest } from '@godwit/contract/accounts/secondFactor';
import type { ERROR_CODES } from '@godwit/contract/errorCodes';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { errorMessage, isError, retryAfterText } from '../../api/errors.ts';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { validateBy } from '../form/errors.ts';
import { useSubmit } from '../form/useSubmit.ts';

type Call = (code: string) => Promise<void>;

/**
 * The form around a CodeField. `onError` handles errors that are not about the code and returns whether it
 * did.
 */
export function useCodeForm(call: Call, onError: (error: unknown) => boolean = () => false) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: validateBy(codeRequest),
  });
  const sending = useSubmit({
    form,
    call: ({ code }) => call(code),
    onError: (error) => {
      const wait = retryAfterText(error);
      if (wait !== null) form.setFieldError('code', wait);
      return wait !== null || onError(error);
    },
    once: true,
    inPlace: true,
  });
  return { form, ...sending };
}

type FieldProps = { form: UseFormReturnType<{ code: string }>; hint?: string };

export function CodeField({ form, hint }: FieldProps) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  // The field replaces one that had the focus, or opens with its dialog.
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      label={t('login.code')}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data-autofocus
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      key={form.key('code')}
      {...form.getInputProps('code')}
    />
  );
}

const START = { alignSelf: 'flex-start' };

type LoginCodeProps = {
  /** The label of the button. */
  action: string;
  call: Call;
  /** The error that means that the login has expired. */
  expiredError: keyof typeof ERROR_CODES;
  /** Returns to email and password, with an error text if the login has expired. */
  onStartOver: (problem?: string) => void;
};

/** The second step of a login, after the password. */
export function LoginCode({ action, call, expiredError, onStartOver }: LoginCodeProps) {
  const t = useText();
  const { form, submit, busy, failure } = useCodeForm(call, (error) => {
    const isExpired = isError(error, expiredError);
    if (isExpired) onStartOver(errorMessage(error));
    return isExpired;
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <CodeField form={form} hint={t('login.codeHint')} />
        <Failure>{failure}</Failure>
        <SubmitButton busy={busy} busyLabel={t('login.busy')} size="lg" fullWidth>
          {action}
        </SubmitButton>
        <Anchor component="button" type="button" mih={24} style={START} onClick={() => onStartOver()}>
          {t('login.startOver')}
        </Anchor>
      </Stack>
    </form>
  );
}
