// Projects for the console.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { GuardMode, Project } from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import { EVERYWHERE } from '@godwit/contract/rules/file';
import type { RuleTable } from '@godwit/contract/rules/table';
import type { Selectable } from 'kysely';
import { selectRegionOfTeam } from '../db/regionOfTeam.ts';
import type { Projects } from '../db/types.ts';
import { fromMicros } from '../money.ts';
import type { Services } from '../services.ts';
import { countedDay, countedZone, type Zones } from './days.ts';
import type { OwnProject } from './find.ts';
import { openKey } from './keys.ts';
import { selectKeys, selectSpent } from './queries.ts';
import { listSenders } from './senders.ts';

/** A project with its keys, senders and limits, for a member who has `role` in it. */
export async function toProject(
  { kysely, secrets, countryRules }: Services,
  project: OwnProject,
): Promise<Project> {
  const { team_id, id, role } = project;
  const zones = zonesOf(project);
  const now = new Date();
  const countries = countryRules.now();
  const [keys, senders, spentToday, region] = await Promise.all([
    selectKeys(kysely, team_id, id),
    listSenders(kysely, { teamId: team_id, projectId: id }, countries),
    selectSpent(kysely, { team_id, id, day: countedDay(zones, now) }),
    selectRegionOfTeam(kysely, team_id),
  ]);
  // Only members who may make and revoke keys see them; for others they are empty.
  const keyOf = (mode: Mode) =>
    may(role, 'projects') ? openKey(secrets, keys.find((key) => key.mode === mode)!.sealed) : '';
  const limit = project.daily_limit_micros === null ? null : fromMicros(project.daily_limit_micros);
  return {
    ...toSummary(project),
    api_key_live: keyOf('LIVE'),
    api_key_test: keyOf('TEST'),
    senders,
    blocked_codes: project.blocked_codes,
    code_guard: {
      ...{ mode: project.code_guard as GuardMode },
      ...{ allowed: project.codes_allowed, refused: project.codes_refused },
    },
    daily_limit: limit,
    daily_limt: limit,
    daily_warn_pct: project.daily_warn_fraction,
    spent_today: fromMicros(spentToday),
    day_timezone: countedZone(zones, now),
    quiet_hours: quietHoursOf(project),
    country_rules: toRules(countries, region.id),
  };
}

/** The rules of countries that pages need: of names and quiet hours those of the team's own country. */
function toRules(countries: RuleTable, region: string): Project['country_rules'] {
  const { name, quietHours } = countries.of(region);
  const registers = countries.registers.map(({ country, otherwise: unregistered, networks }) => ({
    country,
    blocks: unregistered === 'REFUSE',
    networks: networks.map(({ name: network, prefixes }) => ({ name: network, prefixes: [...prefixes] })),
  }));
  const elsewhere = countries.of(null).brandInText;
  const classesIn = (country: string | null) => {
    const { quietFor, consent, consentFor } = countries.of(country);
    return { quiet_for: [...quietFor], consent, consent_for: [...consentFor] };
  };
  const otherwise = classesIn(null);
  const ownClasses = countries.countries
    .map((country) => [country, classesIn(country)] as const)
    .filter(([, classes]) => JSON.stringify(classes) !== JSON.stringify(otherwise));
  const own = [...countries.brandsInTexts].filter(([, rule]) => rule !== elsewhere);
  return {
    ...{ name, quiet_hours: quietHours, without_names: [...countries.withoutNames], registers },
    brands_in_texts: Object.fromEntries([[EVERYWHERE, elsewhere], ...own]),
    classes: Object.fromEntries([[EVERYWHERE, otherwise], ...ownClasses]),
  };
}

/** A row of the list of projects. */
export function toSummary({
  id,
  name,
  role,
  timezone,
  archived_at,
}: Pick<OwnProject, 'id' | 'name' | 'role' | 'timezone' | 'archived_at'>) {
  return { id, name, role, timezone, archived_at: archived_at?.toISOString() ?? null };
}

function quietHoursOf({ quiet_from: from, quiet_to: to }: OwnProject): Project['quiet_hours'] {
  return from === null || to === null ? null : { from, to };
}

/** How a project's days are counted. */
export function zonesOf(project: Selectable<Projects>): Zones {
  return {
    timezone: project.timezone,
    timezoneBefore: project.timezone_before,
    timezoneFrom: project.timezone_from,
  };
}
