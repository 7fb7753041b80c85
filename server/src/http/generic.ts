// Lists for form choices, under /v1/web/generic.
import { genericCalls } from '@godwit/contract/generic';
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { TIMEZONES } from '@godwit/contract/timezones';
import { serve } from '../http/serve.ts';
import type { Settings } from '../settings.ts';
import { supportOf } from '../support.ts';
import type { App } from './types.ts';

/** None of them needs a session. */
export function genericRoutes(web: App, settings: Settings): void {
  const on = serve(web, genericCalls);
  on('GET /generic/timezones', async () => TIMEZONES.map((id) => ({ id })));

  on('GET /generic/regions', async () => [...CONTINENTS]);

  on('GET /generic/support', async () => supportOf(settings));
}
