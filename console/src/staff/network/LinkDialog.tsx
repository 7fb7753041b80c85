// The form of a link: fields by its protocol, and everything else as JSON.
import type { NetworkAnswer, NetworkDocument } from '@godwit/contract/staff/network';
import {
  Box,
  Checkbox,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { Dialog, DialogForm, type Opening } from '../../components/dialog/Dialog.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useText } from '../../text/useText.ts';
import { type Fields, type LinkFields, toLink, toLinkFields } from './fields.ts';

type Props = Opening & {
  link: Fields | undefined;
  network: NetworkAnswer;
  document: NetworkDocument;
  onDone: (link: Fields) => void;
};

/** The fields that are folded while they are empty. */
const MORE = ['sessions', 'window', 'throughput', 'base', 'connections', 'hours', 'more'] as const;

type Form = UseFormReturnType<LinkFields>;

const HINT_LAST = ['label', 'input', 'error', 'description'] as const;

export function LinkDialog({ link, network, document, onDone, ...opening }: Props) {
  const t = useText();
  const form = useForm<LinkFields>({ initialValues: toLinkFields(link) });
  const { kind } = form.values;
  const done = form.onSubmit((values) => {
    try {
      onDone(toLink(values));
    } catch (error) {
      form.setFieldError('more', (error as Error).message);
    }
  });
  const title = link ? t('staff.network.editOf', { name: String(link.id) }) : t('staff.network.addLink');
  return (
    <Dialog {...opening} title={title} size="lg">
      <DialogForm
        submit={done}
        busy={false}
        failure={null}
        action={t('staff.network.done')}
        busyLabel={t('staff.action.busy')}
        onCancel={opening.onClose}
      >
        <Stack gap={16}>
          {link ? null : (
            <SegmentedControl
              aria-label={t('staff.network.kind')}
              data={['SMPP', 'HTTP']}
              {...form.getInputProps('kind')}
            />
          )}
          <TextInput
            label={t('staff.network.id')}
            description={t('staff.network.idHint')}
            inputWrapperOrder={[...HINT_LAST]}
            data-autofocus
            maxLength={32}
            autoComplete="off"
            disabled={link !== undefined}
            {...form.getInputProps('id')}
          />
          {kind === 'SMPP' ? (
            <SmppFields form={form} keeps={link !== undefined} />
          ) : (
            <HttpFields form={form} network={network} document={document} keeps={link !== undefined} />
          )}
          <TextInput
            label={t('staff.network.ownRoutes')}
            description={t('staff.network.ownRoutesHint')}
            inputWrapperOrder={[...HINT_LAST]}
            autoComplete="off"
            {...form.getInputProps('routes')}
          />
          <MoreSettings form={form} />
        </Stack>
      </DialogForm>
    </Dialog>
  );
}

function MoreSettings({ form }: { form: Form }) {
  const t = useText();
  // Known when the dialog opens: an edited link shows all that it has.
  const [hasMore] = useState(() => MORE.some((name) => form.values[name] !== ''));
  return (
    <Box component="details" open={hasMore}>
      <Text component="summary" c="var(--primary)" fw={500} style={{ cursor: 'pointer' }}>
        {t('staff.network.moreSettings')}
      </Text>
      <Stack gap={16} mt={16}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          {form.values.kind === 'SMPP' ? <SmppLimits form={form} /> : <HttpLimits form={form} />}
        </SimpleGrid>
        <Textarea
          label={t('staff.network.more')}
          classNames={{ input: 'mono' }}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('more')}
        />
      </Stack>
    </Box>
  );
}

/** `keeps`: an empty secret keeps the one that is set. */
type FieldsProps = { form: Form; keeps: boolean };

function SmppFields({ form, keeps }: FieldsProps) {
  const t = useText();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <Line form={form} name="host" label={t('staff.network.host')} />
        <Line form={form} name="port" label={t('staff.network.port')} />
        <Line form={form} name="system_id" label={t('staff.network.systemId')} />
        <PasswordField
          label={t('staff.network.password')}
          description={keeps ? t('staff.network.keeps') : undefined}
          inputWrapperOrder={[...HINT_LAST]}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </SimpleGrid>
      <Checkbox label={t('staff.network.tls')} {...form.getInputProps('tls', { type: 'checkbox' })} />
    </>
  );
}

function HttpFields({ form, keeps, network, document }: FieldsProps & Pick<Props, 'network' | 'document'>) {
  const t = useText();
  const own = Object.entries(document.profiles).map(([name, profile]) => ({
    name,
    title: typeof profile.title === 'string' ? profile.title : name,
    secrets: Array.isArray(profile.secrets) ? profile.secrets.map(String) : [],
  }));
  const profiles = [...own, ...network.profiles.filter(({ name }) => !(name in document.profiles))];
  const chosen = profiles.find(({ name }) => name === form.values.profile);
  return (
    <>
      <Select
        label={t('staff.network.profile')}
        data={profiles.map(({ name, title }) => ({ value: name, label: title }))}
        searchable
        {...form.getInputProps('profile')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {(chosen?.secrets ?? []).map((name) => (
          <PasswordField
            key={name}
            label={name}
            description={keeps ? t('staff.network.keeps') : undefined}
            inputWrapperOrder={[...HINT_LAST]}
            autoComplete="new-password"
            value={form.values.secrets[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('secrets', { ...form.values.secrets, [name]: value })
            }
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function SmppLimits({ form }: { form: Form }) {
  const t = useText();
  return (
    <>
      <Line form={form} name="sessions" label={t('staff.network.sessions')} empty="1" />
      <Line form={form} name="window" label={t('staff.network.window')} empty="10" />
      <Line form={form} name="throughput" label={t('staff.network.throughput')} empty="100" />
    </>
  );
}

function HttpLimits({ form }: { form: Form }) {
  const t = useText();
  return (
    <>
      <Line form={form} name="base" label={t('staff.network.base')} />
      <Line form={form} name="connections" label={t('staff.network.connections')} empty="10" />
      <Line form={form} name="throughput" label={t('staff.network.throughput')} />
      <TextInput
        label={t('staff.network.hours')}
        description={t('staff.network.hoursHint')}
        inputWrapperOrder={[...HINT_LAST]}
        autoComplete="off"
        {...form.getInputProps('hours')}
      />
    </>
  );
}

/** `empty`: the value that an empty field has. */
type LineProps = { form: Form; name: keyof LinkFields; label: string; empty?: string };

const Line = ({ form, name, label, empty }: LineProps) => (
  <TextInput label={label} placeholder={empty} autoComplete="off" {...form.getInputProps(name)} />
);
