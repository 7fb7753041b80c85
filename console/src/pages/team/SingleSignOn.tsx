// The team's single sign-on, for owners: the identity provider, whether it is required, and the email domains
// that use it.
import type { SsoDomain, TeamSso } from '@godwit/contract/accounts/singleSignOn';
import { ssoDomainRequest, teamSsoRequest } from '@godwit/contract/accounts/singleSignOn';
import { Box, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addDomain,
  changeSignOn,
  checkDomain,
  removeDomain,
  removeSignOn,
  signOnQuery,
} from '../../api/team.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { useAction, useSchemaForm } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { singleSignOn } from '../../text/singleSignOn/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useRoleOptions } from './people.tsx';

export const SingleSignOn = withTexts(function SingleSignOn() {
  const t = useText();
  const { data } = useQuery(signOnQuery);
  if (!data) return null;
  return (
    <Section title={t('sso.title')} text={t('sso.hint')}>
      <Card padded={false}>
        <SettingRow label={t('sso.redirect')} hint={t('sso.redirectHint')}>
          <Box pt={{ base: 0, sm: 4 }}>
            <CopyableValue value={data.redirect_uri} label={t('sso.copyRedirect')} />
          </Box>
        </SettingRow>
        <ProviderForm key={data.provider?.issuer} saved={data.provider} />
        <Box className="ruled">
          <SettingRow label={t('sso.domains')} hint={t('sso.domainsHint')}>
            <Stack gap={24}>
              {data.domains.map((domain) => (
                <Domain key={domain.domain} {...domain} />
              ))}
              <AddDomain />
            </Stack>
          </SettingRow>
        </Box>
      </Card>
    </Section>
  );
}, singleSignOn);

/** Returns a function that caches the settings in a response, so that they show at once. */
function useSetSettings(): (settings: TeamSso) => void {
  const queries = useQueryClient();
  return (settings) => queries.setQueryData(signOnQuery.queryKey, settings);
}

function CopyableValue({ value, label }: { value: string; label: string }) {
  const t = useText();
  return (
    <Group gap={8} wrap="nowrap">
      <Text span className="mono" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <CopyButton value={value} label={label} copiedLabel={t('action.copied')} size={32} />
    </Group>
  );
}

