// Rules about rows `r` of registrations, in SQL, by the clock of the database.
import { RENEWAL_DAYS } from '@godwit/contract/senders';
import { fragment, raw } from './sql.ts';

/** Whether a registration counts now. */
export const IN_FORCE = fragment`r.state = 'REGISTERED' and r.valid_from <= now()
          and (r.expires_at is null or r.expires_at > now())`;

/** The state of a registration: EXPIRED as soon as its time is over. */
export const STATE_NOW = fragment`case when r.state = 'REGISTERED' and not (${IN_FORCE}) then 'EXPIRED' else r.state end`;

/**
 * The lack of a name before its register takes it: see `LACKS` in the contract. Only the Australian register
 * takes names by the ABN of their owner.
 */
export const LACKS_NOW = fragment`(select case when r.country <> 'AU' then null
      when e.scheme is distinct from 'ABN' then 'ABN' when e.checked_at is null then 'CHECK' end
    from sender_ids s left join entities e on e.team_id = s.team_id and e.id = s.entity_id
    where s.team_id = r.team_id and s.project_id = r.project_id and s.sender = r.sender)`;

/**
 * The side that has to act. Only the owner of a name can name an ABN. Staff renew a registration whose end is
 * near, so it is their turn again.
 */
export const TURN_NOW = fragment`case
    when r.proposal is null and r.state = 'DRAFT' and ${LACKS_NOW} = 'ABN' then 'OWNER'
    when r.proposal is not null or r.state in ('DRAFT', 'EXPIRED') then 'US'
    when r.state = 'REGISTERED' and r.expires_at <= now() + interval '${raw(String(RENEWAL_DAYS))} days' then 'US'
    when r.state = 'SUBMITTED' then 'REGISTER'
    when r.state = 'REFUSED' then 'OWNER' end`;

/**
 * The key of a sender in registers, as `senderKey` in the contract makes it. The collation is that of the
 * column, so the primary key is used.
 */
export const keyOf = (sender: string) => raw(`lower(${sender} collate "C")`);

/** Evidence of a name is kept for so long after its registration (?): see the Australian register's rules. */
const EVIDENCE_YEARS = 7;

/** Whether documents of a request `s` for a sender id are evidence: a register holds or held the name. */
export const IS_EVIDENCE = fragment`exists (select from sender_registrations r
          join sender_registration_events e on e.registration_id = r.id
          where s.status = 'APPROVED' and r.team_id = s.team_id and r.project_id = s.project_id
            and r.sender_key = lower(s.sender collate "C") and e.to_state = 'REGISTERED' and e.kind = 'STATE'
            and (r.state = 'REGISTERED' or r.updated_at > now() - interval '${raw(`${EVIDENCE_YEARS} years`)}'))`;
