// The registrations that decide what a recipient sees, in SQL. Dispatch reads them when it claims a message,
// and again right before the message is written.
import { classOf } from './contentClass.ts';
import { IN_FORCE, keyOf } from './registrations.ts';
import { fragment } from './sql.ts';

/** A place (`placeOf`) of a registration `r`, for each telco that may show the name with it: `AU * alpha`. */
const PLACE = fragment`r.country || ' ' || r.network || coalesce(' ' || of.telco, '')`;
const REGISTRATIONS = fragment`sender_registrations r left join lateral unnest(r.telcos) as of (telco) on true`;

/**
 * The places where the sender of a row `m` of messages is registered at this moment; null for a number as
 * sender, and if no pattern of `registerPatterns`, such as `+61%`, fits the recipient. See `isRegisteredAt`.
 */
export const REGISTERED_IN = fragment`case when m.sender ~ '[A-Za-z]' and m.recipient like any(${'registerPatterns'}::text[])
    then coalesce((select array_agg(${PLACE}) from ${REGISTRATIONS} where r.team_id = m.team_id
      and r.project_id = m.project_id and r.sender_key = ${keyOf('m.sender')} and ${IN_FORCE}), '{}') end`;

/**
 * Whether a name that is registered in `registeredIn` counts at one of `places` (`placeOf`) over a link of
 * `telco`; null for a link that names none.
 */
export const isRegisteredAt = (
  registeredIn: readonly string[],
  places: readonly string[],
  telco: string | null,
): boolean =>
  places.some(
    (place) => registeredIn.includes(place) || (telco !== null && registeredIn.includes(`${place} ${telco}`)),
  );

/**
 * The sender that goes instead of the one of a row `m` of messages, as `Substitute`; null if the project has
 * chosen none, or cannot send from it now. A name must be of the class of the message, and not blocked by
 * staff.
 */
export const SUBSTITUTE = fragment`case when m.sender ~ '[A-Za-z]' and m.recipient like any(${'registerPatterns'}::text[])
    then (select jsonb_build_object('sender', s.substitute, 'places', coalesce((select jsonb_agg(${PLACE})
          from ${REGISTRATIONS} where r.team_id = m.team_id and r.project_id = m.project_id
          and r.sender_key = ${keyOf('s.substitute')} and ${IN_FORCE}), '[]'))
      from sender_ids s where s.team_id = m.team_id and s.project_id = m.project_id and s.sender = m.sender
      and not exists (select from blocked_names b where b.team_id = m.team_id and b.sender_key = ${keyOf('s.substitute')})
      and (exists (select from sender_ids o where o.team_id = m.team_id and o.project_id = m.project_id
          and o.sender = s.substitute and ${classOf('o')} = ${classOf('m')})
        or exists (select from two_way_numbers n where n.number = s.substitute and n.team_id = m.team_id
          and n.project_id = m.project_id and (n.mode = 'LIVE' or m.mode = 'TEST')))) end`;

/** A substitute, and the places where it is registered. */
export type Substitute = { sender: string; places: readonly string[] };
