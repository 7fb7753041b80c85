// The project's time zone, found by name or offset, and from when it counts.
import type { Project } from '@godwit/contract/projects';
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changeProject, timezonesQuery } from '../../api/projects.ts';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { type Text, useText } from '../../text/useText.ts';
import { SettingNote, SettingValue } from '../../ui/SettingRow.tsx';
import { matchesZone } from './matchesZone.ts';
import { useKeepProject } from './shownProject.ts';
import { utcOffset } from './utcOffset.ts';

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
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(timezonesQuery);
  const { timezone } = project;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is made anew on every render and says the same
  const zones = useMemo(() => {
    const ids = data?.map(({ id }) => id) ?? [timezone];
    return ids.map((id) => ({ value: id, label: labelOf(t, id) }));
  }, [data, timezone]);

  async function choose(zone: string | null): Promise<void> {
    if (zone === null || zone === timezone || busy) return;
    setBusy(true);
    try {
      keep(await changeProject(project.id, { timezone: zone }));
      toastSuccess(t('settings.timezoneSaved'));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Select
      aria-label={t('settings.timezone')}
      aria-busy={busy || undefined}
      data={zones}
      value={timezone}
      onChange={(zone) => void choose(zone)}
      searchable
      filter={filter}
      nothingFoundMessage={t('settings.noTimezone')}
      maxDropdownHeight={260}
    />
  );
}
