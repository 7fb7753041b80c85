// Reconciles open payments with their providers, and fails abandoned ones after a day.
import { doEach, startLoop } from '../../jobs/loop.ts';
import type { Services } from '../../services.ts';
import { openProviders, type Providers } from '../providers/open.ts';
import { CALLS_AT_ONCE, retryRefunds } from '../refunds/refunds.ts';
import { claimWithoutCard, expirePayments, selectToLookUp, storeReferences } from './queries.ts';
import { lookUp } from './show.ts';

const EVERY_MS = 60_000;
/** Reconciles a payment after this long without news. */
const SILENT_SECONDS = 900;
const IN_A_ROUND = 50;
/** Longer than any checkout stays open. */
const GIVEN_UP_HOURS = 36;

/** Reconciles due payments; one that fails does not stop the others. */
export async function reconcilePayments(
  services: Pick<Services, 'pool' | 'kysely' | 'settings'>,
  providers: Providers,
): Promise<void> {
  const due = await selectToLookUp(services.kysely, SILENT_SECONDS, IN_A_ROUND);
  await doEach(
    due.map((payment) => () => lookUp(services, providers, payment, SILENT_SECONDS)),
    CALLS_AT_ONCE,
  );
}

/** Looks up the cards of payments whose notices did not include them. */
export async function lookUpCards({ kysely }: Pick<Services, 'kysely'>, providers: Providers): Promise<void> {
  const payments = await claimWithoutCard(kysely, IN_A_ROUND);
  const lookUpAtStripe = providers.byName('STRIPE')?.lookUp;
  if (!lookUpAtStripe) return;
  const each = payments.map((payment) => async () => {
    const object = payment.charge_reference ?? payment.reference;
    const notice = object === null ? null : await lookUpAtStripe(object);
    if (notice?.kind === 'SUCCEEDED') await storeReferences(kysely, payment, { cardLast4: notice.cardLast4 });
  });
  await doEach(each, CALLS_AT_ONCE);
}

/** Fails payments that no provider has opened or can look up; a late notice still credits them. */
export async function failSilentPayments({ kysely }: Pick<Services, 'kysely'>): Promise<void> {
  await expirePayments(kysely, GIVEN_UP_HOURS);
}

/** Starts the loop that reconciles payments and retries refunds. */
export function startReconciling(services: Services): { stop(): Promise<void> } {
  const providers = openProviders(services);
  const steps = [
    () => reconcilePayments(services, providers),
    () => lookUpCards(services, providers),
    () => failSilentPayments(services),
    () => retryRefunds(services, providers),
  ];
  return startLoop({
    name: 'asking about payments',
    log: services.log,
    everyMs: EVERY_MS,
    round: () => doEach(steps),
  });
}
