// The console's calls about consents, under /v1/web/consents.
import { consentCalls } from '@godwit/contract/consents';
import type { Exports } from '../http/exports.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { readNumber } from '../phoneNumbers.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { withoutConsent } from './check.ts';
import { proofFiles } from './proof.ts';
import { readHistory, recordConsent } from './record.ts';
import { sendZip } from './zip.ts';

/** Record a consent, read the records of a number or pack them as a proof, and find numbers without one. */
export function consentRoutes(signedIn: App, services: Services, exports: Exports): void {
  const { pool } = services;
  const long = servicesFor(services, 'long');
  const on = serve(signedIn, consentCalls);

  on('GET /consents', async ({ member: { teamId, regionId }, query: { mode, number } }) =>
    readHistory(pool, { teamId, mode, number: orThrow(readNumber(number, regionId)) }),
  );

  on('POST /consents', async ({ member: { teamId, regionId }, body: { mode, number: typed, ...given } }) => {
    const number = orThrow(readNumber(typed, regionId));
    return recordConsent(pool, { teamId, mode, number, origin: 'CONSOLE' }, given);
  });

  on('POST /consents/lacking', async ({ member: { teamId }, body: { mode, numbers } }) => {
    const asked = [...new Set(numbers)].map((recipient) => ({ teamId, mode, recipient }));
    return { numbers: (await withoutConsent(pool, asked)).map(({ recipient }) => recipient) };
  });

  on('GET /consents/proof.zip', { exposeHeadRoute: false }, async (request, reply) => {
    const { teamId, regionId } = request.member;
    const { mode, number: typed } = request.query;
    const number = orThrow(readNumber(typed, regionId));
    const files = () =>
      proofFiles(long.pool, { teamId, mode }, async function* () {
        yield [number];
      });
    return sendZip(reply, { teamId, exports, name: 'consent.zip', files });
  });
}
