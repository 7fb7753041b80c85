// Calls that belong to nobody, under /v1/web/generic: the CSRF token, and lists that screens choose from.
import { csrfAnswer } from '@godwit/contract/accounts';
import { CONTINENTS, continentsAnswer } from '@godwit/contract/countries';
import { TIMEZONES } from '@godwit/contract/timezones';
import { z } from 'zod';
import type { Services } from '../services.ts';
import { refreshCsrf } from './sessions.ts';
import type { App } from './types.ts';

/** None of them needs a session. */
export function genericRoutes(web: App, services: Services): void {
  web.get('/generic/refresh_csrf', { schema: { response: { 200: csrfAnswer } } }, async (request, reply) => ({
    id: refreshCsrf(request, reply, services),
  }));

  web.get(
    '/generic/timezones',
    { schema: { response: { 200: z.array(z.object({ id: z.string() })) } } },
    async () => TIMEZONES.map((id) => ({ id })),
  );

  web.get('/generic/regions', { schema: { response: { 200: continentsAnswer } } }, async () => [
    ...CONTINENTS,
  ]);
}
