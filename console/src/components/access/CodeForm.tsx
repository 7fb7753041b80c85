// A code of the authenticator app or a recovery code, wherever customers or staff are asked for one.

import { codeRequest } from '@godwit/contract/accounts/secondFactor';
import type { ERROR_CODES } from '@godwit/contract/errorCodes';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { isError, waitWords, wordsFor } from '../../api/errors.ts';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';
import { checkBy } from '../form/errors.ts';
import { useSubmit } from '../form/useSubmit.ts';

type Call = (code: string) => Promise<void>;

/**
 * The form around a CodeField; `onError` deals with a refusal that is not about the code, and says if it did.
 */
export function useCodeForm(call: Call, onError: (error: unknown) => boolean = () => false) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: checkBy(codeRequest),
  });
  const sending = useSubmit({
    form,
    call: ({ code }) => call(code),
    onError: (error) => {
      const wait = waitWords(error);
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
  // It comes in place of a field that had the focus, or a dialog opens with it.
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
  /** The words on the button. */
  action: string;
  call: Call;
  /** The refusal that says that it took too long. */
  over: keyof typeof ERROR_CODES;
  /** Back to e-mail and password; `words` where that has to be. */
  onStartOver: (words?: string) => void;
};

/** The step of a login after the password. */
export function LoginCode({ action, call, over, onStartOver }: LoginCodeProps) {
  const t = useText();
  const { form, submit, busy, failure } = useCodeForm(call, (error) => {
    const isOver = isError(error, over);
    if (isOver) onStartOver(wordsFor(error));
    return isOver;
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
