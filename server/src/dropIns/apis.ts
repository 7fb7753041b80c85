// The drop-in APIs: each answers as its product does, and enters at accept like every other message.
import type { Signals } from '../db/signals.ts';
import type { App } from '../http/types.ts';
import type { Accept } from '../messages/accept/accept.ts';
import type { CheckKey } from '../projects/apiKeys.ts';
import type { Services } from '../services.ts';
import { openIsEnabled } from './dropIns.ts';
import { kannelRoutes } from './kannel/routes.ts';
import { callRoutes } from './sendUrls/call.ts';
import { twilioRoutes } from './twilio/routes.ts';

/**
 * Adds the routes of all drop-in APIs, and those of send URLs. A project that has not enabled an API, or
 * created a URL, is refused there.
 */
export async function dropInApis(
  app: App,
  services: Services,
  { accept, signals, checkKey }: { accept: Accept; signals: Pick<Signals, 'on'>; checkKey: CheckKey },
): Promise<void> {
  const parts = { accept, checkKey, isEnabled: openIsEnabled(services, signals) };
  await app.register(async (kannel: App) => kannelRoutes(kannel, parts));
  await app.register(async (twilio: App) => twilioRoutes(twilio, services, parts), { prefix: '/twilio' });
  await app.register(async (urls: App) => callRoutes(urls, services, accept), { prefix: '/v1/in' });
}
