// Creates an SMPP account and then shows its credentials. The password is never shown again.

import type { Mode } from '@godwit/contract/messages/statuses';
import {
  createSmppAccountRequest,
  type NewSmppAccount,
  SMPP_DEFAULTS,
  SMPP_LIMITS,
  type SmppCharset,
  type SmppLongMessages,
} from '@godwit/contract/smppAccounts';
import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createSmppAccount, smppAccountsQuery } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm } from '../../components/form/useSubmit.ts';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';
import { ShownOnce } from './Credentials.tsx';

type Props = Opening & { projectId: string };

export function SmppAccountDialog({ projectId, opened, onClose }: Props) {
  const t = useText();
  return (
    <ShownOnce<NewSmppAccount>
      opened={opened}
      onClose={onClose}
      title={t('smpp.createTitle')}
      warning={t('smpp.passwordOnce')}
      facts={({ system_id, password }) => (
        <>
          <Fact name={t('smpp.systemId')} whole>
            <CopyId id={system_id} label={t('smpp.copySystemId')} />
          </Fact>
          <Fact name={t('smpp.password')} whole>
            <CopyId id={password} label={t('smpp.copyPassword')} />
          </Fact>
        </>
      )}
      form={(onCreated) => <AccountForm projectId={projectId} onCreated={onCreated} onClose={onClose} />}
    />
  );
}

type FormProps = { projectId: string; onCreated: (account: NewSmppAccount) => void; onClose: () => void };

function AccountForm({ projectId, onCreated, onClose }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const { form, ...sending } = useSchemaForm({
    schema: createSmppAccountRequest,
    initialValues: {
      name: '',
      mode: 'LIVE' as Mode,
      networks: '',
      tlvs: '',
      throughput: SMPP_DEFAULTS.throughput as number | string,
      max_binds: SMPP_DEFAULTS.maxBinds as number | string,
      charset: SMPP_DEFAULTS.charset as SmppCharset,
      long_messages: SMPP_DEFAULTS.long_messages as SmppLongMessages,
    },
    call: async (values) => {
      const account = await createSmppAccount(projectId, {
        ...values,
        throughput: String(values.throughput),
        max_binds: String(values.max_binds),
      });
      onCreated(account);
      await queries.invalidateQueries({ queryKey: smppAccountsQuery(projectId).queryKey });
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm {...sending} action={t('smpp.create')} busyLabel={t('action.creating')} onCancel={onClose}>
      <TextInput
        label={t('field.name')}
        description={t('smpp.nameHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('field.mode')}
        data={[
          { value: 'LIVE', label: t('mode.live') },
          { value: 'TEST', label: t('mode.test') },
        ]}
        {...form.getInputProps('mode')}
      />
      <Select
        label={t('smpp.charset')}
        description={t('smpp.charsetHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[
          { value: 'GSM7', label: 'GSM 03.38' },
          { value: 'LATIN1', label: 'Latin-1 (ISO 8859-1)' },
        ]}
        {...form.getInputProps('charset')}
      />
      <Select
        label={t('smpp.longMessages')}
        description={t('smpp.longMessagesHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[
          { value: 'UDH', label: t('smpp.longByHeader') },
          { value: 'SAR', label: t('smpp.longBySar') },
          { value: 'PAYLOAD', label: t('smpp.longByPayload') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('long_messages')}
      />
      <TextInput
        label={t('settings.networks')}
        description={t('settings.networksHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        {...form.getInputProps('networks')}
      />
      <TextInput
        label={t('smpp.tlvs')}
        description={t('smpp.tlvsHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        {...form.getInputProps('tlvs')}
      />
      <Group grow align="flex-end" gap={16}>
        <NumberInput
          label={t('smpp.throughput')}
          min={1}
          max={SMPP_LIMITS.throughput}
          allowDecimal={false}
          {...form.getInputProps('throughput')}
        />
        <NumberInput
          label={t('smpp.maxBinds')}
          min={1}
          max={SMPP_LIMITS.maxBinds}
          allowDecimal={false}
          {...form.getInputProps('max_binds')}
        />
      </Group>
    </DialogForm>
  );
}
