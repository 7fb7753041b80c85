// Creates and rotates a named API key and then shows it. It is never shown again.
import { createKeyRequest, KEY_LIMITS, type NamedKey, type NewNamedKey } from '@godwit/contract/apiKeys';
import type { Mode } from '@godwit/contract/messages/statuses';
import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createNamedKey, namedKeysQuery, rotateNamedKey } from '../../api/projects.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { useSchemaForm, useSubmit } from '../../components/form/useSubmit.ts';
import { useTeam } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import { Fact } from '../../ui/Facts.tsx';
import { ShownOnce } from './Credentials.tsx';

type Props = Opening & { projectId: string };
type FormProps = { projectId: string; onCreated: (key: NewNamedKey) => void; onClose: () => void };

/** Days until a new key ends; 0 for never. */
const LIVES = [0, 30, 90, 365];
/** Hours that the old key works after a rotation. */
const OVERLAPS = [0, 1, 24, KEY_LIMITS.overlapHours];
const DAY_MS = 86_400_000;
const HINT_BELOW: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function KeyDialog({ projectId, opened, onClose }: Props) {
  const t = useText();
  return (
    <KeyOnce
      opened={opened}
      onClose={onClose}
      title={t('keys.createTitle')}
      form={(onCreated) => <KeyForm projectId={projectId} onCreated={onCreated} onClose={onClose} />}
    />
  );
}

export function RotateDialog({ projectId, namedKey, opened, onClose }: Props & { namedKey: NamedKey }) {
  const t = useText();
  return (
    <KeyOnce
      opened={opened}
      onClose={onClose}
      title={t('keys.rotateOf', { name: namedKey.name })}
      form={(onCreated) => (
        <RotateForm projectId={projectId} namedKey={namedKey} onCreated={onCreated} onClose={onClose} />
      )}
    />
  );
}

type OnceProps = Opening & { title: string; form: (onCreated: (key: NewNamedKey) => void) => ReactNode };

/** A dialog with a form, then with the key that it has made. */
function KeyOnce(props: OnceProps) {
  const t = useText();
  return (
    <ShownOnce<NewNamedKey>
      {...props}
      warning={t('keys.once')}
      facts={({ api_key }) => (
        <Fact name={t('keys.key')} whole>
          <CopyId id={api_key} label={t('keys.copy')} />
        </Fact>
      )}
    />
  );
}

