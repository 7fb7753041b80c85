// The sender that a recipient sees, in SQL. Dispatch reads it when it claims a message, and again right
// before the message is written.
import { REGISTRATION_DIAL_CODES, UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { IN_FORCE, keyOf } from './registrations.ts';
import { fragment, raw } from './sql.ts';

const REGISTERS = Object.entries(REGISTRATION_DIAL_CODES).map(([country, code]) => {
  const goesThere = `m.recipient like '+${code}%'`;
  return { goesThere, choice: `when ${goesThere} then '${country}'` };
});
const GOES_TO_REGISTER = raw(REGISTERS.map(({ goesThere }) => goesThere).join(' or '));
const COUNTRY = raw(`case ${REGISTERS.map(({ choice }) => choice).join(' ')} end`);

/** Whether a register decides what the recipient of a row `m` sees: see `registerFor` in the contract. */
export const NAME_TO_REGISTER = fragment`(${GOES_TO_REGISTER}) and m.sender ~ '[A-Za-z]'`;

/**
 * The sender of a row `m` of messages as its recipient sees it: its own, or "Unverified" for a name that the
 * register of the recipient's country does not hold at this moment. The limit keeps the planner from reading
 * all registrations at once, as it may for `exists`.
 */
export const SENDER_SEEN = fragment`case when ${NAME_TO_REGISTER}
      and (select true from sender_registrations r where r.team_id = m.team_id and r.project_id = m.project_id
        and r.sender_key = ${keyOf('m.sender')} and r.country = ${COUNTRY} and ${IN_FORCE} limit 1) is null
    then '${raw(UNVERIFIED_SENDER)}' else m.sender end`;
