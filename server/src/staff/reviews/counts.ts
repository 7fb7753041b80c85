// GET /v1/staff/counts: pending work for the staff member.
import { type StaffCounts, staffSignInCalls } from '@godwit/contract/staff/accounts';
import { staffMay } from '@godwit/contract/staff/roles';
import { countPendingAdjustments } from '../../billing/adjust.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { countHeld } from '../../messages/accept/heldDestinations.ts';
import { countAlerts } from '../../payments/checkout/alerts.ts';
import { countAskedRefunds } from '../../payments/refunds/refunds.ts';
import { countSlips } from '../../payments/slips/slips.ts';
import { countOurTurn } from '../../senders/registrations.ts';
import type { Services } from '../../services.ts';
import { countPending } from './queries.ts';

/** A kind of work that the role has nothing to do with is null. */
export function countRoutes(signedIn: App, { kysely }: Services): void {
  const on = serve(signedIn, staffSignInCalls);
  on('GET /counts', async ({ staff: { role } }): Promise<StaffCounts> => {
    const [{ identity, senders }, registrations, holds, adjustments, refunds, slips, alerts] =
      await Promise.all([
        countPending(kysely),
        staffMay(role, 'senders') ? countOurTurn(kysely) : null,
        countHeld(kysely),
        countPendingAdjustments(kysely),
        countAskedRefunds(kysely),
        countSlips(kysely),
        countAlerts(kysely),
      ]);
    return {
      identity: staffMay(role, 'identity') ? identity : null,
      senders: staffMay(role, 'senders') ? senders : null,
      registrations,
      holds: staffMay(role, 'pause') ? holds : null,
      adjustments: staffMay(role, 'money') ? adjustments : null,
      refunds: staffMay(role, 'money') ? refunds : null,
      slips: staffMay(role, 'money') ? slips : null,
      payment_alerts: staffMay(role, 'money') ? alerts : null,
    };
  });
}
