// The second step of a login, where the account has a second factor: a code of the app, or a recovery code.
import type { Profile } from '@godwit/contract/accounts';
import { codeRequest } from '@godwit/contract/secondFactor';
import { Anchor, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { ApiError, waitWords, wordsFor } from '../api/errors.ts';
import { signInWithCode } from '../session/signIn.ts';
import { useText } from '../text/useText.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import classes from './LoginForm.module.css';
import { useSubmit } from './useSubmit.ts';

type Props = {
  onSignedIn: (profile: Profile) => void;
  /** Back to e-mail and password; `words` where that has to be, because it took too long. */
  onStartOver: (words?: string) => void;
};

const INVALID_CREDENTIALS = 4003;

export function LoginCodeForm({ onSignedIn, onStartOver }: Props) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: schemaResolver(codeRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({
    form,
    call: async (values) => onSignedIn(await signInWithCode(values)),
    onError: (error) => {
      if (error instanceof ApiError && error.code === INVALID_CREDENTIALS) {
        onStartOver(wordsFor(error));
        return true;
      }
      const wait = waitWords(error);
      if (wait !== null) form.setFieldError('code', wait);
      return wait !== null;
    },
    once: true,
  });
  // The field comes in place of the one that had the focus.
  useEffect(() => field.current?.focus(), []);

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        ref={field}
        label={t('login.code')}
        description={t('login.codeHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <SubmitButton busy={busy} busyLabel={t('login.busy')} size="lg" fullWidth>
        {t('login.submit')}
      </SubmitButton>
      <Anchor component="button" type="button" className={classes.over ?? ''} onClick={() => onStartOver()}>
        {t('login.startOver')}
      </Anchor>
    </form>
  );
}
