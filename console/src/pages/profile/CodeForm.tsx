// Asks for a code of the authenticator app.
import { codeRequest } from '@godwit/contract/secondFactor';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef } from 'react';
import { DialogActions } from '../../components/DialogActions.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = {
  action: string;
  onClose: () => void;
  call: (code: string) => Promise<void>;
  /** It comes in place of a form that had the focus. In a dialog that opens with it the kit sees to that. */
  takesFocus?: boolean;
  /** What leads to the code. */
  children: ReactNode;
};

export function CodeForm({ action, onClose, call, takesFocus = false, children }: Props) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: schemaResolver(codeRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({ form, call: ({ code }) => call(code), once: true });
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  return (
    <form onSubmit={submit} noValidate>
      {children}
      <TextInput
        ref={field}
        label={t('login.code')}
        data-autofocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('twoStep.checking')}>
          {action}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
