// Lists that screens choose from, under /v1/web/generic.
import { CONTINENTS, continentsAnswer } from '@godwit/contract/countries';
import { TIMEZONES } from '@godwit/contract/timezones';
import { z } from 'zod';
import type { App } from './types.ts';

/** None of them needs a session. */
export function genericRoutes(web: App): void {
  web.get(
    '/generic/timezones',
    { schema: { response: { 200: z.array(z.object({ id: z.string() })) } } },
    async () => TIMEZONES.map((id) => ({ id })),
  );

  web.get('/generic/regions', { schema: { response: { 200: continentsAnswer } } }, async () => [
    ...CONTINENTS,
  ]);
}
