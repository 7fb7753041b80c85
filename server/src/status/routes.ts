// GET /v1/staff/status: figures of the whole service.
import { statusCalls } from '@godwit/contract/staff/status';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { readStatusAnswer } from './figures.ts';

/** The current figures, and those of the last hours. */
export function statusRoutes(signedIn: App, { pool }: Services): void {
  const on = serve(signedIn, statusCalls);
  on('GET /status', () => readStatusAnswer(pool));
}
