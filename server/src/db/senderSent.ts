// The registrations that decide what a recipient sees, in SQL. Dispatch reads them when it claims a message,
// and again right before the message is written.
import { IN_FORCE, keyOf } from './registrations.ts';
import { fragment } from './sql.ts';

/**
 * The places (`placeOf`) where the sender of a row `m` of messages is registered at this moment; null for a
 * number as sender, and if no pattern of `registerPatterns`, such as `+61%`, fits the recipient.
 */
export const REGISTERED_IN = fragment`case when m.sender ~ '[A-Za-z]' and m.recipient like any(${'registerPatterns'}::text[])
    then coalesce((select array_agg(r.country || ' ' || r.network) from sender_registrations r where r.team_id = m.team_id
      and r.project_id = m.project_id and r.sender_key = ${keyOf('m.sender')} and ${IN_FORCE}), '{}') end`;
