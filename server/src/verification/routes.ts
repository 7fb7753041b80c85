// Calls about identity verification, under /v1/web.
import { verificationAnswer, verificationRequest, verificationsAnswer } from '@godwit/contract/verification';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listVerifications, requestVerification } from './request.ts';

/** The team's requests, and making one. */
export function verificationRoutes(signedIn: App, services: Services): void {
  signedIn.get(
    '/verification_requests',
    { schema: { response: { 200: verificationsAnswer } } },
    async ({ member }) => listVerifications(services, member.teamId),
  );

  signedIn.post(
    '/verification_requests',
    {
      config: { action: 'verification' },
      schema: { body: verificationRequest, response: { 200: verificationAnswer } },
    },
    async ({ member, body }) => orThrow(await requestVerification(services, member, body)),
  );
}
