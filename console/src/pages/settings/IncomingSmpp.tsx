// The SMPP account that each number of a project leads to, as a row of the incoming settings.
import type { IncomingSettings } from '@godwit/contract/incoming';
import type { Project } from '@godwit/contract/projects';
import { Anchor, Input, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { smppAccountsQuery } from '../../api/projects.ts';
import { useText } from '../../text/useText.ts';
import { SettingRow, SettingValue } from '../../ui/SettingRow.tsx';

/** The account of each number; empty for none. */
type Leads = { number: string; system_id: string }[];

/** The numbers of a project, that of TEST first, with their accounts. */
export const leadsOf = ({ test_number: testNumber, numbers, smpp }: IncomingSettings): Leads =>
  [testNumber, ...numbers.map(({ number }) => number)].map((number) => ({
    number,
    system_id: smpp.find((lead) => lead.number === number)?.system_id ?? '',
  }));

/** The leads that differ from the settings. A number that is gone then hinders no other change. */
export function changedLeads(settings: IncomingSettings, leads: Leads): Leads {
  const before = new Map(leadsOf(settings).map((lead) => [lead.number, lead.system_id]));
  return leads.filter((lead) => lead.system_id !== (before.get(lead.number) ?? ''));
}

type Props = {
  project: Project;
  settings: IncomingSettings;
  leads: Leads;
  error: string | null;
  onChange: (leads: Leads) => void;
};

/** Lets people choose accounts. Hidden if the installation accepts no binds and no account was created. */
export function SmppRow({ project, settings, leads, error, onChange }: Props) {
  const t = useText();
  const { data } = useQuery(smppAccountsQuery(project.id));
  if (!data || (data.port === null && data.accounts.length === 0)) return null;
  const choices = (number: string) => [
    { value: '', label: t('incoming.noSmpp') },
    ...data.accounts
      .filter(({ mode }) => (mode === 'TEST') === (number === settings.test_number))
      .map(({ system_id: value, name }) => ({ value, label: `${name} · ${value}` })),
  ];
  return (
    <SettingRow id="incoming-smpp" label={t('incoming.smpp')} hint={t('incoming.smppHint')}>
      {data.accounts.length === 0 ? (
        <SettingValue>
          {t('incoming.noAccounts')}{' '}
          <Anchor component={Link} to={`/settings/${project.id}/smpp`}>
            {t('incoming.makeAccount')}
          </Anchor>
        </SettingValue>
      ) : (
        <Stack gap={16}>
          {leads.map(({ number, system_id: systemId }) => (
            <Select
              key={number}
              label={t('incoming.smppOf', { number })}
              data={choices(number)}
              allowDeselect={false}
              value={systemId}
              onChange={(chosen) =>
                onChange(
                  leads.map((lead) => (lead.number === number ? { number, system_id: chosen ?? '' } : lead)),
                )
              }
            />
          ))}
          {error ? <Input.Error role="alert">{error}</Input.Error> : null}
        </Stack>
      )}
    </SettingRow>
  );
}

/** Shows the accounts to users who may not change them. */
export function SmppValues({ smpp }: Pick<IncomingSettings, 'smpp'>) {
  const t = useText();
  if (smpp.length === 0) return null;
  return (
    <SettingRow label={t('incoming.smpp')} hint={t('incoming.smppHint')}>
      <SettingValue>{smpp.map(({ number, name }) => `${number}: ${name}`).join(', ')}</SettingValue>
    </SettingRow>
  );
}