function KeyForm({ projectId, onCreated, onClose }: FormProps) {
  const t = useText();
  const queries = useQueryClient();
  const { currency_symbol: symbol } = useTeam().region;
  const mode: Mode = useMode();
  const [days, setDays] = useState('0');
  const { form, ...sending } = useSchemaForm({
    schema: createKeyRequest,
    initialValues: {
      name: '',
      mode,
      scopes: 'messages:send',
      networks: '',
      per_second: '' as number | string,
      daily_cap: '',
      expires_at: '',
    },
    call: async (values) => {
      const end = days === '0' ? '' : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const limits = { per_second: String(values.per_second), expires_at: end };
      onCreated(await createNamedKey(projectId, { ...values, ...limits }));
      await queries.invalidateQueries({ queryKey: namedKeysQuery(projectId).queryKey });
    },
    once: true,
    inPlace: true,
  });
  const { value: scopes, onChange: changeScopes, ...scopeInput } = form.getInputProps('scopes');
  return (
    <DialogForm {...sending} action={t('keys.create')} busyLabel={t('action.creating')} onCancel={onClose}>
      <TextInput
        label={t('field.name')}
        description={t('keys.nameHint')}
        inputWrapperOrder={HINT_BELOW}
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
        allowDeselect={false}
        {...form.getInputProps('mode')}
        onChange={(mode) => {
          form.setFieldValue('mode', mode as Mode);
          // TEST has no field for it, and a wrong value would hold up the form.
          form.setFieldValue('daily_cap', '');
        }}
      />
      <Checkbox.Group
        label={t('keys.scopes')}
        value={scopes === '' ? [] : scopes.split(',')}
        onChange={(chosen) => changeScopes(chosen.join(','))}
        {...scopeInput}
      >
        <Stack gap={12} my={8}>
          <Checkbox value="messages:send" label={t('keys.send')} description={t('keys.sendHint')} />
          <Checkbox value="messages:read" label={t('keys.read')} description={t('keys.readHint')} />
          <Checkbox value="verify" label={t('keys.verify')} description={t('keys.verifyHint')} />
          <Checkbox value="consents" label={t('keys.consents')} description={t('keys.consentsHint')} />
          <Checkbox value="optouts" label={t('keys.optouts')} description={t('keys.optoutsHint')} />
          <Checkbox value="contacts" label={t('keys.contacts')} description={t('keys.contactsHint')} />
          <Checkbox value="campaigns" label={t('keys.campaigns')} description={t('keys.campaignsHint')} />
          <Checkbox value="templates" label={t('keys.templates')} description={t('keys.templatesHint')} />
          <Checkbox
            value="conversations"
            label={t('keys.conversations')}
            description={t('keys.conversationsHint')}
          />
          <Checkbox value="events" label={t('keys.events')} description={t('keys.eventsHint')} />
          <Checkbox value="webhooks" label={t('keys.webhooks')} description={t('keys.webhooksHint')} />
          <Checkbox value="prices" label={t('keys.prices')} description={t('keys.pricesHint')} />
          <Checkbox value="balance" label={t('keys.balance')} description={t('keys.balanceHint')} />
        </Stack>
      </Checkbox.Group>
      <Group grow align="flex-end" gap={16}>
        <Select
          label={t('keys.ends')}
          data={LIVES.map((life) => ({
            value: String(life),
            label: life === 0 ? t('keys.never') : t('keys.inDays', { days: life }),
          }))}
          value={days}
          onChange={(chosen) => setDays(chosen ?? '0')}
        />
        <NumberInput
          label={t('keys.rate')}
          placeholder={t('keys.noLimit')}
          min={1}
          max={KEY_LIMITS.perSecond}
          allowDecimal={false}
          {...form.getInputProps('per_second')}
        />
      </Group>
      {form.values.mode === 'LIVE' ? (
        <TextInput
          label={t('keys.cap')}
          description={t('keys.capHint')}
          inputWrapperOrder={HINT_BELOW}
          inputMode="decimal"
          autoComplete="off"
          leftSection={<Text c="dimmed">{symbol}</Text>}
          leftSectionPointerEvents="none"
          {...form.getInputProps('daily_cap')}
        />
      ) : null}
      <TextInput
        label={t('settings.networks')}
        description={t('settings.networksHint')}
        inputWrapperOrder={HINT_BELOW}
        autoComplete="off"
        {...form.getInputProps('networks')}
      />
    </DialogForm>
  );
}

function RotateForm({ projectId, namedKey, onCreated, onClose }: FormProps & { namedKey: NamedKey }) {
  const t = useText();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { overlap: '24' } });
  const sending = useSubmit({
    form,
    call: async ({ overlap }) => {
      onCreated(await rotateNamedKey(projectId, namedKey.id, overlap));
      await queries.invalidateQueries({ queryKey: namedKeysQuery(projectId).queryKey });
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      text={t('keys.rotateText', { name: namedKey.name })}
      action={t('settings.rotate')}
      busyLabel={t('settings.rotating')}
      onCancel={onClose}
    >
      <Select
        label={t('keys.overlap')}
        data={OVERLAPS.map((hours) => ({
          value: String(hours),
          label: hours === 0 ? t('keys.overlapNone') : t('keys.overlapHours', { hours }),
        }))}
        allowDeselect={false}
        {...form.getInputProps('overlap')}
      />
    </DialogForm>
  );
}
