// SQL that reads the sending profile of a project.

import type { ContentClass } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { QuietHours } from '@godwit/contract/numbers/quietHours';
import type { ClientBase, Pool } from 'pg';
import { classOf } from '../../db/contentClass.ts';
import { IN_FORCE } from '../../db/registrations.ts';
import { fragment, prepared } from '../../db/sql.ts';

/**
 * The data of a project that accept needs. `hasOptOuts`: the team has opt-outs, so they must be looked up.
 */
export type ProfileRow = {
  teamId: string;
  projectId: string;
  verified: boolean;
  /** Staff stopped the team's sending. */
  paused: boolean;
  archived: boolean;
  timezone: string;
  timezoneBefore: string | null;
  timezoneFrom: Date | null;
  currency: string;
  blockedCodes: string[];
  dailyLimitMicros: bigint | null;
  dailyWarnFraction: number | null;
  hasOptOuts: boolean;
  /** The team's region: ISO 3166 alpha-2. */
  region: string;
  /** LIVE messages are counted by destination, because the team is new or has a held destination. */
  countsDestinations: boolean;
  /** When messages of classes that keep quiet hours are held, in the recipient's local time. */
  quietHours: QuietHours | null;
  /** `owner`: the legal name of the business that owns it. */
  senders: {
    sender: string;
    contentClass: ContentClass;
    substitute: string | null;
    aliases: string[];
    owner: string | null;
  }[];
  /** The names that registers hold now: country (ISO 3166 alpha-2), network and `senderKey`. */
  registered: { country: string; network: string; key: string }[];
  /** The keys of holds of texts that staff have released for the team. */
  releasedTexts: string[];
  numbers: { number: string; mode: Mode }[];
  priceLists: {
    valid_from: string;
    prices: { dial_prefix: string; name: string; price_micros: string }[];
  }[];
};

// Includes a price list that becomes valid within this time, because profiles are cached for a moment.
const KNOWN_AHEAD = fragment`interval '2 seconds'`;

// Reads everything that accept needs of a project in one round trip.
const READ_SENDING_PROFILE = prepared<ProfileRow>('read-profile')`
  select p.team_id as "teamId", p.id as "projectId", t.verified_at is not null as verified,
      t.paused_at is not null as paused, p.archived_at is not null as archived, p.timezone, p.timezone_before as "timezoneBefore",
      p.timezone_from as "timezoneFrom", r.currency, p.blocked_codes as "blockedCodes",
      p.daily_limit_micros as "dailyLimitMicros", p.daily_warn_fraction as "dailyWarnFraction",
      exists (select from scoped_opt_outs o where o.team_id = p.team_id) as "hasOptOuts",
      t.region_id as region,
      ${'newTeamDays'}::integer is not null and (
        not exists (select from project_days d where d.team_id = p.team_id and d.day < current_date - ${'newTeamDays'}::integer)
        or exists (select from team_destinations d where d.team_id = p.team_id and d.held_at is not null and d.released_at is null
          and d.reason is null)
      ) as "countsDestinations",
      case when p.quiet_from is not null then jsonb_build_object('from', p.quiet_from, 'to', p.quiet_to) end as "quietHours",
      coalesce((select jsonb_agg(jsonb_build_object('sender', s.sender, 'contentClass', ${classOf('s')}, 'substitute', s.substitute,
          'aliases', s.aliases, 'owner', e.legal_name))
        from sender_ids s left join entities e on e.team_id = s.team_id and e.id = s.entity_id
        where s.team_id = p.team_id and s.project_id = p.id), '[]') as senders,
      coalesce((select jsonb_agg(jsonb_build_object('country', r.country, 'network', r.network, 'key', r.sender_key))
        from sender_registrations r where r.team_id = p.team_id and r.project_id = p.id and ${IN_FORCE}), '[]') as registered,
      array(select d.destination from team_destinations d where d.team_id = p.team_id and d.released_at is not null
        and d.reason is not null) as "releasedTexts",
      coalesce((select jsonb_agg(jsonb_build_object('number', n.number, 'mode', n.mode)) from two_way_numbers n
        where n.team_id = p.team_id and n.project_id = p.id), '[]') as numbers,
      coalesce((select jsonb_agg(jsonb_build_object('valid_from', valid_from, 'prices', prices) order by valid_from desc)
        from (select c.valid_from, jsonb_agg(jsonb_build_object('dial_prefix', c.dial_prefix, 'name', c.name,
            'price_micros', c.price_micros::text)) as prices
          from prices c where c.region_id = t.region_id and c.valid_from <= now() + ${KNOWN_AHEAD}
            and c.valid_from >= (select max(valid_from) from prices where region_id = t.region_id and valid_from <= now())
          group by c.valid_from) as list), '[]') as "priceLists"
    from projects p join teams t on t.id = p.team_id join regions r on r.id = t.region_id
    where p.id = ${'projectId'}`;

/**
 * The profile of a project, price lists newest first; null if it does not exist. `newTeamDays`: null if
 * destinations are counted for no team.
 */
export async function readSendingProfile(
  database: ClientBase | Pool,
  projectId: string,
  newTeamDays: number | null,
): Promise<ProfileRow | null> {
  const { rows } = await READ_SENDING_PROFILE.run(database, { projectId, newTeamDays });
  return rows[0] ?? null;
}
