// Finds the key of a call of Twilio's API: the account SID is the project's, and the auth token one of its
// keys.

import type { Scope } from '@godwit/contract/apiKeys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basicCredentials, type CheckKey } from '../../projects/apiKeys.ts';
import { RefusalError, refuse } from '../../refusal.ts';
import type { IsEnabled } from '../dropIns.ts';
import { idOf } from './sids.ts';

const OFF = refuse('notAllowed', {
  description:
    'This project does not accept the Twilio API, so nothing has happened. An owner or admin enables it in Settings, Drop-in APIs.',
});

export type Checks = { checkKey: CheckKey; isEnabled: IsEnabled };

/** Sets the key of a call. The account or service in its path must be the project's. Throws refusals. */
export async function identify(
  { checkKey, isEnabled }: Checks,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { projectId: sid, key } = basicCredentials(request.headers.authorization);
  const { account, service } = request.params as { account?: string; service?: string };
  const projectId = idOf('AC', sid);
  const isOwn = service === undefined ? sid === account : idOf('VA', service) === projectId;
  const credentials = { projectId: (isOwn && projectId) || '', key };
  request.key = await checkKey(request, reply, { scope: scopeOf(request, service), credentials });
  if (!(await isEnabled(request.key.projectId, 'TWILIO'))) throw new RefusalError(OFF);
}

function scopeOf({ method }: FastifyRequest, service: string | undefined): Scope {
  if (service !== undefined) return 'verify';
  return method === 'POST' ? 'messages:send' : 'messages:read';
}
