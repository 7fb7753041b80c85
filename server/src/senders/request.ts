// Requests a sender id, and lists a project's requests.
import { classAnswer } from '@godwit/contract/contentClass';
import { detailsOf, readDetails } from '@godwit/contract/ownerDetails';
import type { RuleTable } from '@godwit/contract/rules/table';
import {
  classAsked,
  formProblem,
  requestedProblem,
  type SenderIdCheck,
  type SenderIdChecked,
  type SenderIdRequest,
  type senderIdRequest,
} from '@godwit/contract/senders';
import {
  MANY_REQUESTS_TODAY,
  REQUEST_PENDING,
  SENDER_PROTECTED,
  SENDER_PROTECTED_BRAND,
} from '@godwit/contract/sentences/settings';
import type { z } from 'zod';
import { selectRegionOfTeam } from '../db/regionOfTeam.ts';
import { transaction } from '../db/transaction.ts';
import { bindDocuments, documentsOf } from '../files/documents.ts';
import { newId } from '../ids.ts';
import { ownsBrand, protectorsOf } from '../protectedNames.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import { ownersOfRequests, storeOwner } from './ownerQueries.ts';
import { countRecentRequests, insertSenderRequest, selectSenderRequests } from './queries.ts';
import { suggestName } from './suggest.ts';

export { otherLegalNames, ownersOfRequests } from './ownerQueries.ts';
export { findLookAlikes } from './queries.ts';

/** Each sends a mail to the owners and admins of the team, so withdrawn ones count too. */
const REQUESTS_A_DAY = 50;

type Asking = { teamId: string; userId: string; projectId: string; form: z.output<typeof senderIdRequest> };

/** The parts of a request that decide whether its name can be requested. */
type Named = Pick<Asking['form'], 'sender_id' | 'owner_scheme' | 'owner_number'>;

/** Returns why a country does not take a name of this form, as a sentence; null if it does. */
function countryProblem(countries: RuleTable, country: string, name: string): string | null {
  const { name: shape, barredAlone } = countries.of(country);
  return formProblem(shape, name) ?? requestedProblem(barredAlone, name);
}

/** Returns why a team in a country cannot request a name, as a sentence; null if it can. */
function nameProblem(countries: RuleTable, region: string, form: Named): string | null {
  const { sender_id: name, owner_scheme: scheme, owner_number: number } = form;
  const problem = countryProblem(countries, region, name);
  if (problem !== null) return problem;
  const protectors = protectorsOf(countries, name);
  const owner = scheme && { scheme, number };
  if (protectors.every((brands) => brands.some((brand) => ownsBrand(brand, owner)))) return null;
  const hasOwner = protectors.every((brands) => brands.some(({ owners }) => owners.length > 0));
  return hasOwner ? SENDER_PROTECTED_BRAND : SENDER_PROTECTED;
}

/**
 * Checks a name that a team wants to request, also by the rules of the other countries that it names, and
 * suggests one that would be taken. Names of other customers play no part: staff compare them.
 */
export async function checkSender(
  { kysely, countryRules }: Services,
  teamId: string,
  { legal_name, countries: wanted, ...form }: SenderIdCheck,
): Promise<SenderIdChecked> {
  const rules = countryRules.now();
  const { id: region } = await selectRegionOfTeam(kysely, teamId);
  const problemsElsewhere = (name: string) =>
    wanted.flatMap((country) => {
      const problem = country === region ? null : countryProblem(rules, country, name);
      return problem === null ? [] : [{ country, problem }];
    });
  const problemOf = (name: string) => nameProblem(rules, region, { ...form, sender_id: name });
  const isAccepted = (name: string) => problemOf(name) === null && problemsElsewhere(name).length === 0;
  const name = form.sender_id;
  const near = protectorsOf(rules, name).length > 0 ? '' : name;
  return {
    problem: problemOf(name),
    elsewhere: problemsElsewhere(name),
    suggestion: isAccepted(name) ? null : suggestName(near, legal_name, isAccepted),
  };
}

/**
 * Requests a sender id; a unique index allows one pending request per project. 1002 for a protected name
 * unless the business in the request owns it, 1013 while another request is pending, 1006 after 50 of the
 * team within a day, withdrawn ones included; documents are refused as for a verification.
 */
export async function requestSender(
  { kysely, countryRules, settings }: Services,
  { teamId, userId, projectId, form }: Asking,
): Promise<SenderIdRequest | Refusal> {
  const { sender_id, description, sample, countries, legal_name, documents } = form;
  const problem = nameProblem(countryRules.now(), (await selectRegionOfTeam(kysely, teamId)).id, form);
  if (problem !== null) return refuseField('invalidArgument', 'sender_id', problem);
  const id = newId();
  const contentClass = classAsked(form);
  const details = detailsOf(form);
  return transaction(kysely, async (trx) => {
    if ((await countRecentRequests(trx, teamId)) >= REQUESTS_A_DAY)
      return refuse('tooManyRequests', { description: MANY_REQUESTS_TODAY, retryAfterSeconds: 3_600 });
    const added = await insertSenderRequest(trx, {
      team_id: teamId,
      id,
      project_id: projectId,
      requested_by: userId,
      sender: sender_id,
      contentClass,
      description,
      sample,
      countries,
      legal_name,
      owner_details: details && JSON.stringify(details),
      ...(await storeOwner(trx, teamId, form)),
    });
    if (!added) {
      return refuse('conflict', {
        description: REQUEST_PENDING,
      });
    }
    await bindDocuments(trx, { teamId, purpose: 'SENDER_ID', subjectId: id, documents });
    const link = new URL('/sender-id', settings.publicUrl).href;
    await mailAdmins(trx, teamId, (mails) => mails.senderReceived({ sender: sender_id, link }));
    return {
      id,
      sender_id,
      ...classAnswer(contentClass),
      description,
      sample,
      countries,
      legal_name,
      owner: (await ownersOfRequests(trx, teamId, [id])).get(id)?.owner ?? null,
      consent_document: form.for_client ? form.consent_document : null,
      owner_details: details,
      status: 'PENDING',
      reason: null,
      created_at: added.created_at.toISOString(),
      decided_at: null,
      documents: documents.map((document) => ({ id: document.id, name: document.name, kept: true })),
    };
  });
}

/** A project's requests, the newest first. */
export async function listSenderRequests(
  { kysely }: Services,
  teamId: string,
  projectId: string,
): Promise<SenderIdRequest[]> {
  const requests = await selectSenderRequests(kysely, teamId, projectId);
  const [documents, owners] = await Promise.all([
    documentsOf(kysely, teamId, requests),
    ownersOfRequests(
      kysely,
      teamId,
      requests.map(({ id }) => id),
    ),
  ]);
  return requests.map(({ id, sender, contentClass, owner_details, created_at, decided_at, ...request }) => ({
    ...request,
    id,
    sender_id: sender,
    ...classAnswer(contentClass),
    owner: owners.get(id)?.owner ?? null,
    owner_details: readDetails(owner_details),
    created_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    documents: documents(id),
  }));
}
