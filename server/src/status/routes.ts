// GET /v1/staff/status: how the service does.
import { statusAnswer } from '@godwit/contract/staffStatus';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { readStatusAnswer } from './figures.ts';

/** The figures of now and of the last hours. */
export function statusRoutes(signedIn: App, { pool }: Services): void {
  signedIn.get(
    '/status',
    { config: { staffAction: 'read' }, schema: { response: { 200: statusAnswer } } },
    () => readStatusAnswer(pool),
  );
}
