// Asks for the password again, before what a borrowed browser must not do.
import { beginSecondFactorRequest } from '@godwit/contract/accounts';
import { schemaResolver, useForm } from '@mantine/form';
import { DialogActions } from '../../components/DialogActions.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './dialogs.module.css';

type Props = {
  text: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  call: (password: string) => Promise<void>;
};

export function ProofForm({ text, action, danger = false, onClose, call }: Props) {
  const t = useText();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(beginSecondFactorRequest, { sync: true }),
  });
  const { submit, busy } = useSubmit({ form, call: ({ password }) => call(password), once: true });
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.text}>{text}</p>
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <DialogActions onCancel={onClose}>
        <SubmitButton busy={busy} busyLabel={t('twoStep.checking')} {...(danger ? { color: 'red' } : {})}>
          {action}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
