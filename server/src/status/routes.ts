// GET /v1/staff/status: how the service does.
import { statusCalls } from '@godwit/contract/staff/status';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { readStatusAnswer } from './figures.ts';

/** The figures of now and of the last hours. */
export function statusRoutes(signedIn: App, { pool }: Services): void {
  const on = serve(signedIn, statusCalls);
  on('GET /status', () => readStatusAnswer(pool));
}
