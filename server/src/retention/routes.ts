// Shows a customer how long data is kept.
import { retentionCalls } from '@godwit/contract/retention';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';

export function retentionRoutes(signedIn: App, { settings }: Pick<Services, 'settings'>): void {
  const on = serve(signedIn, retentionCalls);
  on('GET /retention', async () => {
    const { texts, messages, documents, callbacks, closed } = settings.retention;
    const kept = (days: number) => (Number.isFinite(days) ? days : null);
    return {
      texts: kept(texts),
      messages: kept(messages),
      documents: kept(documents),
      callbacks: kept(callbacks),
      closed,
    };
  });
}
