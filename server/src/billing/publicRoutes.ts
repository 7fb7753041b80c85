// The public API's call about money, under /v1.
import { balanceAnswer } from '@godwit/contract/publicApi/account';
import type { App } from '../http/types.ts';
import { fromMicros } from '../money.ts';
import type { Services } from '../services.ts';
import { readBalanceIn } from './queries.ts';

/** GET /balance: what the team of the key has, in the currency of its region. */
export function balanceRoute(api: App, { pool }: Services): void {
  api.get('/balance', { schema: { response: { 200: balanceAnswer } } }, async ({ key }) => {
    const { balanceMicros, currency } = await readBalanceIn(pool, key.teamId);
    return { balance: fromMicros(balanceMicros), currency };
  });
}
