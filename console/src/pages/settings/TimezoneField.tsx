// The project's time zone, found by name or offset, and from when it counts.
import type { Project } from '@godwit/contract/projects';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeProject, timezonesQuery } from '../../api/projects.ts';
import { toastSuccess } from '../../components/toast.ts';
import { useAction } from '../../components/useSubmit.ts';
import { type Text, useText } from '../../text/useText.ts';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import { useKeepProject } from './shownProject.ts';
import { matchesZone, utcOffset } from './timezones.ts';

const labelOf = (t: Text, zone: string): string =>
  t('settings.timezoneValue', { zone, offset: utcOffset(zone) });

const filter: OptionsFilter = ({ options, search }) =>
  (options as ComboboxItem[]).filter(({ label }) => matchesZone(label, search));

export function TimezoneField({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const t = useText();
  const { timezone, day_timezone: counted } = project;
  return (
    <>
      {mayChange ? <ZoneSelect project={project} /> : <SettingValue>{labelOf(t, timezone)}</SettingValue>}
      {counted === timezone ? null : (
        <SettingNote>{t('settings.timezoneFrom', { zone: timezone, counted })}</SettingNote>
      )}
    </>
  );
}

function ZoneSelect({ project }: { project: Project }) {
  const t = useText();
  const keep = useKeepProject();
  const { run, busy } = useAction({
    call: async (zone: string) => {
      keep(await changeProject(project.id, { timezone: zone }));
      toastSuccess(t('settings.timezoneSaved'));
    },
  });
  const { data } = useQuery(timezonesQuery);
  const { timezone } = project;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is made anew on every render and says the same
  const zones = useMemo(() => {
    const ids = data?.map(({ id }) => id) ?? [timezone];
    return ids.map((id) => ({ value: id, label: labelOf(t, id) }));
  }, [data, timezone]);

  return (
    <Select
      aria-label={t('settings.timezone')}
      aria-busy={busy || undefined}
      data={zones}
      value={timezone}
      onChange={(zone) => zone !== null && zone !== timezone && run(zone)}
      searchable
      filter={filter}
      nothingFoundMessage={t('settings.noTimezone')}
      maxDropdownHeight={260}
    />
  );
}
