// The console's calls about consents, under /v1/web/consents.
import { consentCalls } from '@godwit/contract/consents';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { readNumber } from '../phoneNumbers.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readHistory, recordConsent } from './record.ts';

/** Record a consent, and read the records of a number. */
export function consentRoutes(signedIn: App, { pool }: Services): void {
  const on = serve(signedIn, consentCalls);

  on('GET /consents', async ({ member: { teamId, regionId }, query: { mode, number } }) =>
    readHistory(pool, { teamId, mode, number: orThrow(readNumber(number, regionId)) }),
  );

  on('POST /consents', async ({ member: { teamId, regionId }, body: { mode, number: typed, ...given } }) => {
    const number = orThrow(readNumber(typed, regionId));
    return recordConsent(pool, { teamId, mode, number, origin: 'CONSOLE' }, given);
  });
}
