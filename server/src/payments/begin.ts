// Beginning a payment: what is to be paid is fixed in a row of ours, and only then the provider is told.
import { randomBytes } from 'node:crypto';
import type { Checkout, PaymentOptions } from '@godwit/contract/payments';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { displayMoney, fromMicros, parseAmount } from '../money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import type { Providers } from './open.ts';
import type { NewCheckout } from './provider.ts';
import {
  countBegun,
  insertPayment,
  lockPaying,
  noteReferences,
  type PaymentRow,
  selectPayer,
  selectPayingTeam,
  selectPayment,
  selectPaymentOfForm,
} from './queries.ts';
import { readTax, withTax } from './tax.ts';

/** More payments than these a team does not begin within an hour without paying one. */
const MAX_BEGUN = 30;
const TOO_MANY =
  'Your team has begun many payments within an hour. Finish one of them, or try again in an hour.';
const OTHER_PAYMENT = 'This form made another payment already. Open it again.';
const NOT_REACHED =
  'The payment provider cannot be reached. Nothing was paid: try again shortly, or pay by bank transfer.';
const NO_CARDS = 'Cards cannot be paid this way here. Pay by bank transfer.';

type Payer = Pick<Member, 'teamId' | 'userId'>;
type Asked = { amount: string; key?: string | undefined };

/** How a team can pay, and within which limits. */
export async function paymentOptions(
  { kysely, settings }: Services,
  providers: Providers,
  teamId: string,
): Promise<PaymentOptions> {
  const { regionId, currency, symbol } = await selectPayingTeam(kysely, teamId);
  const tax = await readTax(kysely, regionId);
  const limit = (limits: ReadonlyMap<string, bigint>) => {
    const micros = limits.get(currency);
    return micros === undefined ? null : fromMicros(micros);
  };
  return {
    currency,
    currency_symbol: symbol,
    min: limit(settings.paymentMin),
    max: limit(settings.paymentMax),
    tax: { percentage: tax.basisPoints / 100, included: tax.included },
    cards: providers.cards(regionId),
    bank: settings.bankDetails?.get(currency) ?? null,
  };
}

/**
 * Begins a payment by card and returns where the browser goes to. A form that is sent again goes on with the same payment. 1002 for an amount that
 * is none or outside the limits; 1006 after many that were not paid; 1013 for a key that made something else; 1014 where the provider does not
 * answer.
 */
export async function beginPayment(
  services: Services,
  providers: Providers,
  member: Payer,
  { amount, ipg, key }: Asked & { ipg: NewCheckout['gateway'] },
): Promise<Checkout | Refusal> {
  const { kysely, settings, log } = services;
  const team = await selectPayingTeam(kysely, member.teamId);
  const provider = providers.of(ipg, team.regionId);
  if (!provider) return refuseField('invalidArgument', 'ipg', NO_CARDS);
  const payment = await store(services, member, { amount, key, provider: provider.name });
  if (isRefusal(payment)) return payment;
  const checkout = checkoutOf(payment, settings, {
    payer: await selectPayer(kysely, member.userId),
    country: team.country,
    gateway: ipg,
  });
  try {
    const begun = await provider.create(checkout);
    if (begun.reference !== null) await noteReferences(kysely, payment, { reference: begun.reference });
    return begun.checkout;
  } catch (err) {
    log.warn({ err, provider: provider.name, payment: payment.id }, 'a checkout could not be begun');
    return refuse('unavailable', { description: NOT_REACHED, retryAfterSeconds: 10 });
  }
}

/** Where the browser comes back to says what the provider meant; what counts is what the server knows. */
function checkoutOf(
  { id, order_id: orderId, currency, total_micros: totalMicros }: PaymentRow,
  { publicUrl }: Settings,
  more: Pick<NewCheckout, 'payer' | 'country' | 'gateway'>,
): NewCheckout {
  const back = (success: boolean) =>
    new URL(`/payment-complete?success=${success}&payment=${id}`, publicUrl).href;
  return { id, orderId, currency, totalMicros, paidUrl: back(true), cancelUrl: back(false), ...more };
}

/**
 * Stores a payment that is PENDING with its tax, or returns the one that the same form has made. `claim` adds what belongs to it, in the same
 * transaction, and throws a RefusalError where that cannot be.
 */
export async function store(
  { kysely, settings }: Services,
  { teamId, userId }: Payer,
  { amount, key, provider }: Asked & { provider: PaymentRow['provider'] },
  claim: (trx: Database, payment: PaymentRow) => Promise<void> = async () => {},
): Promise<PaymentRow | Refusal> {
  const { regionId, currency } = await selectPayingTeam(kysely, teamId);
  const amountMicros = parseAmount(amount);
  const wrong = refuseAmount(amountMicros, currency, settings);
  if (wrong || amountMicros === null) return wrong ?? refuse('invalidArgument');
  const tax = await readTax(kysely, regionId);
  const { taxMicros, totalMicros } = withTax(amountMicros, tax);
  const id = newId();
  return kysely.transaction().execute(async (trx): Promise<PaymentRow | Refusal> => {
    await lockPaying(trx, teamId);
    const known = key && (await selectPaymentOfForm(trx, teamId, key));
    if (known)
      return isSame(known, { amountMicros, provider })
        ? known
        : refuse('conflict', { description: OTHER_PAYMENT });
    if ((await countBegun(trx, teamId)) >= MAX_BEGUN)
      return refuse('tooManyRequests', { description: TOO_MANY, retryAfterSeconds: 3_600 });
    const row = {
      team_id: teamId,
      id,
      order_id: newOrderId(),
      provider,
      currency,
      amount_micros: amountMicros,
      tax_micros: taxMicros,
      total_micros: totalMicros,
      tax_basis_points: tax.basisPoints,
      tax_included: tax.included,
      form_key: key ?? null,
      created_by: userId,
    };
    await insertPayment(trx, row);
    const payment = (await selectPayment(trx, teamId, id))!;
    await claim(trx, payment);
    return payment;
  });
}

/** A form that is sent again goes on as long as nothing has come of its payment. */
function isSame(
  known: PaymentRow,
  asked: { amountMicros: bigint; provider: PaymentRow['provider'] },
): boolean {
  return (
    known.status === 'PENDING' &&
    known.amount_micros === asked.amountMicros &&
    known.provider === asked.provider
  );
}

function refuseAmount(
  amountMicros: bigint | null,
  currency: string,
  { paymentMin, paymentMax }: Pick<Settings, 'paymentMin' | 'paymentMax'>,
): Refusal | null {
  const [least, most] = [paymentMin.get(currency), paymentMax.get(currency)];
  const refuseIt = (words: string) => refuseField('invalidArgument', 'amount', words);
  if (amountMicros === null || amountMicros === 0n) return refuseIt('Amount is invalid');
  if (least !== undefined && amountMicros < least)
    return refuseIt(`The smallest payment is ${displayMoney(least)} ${currency}.`);
  if (most !== undefined && amountMicros > most)
    return refuseIt(`The largest payment is ${displayMoney(most)} ${currency}.`);
  return null;
}

/** As ORDER_ID says. */
function newOrderId(): string {
  return `GW${randomBytes(12).toString('hex').toUpperCase()}P`;
}
