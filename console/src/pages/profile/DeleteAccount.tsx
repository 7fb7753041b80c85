// Deletes the user's account, after the password and, if enabled, the second factor.
import { deleteAccountRequest } from '@godwit/contract/accounts/accounts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { retentionQuery, teamsQuery } from '../../api/accounts.ts';
import { deleteAccount } from '../../api/profile.ts';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { validateBy } from '../../components/form/errors.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useSubmit } from '../../components/form/useSubmit.ts';
import { useProfile } from '../../session/context.ts';
import { forgetSession } from '../../session/signIn.ts';
import { useText } from '../../text/useText.ts';
import { SettingRow } from '../../ui/SettingRow.tsx';

export function DeleteAccount() {
  const t = useText();
  const [opened, dialog] = useDisclosure(false);
  return (
    <SettingRow label={t('profile.delete')} hint={t('profile.deleteWhat')}>
      <Button variant="outline" color="red" onClick={dialog.open}>
        {t('profile.delete')}
      </Button>
      <Dialog opened={opened} onClose={dialog.close} title={t('profile.delete')} closeOnClickOutside={false}>
        <DeleteForm onClose={dialog.close} />
      </Dialog>
    </SettingRow>
  );
}

const check = validateBy(deleteAccountRequest);

function DeleteForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const { id, second_factor: hasFactor } = useProfile();
  const days = useQuery(retentionQuery).data?.closed ?? 0;
  const hasBalance = useQuery(teamsQuery).data?.some(({ balance }) => balance > 0) ?? false;
  const form = useForm({
    initialValues: { password: '', code: '', give_up_balance: false },
    validate: ({ code, ...values }) => check(hasFactor ? { ...values, code } : values),
  });
  const submission = useSubmit({
    form,
    call: async ({ code, ...values }) => {
      await deleteAccount(hasFactor ? { ...values, code } : values);
      forgetSession(id);
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...submission}
      danger
      text={t('profile.deleteText', { days })}
      action={t('profile.delete')}
      busyLabel={t('profile.deleting')}
      onCancel={onClose}
    >
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      {hasFactor ? (
        <TextInput label={t('login.code')} autoComplete="one-time-code" {...form.getInputProps('code')} />
      ) : null}
      {hasBalance ? (
        <Checkbox
          label={t('profile.giveUpBalance')}
          {...form.getInputProps('give_up_balance', { type: 'checkbox' })}
        />
      ) : null}
    </DialogForm>
  );
}
