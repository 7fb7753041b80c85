// The registrations that decide what a recipient sees, in SQL. Dispatch reads them when it claims a message,
// and again right before the message is written.
import { classOf } from './contentClass.ts';
import { IN_FORCE, keyOf } from './registrations.ts';
import { fragment } from './sql.ts';

/** A place (`placeOf`) of a registration `r`, for each telco that may show the name with it: `AU * alpha`. */
const PLACE = fragment`r.country || ' ' || r.network || coalesce(' ' || of.telco, '')`;
const REGISTRATIONS = fragment`sender_registrations r left join lateral unnest(r.telcos) as of (telco) on true`;

/** Places with the seconds until the registration there ends; null for one without an end. */
export type Registered = Readonly<Record<string, number | null>>;
const PLACES = fragment`coalesce(jsonb_object_agg(${PLACE}, extract(epoch from r.expires_at - now())), '{}')`;

/**
 * The places where the sender of a row `m` of messages is registered at this moment; null for a number as
 * sender, and if no pattern of `registerPatterns`, such as `+61%`, fits the recipient. See `registrationAt`.
 */
export const REGISTERED_IN = fragment`case when m.sender ~ '[A-Za-z]' and m.recipient like any(${'registerPatterns'}::text[])
    then (select ${PLACES} from ${REGISTRATIONS} where r.team_id = m.team_id
      and r.project_id = m.project_id and r.sender_key = ${keyOf('m.sender')} and ${IN_FORCE}) end`;

/**
 * The place of the registration by which a name counts at one of `places` (`placeOf`) over a link of `telco`
 * (null for a link that names none), and the seconds until it ends. Undefined if it counts at none.
 */
export function registrationAt(
  registeredIn: Registered,
  places: readonly string[],
  telco: string | null,
): { place: string; forS: number } | undefined {
  const asked = places.flatMap((place) => (telco === null ? [place] : [place, `${place} ${telco}`]));
  const place = asked.find((one) => Object.hasOwn(registeredIn, one));
  return place === undefined ? undefined : { place, forS: registeredIn[place] ?? Infinity };
}

/**
 * The sender that goes instead of the one of a row `m` of messages, as `Substitute`; null if the project has
 * chosen none, or cannot send from it now. A name must be of the class of the message, and not blocked by
 * staff.
 */
export const SUBSTITUTE = fragment`case when m.sender ~ '[A-Za-z]' and m.recipient like any(${'registerPatterns'}::text[])
    then (select jsonb_build_object('sender', s.substitute, 'places', (select ${PLACES}
          from ${REGISTRATIONS} where r.team_id = m.team_id and r.project_id = m.project_id
          and r.sender_key = ${keyOf('s.substitute')} and ${IN_FORCE}))
      from sender_ids s where s.team_id = m.team_id and s.project_id = m.project_id and s.sender = m.sender
      and not exists (select from blocked_names b where b.team_id = m.team_id and b.sender_key = ${keyOf('s.substitute')})
      and (exists (select from sender_ids o where o.team_id = m.team_id and o.project_id = m.project_id
          and o.sender = s.substitute and ${classOf('o')} = ${classOf('m')})
        or exists (select from two_way_numbers n where n.number = s.substitute and n.team_id = m.team_id
          and n.project_id = m.project_id and (n.mode = 'LIVE' or m.mode = 'TEST')))) end`;

/** A substitute, and the places where it is registered. */
export type Substitute = { sender: string; places: Registered };
