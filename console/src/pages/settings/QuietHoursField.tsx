// Quiet hours for promotional messages: a switch, and their start and end in the recipient's time zone. Each
// change is saved immediately.

import { type QuietHours, quietHoursProblem } from '@godwit/contract/numbers/quietHours';
import type { Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { Group, Select, Switch, Text } from '@mantine/core';
import { holdInQuietHours } from '../../api/projects.ts';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastSuccess } from '../../components/toast/toast.ts';
import { countryName } from '../../countryName.ts';
import { useText } from '../../text/useText.ts';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import { useCacheProject } from './shownProject.ts';

export function QuietHoursField({ project }: { project: Project }) {
  const t = useText();
  const cacheProject = useCacheProject();
  const { quiet_hours: hours, country_rules: rules } = project;
  // A server of an older version has no such rules.
  const service = Object.entries(rules.classes ?? {})
    .filter(([country, { quiet_for }]) => country !== '*' && quiet_for.includes('SERVICE'))
    .map(([country]) => countryName(country));
  const { run, busy } = useAction({
    call: async (next: QuietHours | null) => {
      cacheProject(await holdInQuietHours(project.id, next));
      toastSuccess(t('settings.quietSaved'));
    },
  });
  if (!may(project.role, 'projects')) {
    return <SettingValue>{hours ? t('settings.quietFromTo', hours) : t('settings.quietOff')}</SettingValue>;
  }
  return (
    <>
      <Group align="flex-start" wrap="nowrap" mih={40} aria-busy={busy || undefined}>
        <Switch
          flex="none"
          my={8}
          aria-label={t('settings.quiet')}
          checked={hours !== null}
          onChange={() => run(hours ? null : rules.quiet_hours)}
        />
        {hours ? (
          <Group gap="8px 12px">
            <TimeSelect hours={hours} end="from" onChange={run} />
            <Text c="dimmed">{t('settings.quietTo')}</Text>
            <TimeSelect hours={hours} end="to" onChange={run} />
          </Group>
        ) : (
          <Text py={10} c="dimmed">
            {t('settings.quietOff')}
          </Text>
        )}
      </Group>
      <SettingNote>
        {t(hours ? 'settings.quietHeld' : 'settings.quietWarned', rules.quiet_hours)}
        {service.length > 0 ? ` ${t('settings.quietService', { countries: service.join(', ') })}` : null}
      </SettingNote>
    </>
  );
}

/** Every half hour of a day. */
const TIMES = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);

type TimeProps = { hours: QuietHours; end: keyof QuietHours; onChange: (hours: QuietHours) => void };

/** Offers the times that make valid quiet hours. The current time is one of them, even between half hours. */
function TimeSelect({ hours, end, onChange }: TimeProps) {
  const t = useText();
  const times = [...new Set([...TIMES, hours[end]])].sort();
  return (
    <Select
      w={96}
      aria-label={t(end === 'from' ? 'settings.quietFromLabel' : 'settings.quietToLabel')}
      data={times.filter((time) => quietHoursProblem({ ...hours, [end]: time }) === null)}
      value={hours[end]}
      onChange={(time) => time !== null && time !== hours[end] && onChange({ ...hours, [end]: time })}
      allowDeselect={false}
      maxDropdownHeight={260}
    />
  );
}
