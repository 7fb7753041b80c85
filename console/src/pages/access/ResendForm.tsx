// The form that sends the activation mail again, to a given address or to one that the user enters.
import { requestActivationRequest } from '@godwit/contract/accounts/accounts';
import { Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { requestActivation } from '../../api/visitor.ts';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { Failure, SubmitButton } from '../../ui/SubmitButton.tsx';

type Props = {
  /** If empty, the form asks for it. */
  email: string;
  /** A link beside the button. */
  children: ReactNode;
};

export function ResendForm({ email, children }: Props) {
  const t = useText();
  const { form, submit, busy, failure } = useSchemaForm({
    schema: requestActivationRequest,
    initialValues: { email },
    call: async (values) => {
      await requestActivation(values);
      toastSuccess(t('activation.sent'));
    },
    inPlace: true,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        {email ? null : (
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
        )}
        <Failure>{failure}</Failure>
        <Group gap={24}>
          <SubmitButton busy={busy} busyLabel={t('action.sending')}>
            {t('verification.resend')}
          </SubmitButton>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
