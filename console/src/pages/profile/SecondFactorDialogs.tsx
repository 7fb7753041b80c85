// The dialogs of the second factor: turn it on, turn it off, and create new recovery codes.
import { beginSecondFactorRequest } from '@godwit/contract/accounts/accounts';
import type { SetUp } from '@godwit/contract/accounts/secondFactor';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
  sessionsQuery,
} from '../../api/profile.ts';
import { CodeField, useCodeForm } from '../../components/access/CodeForm.tsx';
import { AppSecret, RecoveryCodes } from '../../components/access/SecondFactor.tsx';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';

const DIALOGS = {
  turnOn: ['secondFactor.turnOnTitle', TurnOn],
  turnOff: ['secondFactor.turnOffTitle', TurnOff],
  newCodes: ['secondFactor.newCodes', NewCodes],
} as const;

/** The dialogs by name. */
export type SecondFactorDialog = keyof typeof DIALOGS;

type Props = Opening & { dialog: SecondFactorDialog };

export function SecondFactorDialogs({ dialog, ...opening }: Props) {
  const t = useText();
  const [title, Content] = DIALOGS[dialog];
  return (
    <Dialog {...opening} returnFocus={false} title={t(title)} size={520} closeOnClickOutside={false}>
      <Content onClose={opening.onClose} />
    </Dialog>
  );
}

type ContentProps = Pick<Props, 'onClose'>;

function TurnOn({ onClose }: ContentProps) {
  const t = useText();
  const refresh = useRefreshProfile();
  const [app, setApp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
  if (!app) {
    return (
      <PasswordForm
        text={t('secondFactor.proofText')}
        action={t('secondFactor.next')}
        onClose={onClose}
        call={async (password) => setApp(await beginSecondFactor({ password }))}
      />
    );
  }
  return (
    <CodeForm
      action={t('secondFactor.turnOn')}
      onClose={onClose}
      call={async (code) => {
        setCodes((await confirmSecondFactor({ code })).recovery_codes);
        void refresh();
        toastSuccess(t('secondFactor.turnedOn'));
      }}
    >
      <AppSecret {...app} />
    </CodeForm>
  );
}

function NewCodes({ onClose }: ContentProps) {
  const t = useText();
  const refresh = useRefreshProfile();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <CodeForm
      action={t('secondFactor.makeCodes')}
      onClose={onClose}
      call={async (code) => {
        setCodes((await newRecoveryCodes({ code })).recovery_codes);
        void refresh();
      }}
    >
      <Text c="dimmed">{t('secondFactor.newCodesText')}</Text>
    </CodeForm>
  );
}

type CodeFormProps = ContentProps & {
  action: string;
  call: (code: string) => Promise<void>;
  /** The content above the code field. */
  children: ReactNode;
};

function CodeForm({ action, call, onClose, children }: CodeFormProps) {
  const t = useText();
  const { form, ...submission } = useCodeForm(call);
  return (
    <DialogForm {...submission} action={action} busyLabel={t('secondFactor.checking')} onCancel={onClose}>
      {children}
      <CodeField form={form} />
    </DialogForm>
  );
}

function TurnOff({ onClose }: ContentProps) {
  const t = useText();
  const refresh = useRefreshProfile();
  return (
    <PasswordForm
      text={t('secondFactor.turnOffText')}
      action={t('secondFactor.turnOff')}
      danger
      onClose={onClose}
      call={async (password) => {
        await endSecondFactor({ password });
        await refresh();
        toastSuccess(t('secondFactor.turnedOff'));
        onClose();
      }}
    />
  );
}

type PasswordProps = ContentProps & {
  text: string;
  action: string;
  danger?: boolean;
  call: (password: string) => Promise<void>;
};

/** Asks for the password again, so that an unattended browser is not enough for the change. */
function PasswordForm({ onClose, call, ...props }: PasswordProps) {
  const t = useText();
  const { form, ...submission } = useSchemaForm({
    schema: beginSecondFactorRequest,
    initialValues: { password: '' },
    call: ({ password }) => call(password),
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm {...submission} {...props} busyLabel={t('secondFactor.checking')} onCancel={onClose}>
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </DialogForm>
  );
}

/** Refreshes the sessions too, because the change ends all others. */
function useRefreshProfile(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([profileQuery, sessionsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
}
