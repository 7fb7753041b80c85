// Rules about rows `r` of registrations, in SQL, by the clock of the database.
import { RENEWAL_DAYS } from '@godwit/contract/senders';
import { fragment, raw } from './sql.ts';

/** Whether a registration counts now. */
export const IN_FORCE = fragment`r.state = 'REGISTERED' and r.valid_from <= now()
          and (r.expires_at is null or r.expires_at > now())`;

/** The state of a registration: EXPIRED as soon as its time is over. */
export const STATE_NOW = fragment`case when r.state = 'REGISTERED' and not (${IN_FORCE}) then 'EXPIRED' else r.state end`;

/** The side that has to act. Staff renew a registration whose end is near, so it is their turn again. */
export const TURN_NOW = fragment`case
    when r.proposal is not null or r.state in ('DRAFT', 'EXPIRED') then 'US'
    when r.state = 'REGISTERED' and r.expires_at <= now() + interval '${raw(String(RENEWAL_DAYS))} days' then 'US'
    when r.state = 'SUBMITTED' then 'REGISTER'
    when r.state = 'REFUSED' then 'OWNER' end`;

/**
 * The key of a sender in registers, as `senderKey` in the contract makes it. The collation is that of the
 * column, so the primary key is used.
 */
export const keyOf = (sender: string) => raw(`lower(${sender} collate "C")`);
