// Staff review of sender ids: the queue, one case, and its decision.
import { isId } from '@godwit/contract/common';
import { type ContentClass, classAnswer } from '@godwit/contract/contentClass';
import { readDetails } from '@godwit/contract/ownerDetails';
import type { NameOwner } from '@godwit/contract/owners';
import type { NotedEvidence } from '@godwit/contract/staff/evidence';
import type { SenderCase, SenderRow } from '@godwit/contract/staff/reviews';
import { recordAudit } from '../../audit/record.ts';
import { signalWithin } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { noteEvidence } from '../../files/documents.ts';
import { pageOf, searchOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { decisionTopic } from '../../live/changes.ts';
import { registrationsOf } from '../../projects/senders.ts';
import { ownsBrand, protectorsOf } from '../../protectedNames.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { decideSender } from '../../senders/decide.ts';
import { aliasesOf } from '../../senders/registrations.ts';
import { findLookAlikes, otherLegalNames, ownersOfRequests } from '../../senders/request.ts';
import type { Database, Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { listSenderRequests, selectOtherSenders, selectSenderCase } from './queries.ts';
import { type AskedRow, type ReviewQuery, toCase, toEarlier, toRequestRow } from './reviews.ts';

/** How long a review may take, in business days, as the screens promise it. */
const BUSINESS_DAYS = 7;

/** A page of the queue, or of decided requests. */
export function senderQueue({ kysely }: Services, query: ReviewQuery) {
  return pageOf(listSenderRequests(kysely, { status: query.status, ...searchOf(query.q) }), query, toRow);
}

/** One request with all that its decision needs; refused (1001) if there is none. */
export async function senderCase(
  { kysely, countryRules }: Services,
  staff: Staff,
  id: string,
): Promise<SenderCase | Refusal> {
  const request = await selectSenderCase(kysely, id);
  if (!request) return refuse('notFound');
  const {
    team_id: teamId,
    project_id: projectId,
    sender,
    description,
    sample,
    countries,
    legal_name,
  } = request;
  const [shown, others, registrations, owners, lookAlikes, aliases] = await Promise.all([
    toCase(kysely, staff, request),
    selectOtherSenders(kysely, teamId, id),
    registrationsOf(kysely, { teamId, projectId, sender }, countryRules.now()),
    ownersOfRequests(kysely, teamId, [id]),
    findLookAlikes(kysely, { teamId, sender }),
    aliasesOf(kysely, request),
  ]);
  const { owner = null } = owners.get(id) ?? {};
  const otherNames = await legalNamesBeside(kysely, owner);
  const earlier = others.map((other) => ({ ...toEarlier(other), sender_id: other.sender }));
  const brands = protectorsOf(countryRules.now(), sender).flat();
  const own = brands.find((brand) => ownsBrand(brand, owner));
  const brand = own ?? brands[0];
  return {
    ...{ ...toRow(request), ...shown, description, legal_name, owner, registrations, earlier },
    ...{ sample, countries },
    owner_details: readDetails(request.owner_details),
    other_legal_names: otherNames,
    aliases,
    brand: brand ? { name: brand.names[0]!, owned: own !== undefined } : null,
    look_alikes: lookAlikes.map(({ id: team, name, sender: sender_id }) => ({
      team: { id: team, name },
      sender_id,
    })),
  };
}

/** The other legal names of an owner's number; none without an owner. */
export async function legalNamesBeside(
  db: Database,
  owner: NameOwner | null,
): Promise<SenderCase['other_legal_names']> {
  const others = owner ? await otherLegalNames(db, owner) : [];
  return others.map(({ legal_name, ...team }) => ({ team, legal_name }));
}

/** Decides about a request; returns it as it is then. Refusals: 1001, 1012, 1013. */
export async function decideSenderCase(
  services: Services,
  staff: Staff,
  {
    id,
    reason,
    contentClass,
  }: { id: string; reason: string | null; contentClass?: ContentClass | null | undefined },
): Promise<SenderCase | Refusal> {
  const request = await selectSenderCase(services.kysely, id);
  if (!request) return refuse('notFound');
  const deciding = { teamId: request.team_id, requestId: id, by: staff, contentClass: contentClass ?? null };
  const decided = await decideSender(services, deciding, reason);
  return isRefusal(decided) ? decided : senderCase(services, staff, id);
}

/**
 * Notes what staff have read off a document: its kind, and when it was issued and ends. Refusals: 1001, 1012
 * for members of the team.
 */
export async function noteDocument(
  services: Services,
  staff: Staff,
  { id, document }: { id: string; document: string },
  noted: Omit<NotedEvidence, 'over'>,
): Promise<SenderCase | Refusal> {
  const { kysely } = services;
  const request = await selectSenderCase(kysely, id);
  if (!request) return refuse('notFound');
  const { team_id: teamId, sender } = request;
  const refused = await transaction(kysely, async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    const found = { teamId, subjectId: id, documentId: document };
    if (!isId(document) || !(await noteEvidence(trx, found, noted))) return refuse('notFound');
    const { kind, issued_on: issued, expires_on: expires } = noted;
    await recordAudit(trx, staff, {
      ...{ action: 'DOCUMENT_NOTED', teamId, subject: document },
      detail: { request: id, sender, kind, issued: issued ?? '', expires: expires ?? '' },
    });
    await signalWithin(trx, decisionTopic(teamId));
    return null;
  });
  return refused ?? senderCase(services, staff, id);
}

type SenderFields = { sender: string; contentClass: ContentClass; project_id: string; project_name: string };

function toRow(request: AskedRow & SenderFields): SenderRow {
  return {
    ...toRequestRow(request, BUSINESS_DAYS),
    sender_id: request.sender,
    ...classAnswer(request.contentClass),
    project: { id: request.project_id, name: request.project_name },
  };
}
