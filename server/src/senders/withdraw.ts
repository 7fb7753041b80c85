// Withdraws a pending request for a sender id, for its team. Staff no longer find it among the pending ones.
import { isId } from '@godwit/contract/common';
import type { SenderIdRequest } from '@godwit/contract/senders';
import { REQUEST_DECIDED } from '@godwit/contract/sentences/settings';
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import { signalWithin } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { decisionTopic } from '../live/changes.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { updateWithdrawn } from './queries.ts';
import { listSenderRequests } from './request.ts';

type RequestKey = { teamId: string; projectId: string; requestId: string };

/**
 * Withdraws a request for a person at an address. If staff decide it at the same moment, one of the two is
 * refused. 1001: no such request of the project; 1013: it was already decided or withdrawn.
 */
export async function withdrawRequest(
  services: Services,
  key: RequestKey,
  { userId, ip }: { userId: string; ip: string },
): Promise<SenderIdRequest | Refusal> {
  const { teamId, projectId, requestId } = key;
  const moved =
    isId(requestId) &&
    (await transaction(services.kysely, async (trx) => {
      if (!(await updateWithdrawn(trx, key))) return false;
      const entry = { teamId, subject: requestId, detail: { by: userId } };
      await recordAudit(trx, { ...CUSTOMER, ip }, { action: 'SENDER_WITHDRAWN', ...entry });
      await signalWithin(trx, decisionTopic(teamId));
      return true;
    }));
  const found = (await listSenderRequests(services, teamId, projectId)).find(({ id }) => id === requestId);
  if (!found) return refuse('notFound');
  return moved ? found : refuse('conflict', { description: REQUEST_DECIDED });
}
