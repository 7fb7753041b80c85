// GET /v1/staff/counts: how much work waits for the member of staff.
import { type StaffCounts, staffCountsAnswer, staffMay } from '@godwit/contract/staff';
import { countAdjustments } from '../billing/adjust.ts';
import type { App } from '../http/types.ts';
import { countHeld } from '../messages/holds.ts';
import { countAlerts } from '../payments/alerts.ts';
import { countAskedRefunds } from '../payments/refunds.ts';
import { countSlips } from '../payments/slips.ts';
import type { Services } from '../services.ts';
import { countPending } from './reviewQueries.ts';

/** A kind of work that the role has nothing to do with is null. */
export function countRoutes(signedIn: App, { kysely }: Services): void {
  signedIn.get(
    '/counts',
    { config: { staffAction: 'read' }, schema: { response: { 200: staffCountsAnswer } } },
    async ({ staff: { role } }): Promise<StaffCounts> => {
      const [{ identity, senders }, holds, adjustments, refunds, slips, alerts] = await Promise.all([
        countPending(kysely),
        countHeld(kysely),
        countAdjustments(kysely),
        countAskedRefunds(kysely),
        countSlips(kysely),
        countAlerts(kysely),
      ]);
      return {
        identity: staffMay(role, 'identity') ? identity : null,
        senders: staffMay(role, 'senders') ? senders : null,
        holds: staffMay(role, 'pause') ? holds : null,
        adjustments: staffMay(role, 'money') ? adjustments : null,
        refunds: staffMay(role, 'money') ? refunds : null,
        slips: staffMay(role, 'money') ? slips : null,
        payment_alerts: staffMay(role, 'money') ? alerts : null,
      };
    },
  );
}
