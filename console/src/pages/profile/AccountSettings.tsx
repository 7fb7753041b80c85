// Account Settings: who the account belongs to; name and password are changed in dialogs.
import { changePasswordRequest, updateProfileRequest } from '@godwit/contract/accounts';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { changePassword, sessionsQuery, updateProfile } from '../../api/profile.ts';
import { Dialog, DialogForm, type Opening } from '../../components/Dialog.tsx';
import { Moment } from '../../components/Moment.tsx';
import { checkConfirm, PasswordField } from '../../components/PasswordField.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { useSchemaForm, useSubmit } from '../../components/useSubmit.ts';
import { formatDay } from '../../format.ts';
import { useProfile } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';

export function AccountSettings() {
  const t = useText();
  const profile = useProfile();
  const [naming, name] = useDisclosure(false);
  const [securing, password] = useDisclosure(false);
  return (
    <Section
      title={t('profile.account')}
      actions={
        <>
          <Button variant="outline" onClick={name.open}>
            {t('profile.changeName')}
          </Button>
          <Button variant="outline" onClick={password.open}>
            {t('profile.changePassword')}
          </Button>
        </>
      }
    >
      <Card>
        <Facts>
          <Fact name={t('field.email')} whole>
            {profile.email}
          </Fact>
          <Fact name={t('profile.firstName')}>{profile.first_name}</Fact>
          <Fact name={t('profile.lastName')}>{profile.last_name}</Fact>
          <Fact name={t('profile.created')}>
            <Moment instant={profile.created_at}>{formatDay(profile.created_at)}</Moment>
          </Fact>
          <Fact name={t('field.region')}>{t(`region.${profile.region_code}`)}</Fact>
        </Facts>
      </Card>
      <Dialog opened={naming} onClose={name.close} title={t('profile.changeName')}>
        <NameForm onClose={name.close} />
      </Dialog>
      <Dialog
        opened={securing}
        onClose={password.close}
        title={t('profile.changePassword')}
        closeOnClickOutside={false}
      >
        <PasswordForm onClose={password.close} />
      </Dialog>
    </Section>
  );
}

function NameForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const { first_name, last_name } = useProfile();
  const { form, ...sending } = useSchemaForm({
    schema: updateProfileRequest,
    initialValues: { first_name, last_name },
    call: async (values) => {
      queries.setQueryData(profileQuery.queryKey, await updateProfile(values));
      toastSuccess(t('profile.nameSaved'));
      onClose();
    },
    once: true,
  });
  return (
    <DialogForm {...sending} action={t('action.save')} busyLabel={t('action.saving')} onCancel={onClose}>
      <TextInput
        label={t('profile.firstName')}
        data-autofocus
        autoComplete="given-name"
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label={t('profile.lastName')}
        autoComplete="family-name"
        {...form.getInputProps('last_name')}
      />
    </DialogForm>
  );
}

const checkPasswords = schemaResolver(changePasswordRequest, { sync: true });

/** The present one is asked for, and all other sessions end. */
function PasswordForm({ onClose }: Pick<Opening, 'onClose'>) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { current_password: '', password: '', confirm: '' },
    validate: (values) => ({ ...checkPasswords(values), ...checkConfirm(values, t) }),
  });
  const sending = useSubmit({
    form,
    call: async ({ confirm: _, ...values }) => {
      await changePassword(values);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toastSuccess(t('profile.passwordSaved'));
      onClose();
    },
    once: true,
  });
  const field = form.getInputProps;
  return (
    <DialogForm
      {...sending}
      text={t('profile.passwordText')}
      action={t('action.save')}
      busyLabel={t('action.saving')}
      onCancel={onClose}
    >
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        data-autofocus
        {...field('current_password')}
      />
      <PasswordField label={t('profile.newPassword')} autoComplete="new-password" {...field('password')} />
      <PasswordField label={t('reset.confirm')} autoComplete="new-password" {...field('confirm')} />
    </DialogForm>
  );
}
