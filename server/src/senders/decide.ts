// Decides about requests for sender ids: approves or rejects.

import { isId } from '@godwit/contract/common';
import type { ContentClass } from '@godwit/contract/contentClass';
import { networksOf, type RuleTable } from '@godwit/contract/rules/table';
import { type Actor, COMMAND_LINE } from '../audit/record.ts';
import { selectRegionOfTeam } from '../db/regionOfTeam.ts';
import type { Mails } from '../mail/letter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { decide, decidedAlready } from '../team/decisions.ts';
import { waitingRegisters } from './dueMails.ts';
import { addSender, decideSenderRequest, selectPendingRequest, selectSenderRequest } from './queries.ts';
import { changeOwner, startRegistration } from './registrations.ts';

export { addSender } from './queries.ts';

type Deciding = { teamId: string; requestId: string; by: Actor; contentClass?: ContentClass | null };

/**
 * Decides about a pending request. A `reason` rejects it and goes to the customer, who can request another
 * sender id; null approves it, and the project can send from the name. `contentClass`: the
 * class that it is approved for, if not the one that was asked for. 1001: no such request; 1013: a
 * colleague decided before, named with what and when; 1012: the decider is in the team.
 */
export function decideSender(
  services: Services,
  { teamId, requestId, by, contentClass = null }: Deciding,
  reason: string | null,
): Promise<{ id: string; sender: string } | Refusal> {
  const { kysely, countryRules, settings } = services;
  const { publicUrl } = settings;
  const to = reason === null ? 'APPROVED' : 'REJECTED';
  return decide(kysely, { teamId, by }, async (trx) => {
    const before = await selectSenderRequest(trx, teamId, requestId);
    const moved = await decideSenderRequest(trx, { teamId, requestId, by, to, reason, contentClass });
    if (!moved) return decidedAlready(await selectSenderRequest(trx, teamId, requestId));
    const { id, project_id: projectId, sender, countries, contentClass: approvedFor } = moved;
    const entry = { action: `SENDER_${to}`, subject: id } as const;
    if (reason !== null) {
      const link = new URL('/sender-id', publicUrl).href;
      const mail = (mails: Mails) => mails.senderRejected({ sender, reason, link });
      return { result: { id, sender }, entry: { ...entry, detail: { sender, reason } }, mail };
    }
    await addSender(trx, { projectId, sender, contentClass: approvedFor });
    await changeOwner(trx, services, by, { teamId, projectId, sender, requestId });
    await startRegistrations(trx, by, { teamId, projectId, sender, countries }, countryRules.now());
    const waiting = await waitingRegisters(trx, services, { teamId, projectId, sender });
    const link = new URL('/send-sms', publicUrl).href;
    const changed =
      before && before.contentClass !== approvedFor ? { asked: before.contentClass, approvedFor } : null;
    return {
      result: { id, sender },
      entry: { ...entry, detail: { sender, class: approvedFor } },
      mail: (mails) => mails.senderApproved({ sender, changed, waiting, link }),
    };
  });
}

/**
 * Begins with the registers of the team's own country and of the `countries` that it named, or with those of
 * their networks, if they have one.
 */
export async function startRegistrations(
  trx: Database,
  by: Actor,
  { countries, ...name }: { teamId: string; projectId: string; sender: string; countries: readonly string[] },
  { registers }: RuleTable,
): Promise<void> {
  const { id: region } = await selectRegionOfTeam(trx, name.teamId);
  const wanted = registers.filter(({ country }) => country === region || countries.includes(country));
  for (const register of wanted) {
    for (const network of networksOf(register)) {
      const inRegister = { ...name, country: register.country, network };
      await startRegistration(trx, by, inRegister, 'The sender id was approved.');
    }
  }
}

/** Decides about the pending request of a project from the command line: rejects it if a reason is given. */
export async function decidePending(
  services: Services,
  { projectId, reason }: { projectId: string; reason: string | null },
): Promise<{ id: string; sender: string } | Refusal> {
  const request = isId(projectId) ? await selectPendingRequest(services.kysely, projectId) : undefined;
  if (!request)
    return refuse('notFound', { description: `No request of the project ${projectId} is pending.` });
  const deciding = { teamId: request.team_id, requestId: request.id, by: COMMAND_LINE };
  return decideSender(services, deciding, reason);
}
