// Rules about rows `r` of registrations, in SQL, by the clock of the database.
import { RENEWAL_DAYS } from '@godwit/contract/senders';
import { fragment, raw } from './sql.ts';

/** Whether a registration counts now. */
export const IN_FORCE = fragment`r.state = 'REGISTERED' and r.valid_from <= now()
          and (r.expires_at is null or r.expires_at > now())`;

/** The state of a registration: EXPIRED as soon as its time is over. */
export const STATE_NOW = fragment`case when r.state = 'REGISTERED' and not (${IN_FORCE}) then 'EXPIRED' else r.state end`;

/** Whether a document `f` is over. Its last day counts to its end in UTC. */
export const IS_OVER = fragment`f.expires_on < (now() at time zone 'UTC')::date`;

/**
 * The documents of a sender id `s`: those of approved requests for the name and its present owner. A document
 * `f` of a request `q`.
 */
export const DOCUMENTS_OF_NAME = fragment`sender_id_requests q
        join files f on f.team_id = q.team_id and f.subject_id = q.id and f.purpose = 'SENDER_ID'
      where q.team_id = s.team_id and q.project_id = s.project_id and q.status = 'APPROVED'
        and lower(q.sender collate "C") = lower(s.sender collate "C") and q.entity_id is not distinct from s.entity_id`;

/** Whether a sender id `s` has documents of a kind, and all of them are over. */
const EVIDENCE_OVER = fragment`exists (select from ${DOCUMENTS_OF_NAME} and f.evidence_kind is not null
      group by f.evidence_kind having bool_and(coalesce(${IS_OVER}, false)))`;

/**
 * The lack of a name before its register takes it: see `LACKS` in the contract. Only the Australian register
 * takes names by the ABN of their owner.
 */
export const LACKS_NOW = fragment`(select case
      when r.country = 'AU' and e.scheme is distinct from 'ABN' then 'ABN'
      when ${EVIDENCE_OVER} then 'EVIDENCE'
      when r.country = 'AU' and e.checked_at is null then 'CHECK' end
    from sender_ids s left join entities e on e.team_id = s.team_id and e.id = s.entity_id
    where s.team_id = r.team_id and s.project_id = r.project_id and s.sender = r.sender)`;

/**
 * The side that has to act. Only the owner of a name can name an ABN, or give a newer document. Staff renew a
 * registration whose end is near, so it is their turn again.
 */
export const TURN_NOW = fragment`case
    when r.proposal is null and r.state in ('DRAFT', 'SUBMITTED')
      and ${LACKS_NOW} = any ('{ABN,EVIDENCE}') then 'OWNER'
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
