// Calls about identity verification, under /v1/web.
import { verificationCalls } from '@godwit/contract/verification';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listVerifications, requestVerification } from './request.ts';

/** The team's requests, and making one. */
export function verificationRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, verificationCalls);
  on('GET /verification_requests', async ({ member }) => listVerifications(services, member.teamId));

  on('POST /verification_requests', async ({ member, body }) =>
    orThrow(await requestVerification(services, member, body)),
  );
}
