// Asks for the password again, before what a borrowed browser must not do.
import { beginSecondFactorRequest } from '@godwit/contract/accounts';
import { schemaResolver, useForm } from '@mantine/form';
import { DialogForm } from '../../components/Dialog.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useSubmit } from '../../components/useSubmit.ts';
import { useText } from '../../text/useText.ts';

type Props = {
  text: string;
  action: string;
  danger?: boolean;
  onClose: () => void;
  call: (password: string) => Promise<void>;
};

export function ProofForm({ onClose, call, ...words }: Props) {
  const t = useText();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(beginSecondFactorRequest, { sync: true }),
  });
  const sending = useSubmit({ form, call: ({ password }) => call(password), once: true });
  return (
    <DialogForm {...sending} {...words} busyLabel={t('twoStep.checking')} onCancel={onClose}>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </DialogForm>
  );
}
