// What a customer is told of how long things are kept.
import { retentionAnswer } from '@godwit/contract/retention';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';

export function retentionRoutes(signedIn: App, { settings }: Pick<Services, 'settings'>): void {
  signedIn.get(
    '/retention',
    { config: { anyTeam: true }, schema: { response: { 200: retentionAnswer } } },
    async () => {
      const { texts, messages, documents, callbacks, closed } = settings.retention;
      const kept = (days: number) => (Number.isFinite(days) ? days : null);
      return {
        texts: kept(texts),
        messages: kept(messages),
        documents: kept(documents),
        callbacks: kept(callbacks),
        closed,
      };
    },
  );
}
