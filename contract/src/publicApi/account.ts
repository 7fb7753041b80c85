// The public API's calls about the account: a file of its own, as the console has none of them.
import { z } from 'zod';
import { id, mode, money } from '../common.ts';
import { CURRENCY } from '../sentences/api.ts';

/** GET /v1/balance. */
export const balanceAnswer = z.object({
  balance: money.describe(
    'The amount that can be spent, in major units of `currency` with at most four decimals.',
  ),
  currency: z.string().describe(CURRENCY),
});

/** POST /v1/login: whose key it is. */
export const keyAnswer = z.object({
  project_id: id.describe('The project that the key belongs to.'),
  project_name: z.string().describe('The name of the project.'),
  mode: mode.describe('The mode that the key sends in: TEST or LIVE.'),
});
