// Requests for sender ids as staff decide them: the queue, one case, and how far a name is with countries' registers.
import type { SenderRegistration } from '@godwit/contract/senders';
import type { SenderCase, SenderRow } from '@godwit/contract/staffReviews';
import { logging } from '../audit/record.ts';
import { evidenceOf } from '../files/documents.ts';
import type { Rows } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { registrationsOf } from '../projects/senders.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { approveSender, rejectSender, setRegistration } from '../senders/decide.ts';
import type { Services } from '../services.ts';
import { deciderOf, refuseOwnTeam } from '../team/decisions.ts';
import { isInTeam } from '../team/find.ts';
import { businessDaysAfter, SENDER_DAYS } from './dueDates.ts';
import {
  listSenderRequests,
  type ReviewFilter,
  selectOtherSenders,
  selectSenderCase,
} from './reviewQueries.ts';
import { type AskedRow, toEarlier, toRequestRow } from './reviews.ts';

type Parts = Pick<Services, 'kysely' | 'settings'>;

/** A page of the queue, or of what became of it. */
export async function senderQueue({ kysely }: Parts, filter: ReviewFilter, rows: Rows) {
  const { rows: found, total } = await listSenderRequests(kysely, filter, rows);
  return { results: found.map(toRow), total };
}

/** One request with all that its decision needs; 1001 where there is none. */
export async function senderCase({ kysely }: Parts, staff: Staff, id: string): Promise<SenderCase | Refusal> {
  const request = isId(id) ? await selectSenderCase(kysely, id) : undefined;
  if (!request) return refuse('notFound');
  const { team_id: teamId, project_id: projectId, sender } = request;
  const [documents, others, registered, isOwn] = await Promise.all([
    evidenceOf(kysely, teamId, id),
    selectOtherSenders(kysely, teamId, id),
    registrationsOf(kysely, { teamId, projectId, sender }),
    isInTeam(kysely, teamId, staff.email),
  ]);
  return {
    ...toRow(request),
    region: request.region_id as SenderCase['region'],
    description: request.description,
    legal_name: request.legal_name,
    documents,
    registrations: registered,
    earlier: others.map((other) => ({ ...toEarlier(other), sender_id: other.sender })),
    reason: request.reason,
    decided_by: request.decider,
    own_team: isOwn,
  };
}

/** What staff say of a request: a reason rejects it. */
type Verdict = { reason: string } | { registrations: readonly SenderRegistration[] };

/** Approves a request or rejects it; gives the case as it is then. Refusals: 1001, 1012, 1013. */
export async function decideSender(
  services: Parts,
  staff: Staff,
  id: string,
  verdict: Verdict,
): Promise<SenderCase | Refusal> {
  const request = isId(id) ? await selectSenderCase(services.kysely, id) : undefined;
  if (!request) return refuse('notFound');
  const { team_id: teamId, sender } = request;
  const deciding = { teamId, requestId: id, by: deciderOf(staff) };
  const about = { teamId, subject: id };
  const decided =
    'reason' in verdict
      ? await rejectSender(
          services,
          { ...deciding, ...verdict },
          logging(staff, { ...about, action: 'SENDER_REJECTED', detail: { sender, ...verdict } }),
        )
      : await approveSender(
          services,
          { ...deciding, ...verdict },
          logging(staff, {
            ...about,
            action: 'SENDER_APPROVED',
            detail: { sender, ...inWords(verdict.registrations) },
          }),
        );
  return isRefusal(decided) ? decided : senderCase(services, staff, id);
}

/** Notes how far an approved name is with a country's register; gives the case as it is then. Refusals: 1001, 1012, 1013. */
export async function registerSender(
  services: Parts,
  staff: Staff,
  id: string,
  registration: SenderRegistration,
): Promise<SenderCase | Refusal> {
  const { kysely } = services;
  const request = isId(id) ? await selectSenderCase(kysely, id) : undefined;
  if (!request) return refuse('notFound');
  const { team_id: teamId, project_id: projectId, sender } = request;
  const own = await refuseOwnTeam(kysely, teamId, staff.email);
  if (own) return own;
  if (request.status !== 'APPROVED')
    return refuse('conflict', { description: 'Approve the sender id first.' });
  const noted = await setRegistration(
    services,
    { teamId, projectId, sender, ...registration },
    logging(staff, {
      action: 'SENDER_REGISTRATION',
      teamId,
      subject: id,
      detail: { sender, ...inWords([registration]) },
    }),
  );
  return isRefusal(noted) ? noted : senderCase(services, staff, id);
}

function inWords(registrations: readonly SenderRegistration[]): Record<string, string> {
  return Object.fromEntries(registrations.map(({ country, state }) => [country, state]));
}

type SenderFields = { sender: string; promotional: boolean; project_id: string; project_name: string };

function toRow(request: AskedRow & SenderFields): SenderRow {
  return {
    ...toRequestRow(request, businessDaysAfter(request.created_at, SENDER_DAYS)),
    sender_id: request.sender,
    is_promotional: request.promotional,
    project: { id: request.project_id, name: request.project_name },
  };
}