function ProviderForm({ saved }: { saved: TeamSso['provider'] }) {
  const t = useText();
  const setSettings = useSetSettings();
  const roles = useRoleOptions().filter(({ value }) => value !== 'OWNER');
  const { form, submit, busy } = useSchemaForm({
    schema: teamSsoRequest,
    initialValues: {
      issuer: saved?.issuer ?? '',
      client_id: saved?.client_id ?? '',
      client_secret: '',
      default_role: (saved?.default_role ?? 'VIEWER') as 'ADMIN' | 'SENDER' | 'VIEWER',
      required: saved?.required ?? false,
    },
    call: async (values) => {
      setSettings(await changeSignOn(values));
      form.setFieldValue('client_secret', '');
      toastSuccess(t('sso.saved'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className="ruled">
      <SettingRow label={t('sso.provider')} hint={t('sso.providerHint')}>
        <Stack gap={24}>
          <TextInput label={t('sso.issuer')} inputMode="url" {...form.getInputProps('issuer')} />
          <TextInput label={t('sso.clientId')} {...form.getInputProps('client_id')} />
          <TextInput
            type="password"
            autoComplete="off"
            label={t('sso.clientSecret')}
            placeholder={saved ? t('sso.keptSecret') : ''}
            {...form.getInputProps('client_secret')}
          />
        </Stack>
      </SettingRow>
      <SettingRow label={t('sso.role')} hint={t('sso.roleHint')}>
        <Select
          aria-label={t('sso.role')}
          data={roles}
          allowDeselect={false}
          maw={240}
          {...form.getInputProps('default_role')}
        />
      </SettingRow>
      <SettingRow label={t('sso.required')} hint={t('sso.requiredHint')}>
        <Switch
          mt={{ base: 0, sm: 10 }}
          label={t('sso.requiredLabel')}
          disabled={!saved?.last_used_at}
          description={saved?.last_used_at ? null : t('sso.requiredLater')}
          {...form.getInputProps('required', { type: 'checkbox' })}
        />
      </SettingRow>
      <Group justify="flex-end" gap="8px 12px" p={{ base: 16, xs: '16px 24px' }}>
        {saved ? <Remove /> : null}
        <SubmitButton busy={busy} busyLabel={t('action.saving')}>
          {t('action.save')}
        </SubmitButton>
      </Group>
    </form>
  );
}

function Remove() {
  const t = useText();
  const queries = useQueryClient();
  const [confirm, confirmDialog] = useConfirm();
  const remove = () =>
    confirm({
      title: t('sso.remove'),
      text: t('sso.removeText'),
      action: t('action.remove'),
      busyLabel: t('action.removing'),
      call: async () => {
        await removeSignOn();
        toastSuccess(t('sso.removed'));
        await queries.invalidateQueries({ queryKey: signOnQuery.queryKey });
      },
    });
  return (
    <>
      <Button variant="subtle" color="red" onClick={remove}>
        {t('action.remove')}
      </Button>
      {confirmDialog}
    </>
  );
}

function Domain({ domain, txt_name, txt_value, proved_at, record_missing: isMissing }: SsoDomain) {
  const t = useText();
  const setSettings = useSetSettings();
  const [confirm, confirmDialog] = useConfirm();
  const check = useAction({ call: async () => setSettings(await checkDomain(domain)) });
  const remove = () =>
    confirm({
      title: t('sso.removeDomain', { domain }),
      text: t('sso.removeDomainText', { domain }),
      action: t('action.remove'),
      busyLabel: t('action.removing'),
      call: async () => setSettings(await removeDomain(domain)),
    });
  const isProven = proved_at !== null && !isMissing;
  const state = isProven ? 'sso.proven' : isMissing ? 'sso.missing' : 'sso.unproven';
  return (
    <Box>
      <Group gap="4px 12px" mih={40} justify="space-between">
        <Text fw={500} flex={{ base: '1 1 100%', xs: '1' }} style={{ overflowWrap: 'anywhere' }}>
          {domain}
        </Text>
        <Pill tone={isProven ? 'success' : 'warning'} icon={isProven ? IconCheck : IconClock}>
          {t(state)}
        </Pill>
        <Button
          variant="subtle"
          size="xs"
          color="red"
          aria-label={t('sso.removeDomain', { domain })}
          onClick={remove}
        >
          {t('action.remove')}
        </Button>
      </Group>
      {isProven ? null : (
        <Stack gap={12} mt={4} align="flex-start">
          <Text c="dimmed">{t(isMissing ? 'sso.missingText' : 'sso.proveText')}</Text>
          <RecordPart name={t('sso.recordName')} value={txt_name} label={t('sso.copyName')} />
          <RecordPart name={t('sso.recordValue')} value={txt_value} label={t('sso.copyValue')} />
          <SubmitButton
            variant="default"
            size="xs"
            busy={check.busy}
            busyLabel={t('sso.checking')}
            {...{ 'aria-label': t('sso.check', { domain }) }}
            onClick={() => check.run()}
          >
            {t('sso.checkShort')}
          </SubmitButton>
        </Stack>
      )}
      {confirmDialog}
    </Box>
  );
}

const RecordPart = ({ name, value, label }: { name: string; value: string; label: string }) => (
  <Box>
    <Text fz={13} c="dimmed">
      {name}
    </Text>
    <CopyableValue value={value} label={label} />
  </Box>
);

function AddDomain() {
  const t = useText();
  const setSettings = useSetSettings();
  const { form, submit, busy } = useSchemaForm({
    schema: ssoDomainRequest,
    initialValues: { domain: '' },
    call: async (values) => {
      setSettings(await addDomain(values));
      form.reset();
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={12} align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('sso.domain')}
          placeholder="example.com"
          {...form.getInputProps('domain')}
        />
        <SubmitButton variant="default" busy={busy} busyLabel={t('action.adding')}>
          {t('sso.addDomain')}
        </SubmitButton>
      </Group>
    </form>
  );
}
