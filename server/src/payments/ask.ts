// Payments that nobody says anything about: their providers are asked, and what was left in the middle is given up after a day.
import { doEach, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { openProviders, type Providers } from './open.ts';
import { claimWithoutCard, expirePayments, noteReferences, selectToLookUp } from './queries.ts';
import { ASKED_AT_ONCE, tryRefundsAgain } from './refunds.ts';
import { lookUp } from './show.ts';

const EVERY_MS = 60_000;
/** A payment is asked about when nothing was heard of it for so long. */
const SILENT_SECONDS = 900;
const IN_A_ROUND = 50;
/** Longer than any checkout stays open. */
const GIVEN_UP_HOURS = 36;

/** Asks about payments that are due; one that cannot be asked about does not keep the others. */
export async function askAboutPayments(
  services: Pick<Services, 'pool' | 'kysely' | 'settings'>,
  providers: Providers,
): Promise<void> {
  const due = await selectToLookUp(services.kysely, SILENT_SECONDS, IN_A_ROUND);
  await doEach(
    due.map((payment) => () => lookUp(services, providers, payment, SILENT_SECONDS)),
    ASKED_AT_ONCE,
  );
}

/** Asks with which cards payments were made, where their notices have not said that. */
export async function askForCards({ kysely }: Pick<Services, 'kysely'>, providers: Providers): Promise<void> {
  const payments = await claimWithoutCard(kysely, IN_A_ROUND);
  const ask = providers.byName('STRIPE')?.lookUp;
  if (!ask) return;
  const each = payments.map((payment) => async () => {
    const notice = await ask({ ...payment, orderId: payment.order_id, charge: payment.charge_reference });
    if (notice?.kind === 'SUCCEEDED') await noteReferences(kysely, payment, { cardLast4: notice.cardLast4 });
  });
  await doEach(each, ASKED_AT_ONCE);
}

/** Fails payments of providers that cannot be asked and have said nothing for long; a late notice still credits them. */
export async function giveUpPayments({ kysely }: Pick<Services, 'kysely'>): Promise<void> {
  await expirePayments(kysely, GIVEN_UP_HOURS);
}

/** Starts asking from time to time. */
export function startAskingAboutPayments(services: Services): { stop(): Promise<void> } {
  const providers = openProviders(services);
  const steps = [
    () => askAboutPayments(services, providers),
    () => askForCards(services, providers),
    () => giveUpPayments(services),
    () => tryRefundsAgain(services, providers),
  ];
  return startLoop({
    name: 'asking about payments',
    log: services.log,
    everyMs: EVERY_MS,
    round: () => doEach(steps),
  });
}
