// Calls of the public API about the account. They have their own file because the console does not use them.
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

/** POST /v1/login: the project and the mode of the key. */
export const keyAnswer = z.object({
  project_id: id.describe('The project that the key belongs to.'),
  project_name: z.string().describe('The name of the project.'),
  mode: mode.describe('The mode that the key sends in: TEST or LIVE.'),
});
