// Begins a payment: stores our row first, then calls the provider.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkout, PaymentOptions } from '@godwit/contract/payments/payments';
import {
  AMOUNT_INVALID,
  FORM_ALREADY_USED,
  NO_CARD_PAYMENTS,
  PAYMENT_PROVIDER_SILENT,
  TOO_MANY_PAYMENTS,
} from '@godwit/contract/sentences/billing';
import { transaction } from '../../db/transaction.ts';
import type { Member } from '../../identity/sessions.ts';
import { newId } from '../../ids.ts';
import { displayMoney, fromMicros, parseAmount } from '../../money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import type { Settings } from '../../settings.ts';
import type { Providers } from '../providers/open.ts';
import type { Begun, NewCheckout } from '../providers/provider.ts';
import { readTax, withTax } from '../statements/tax.ts';
import {
  countBegun,
  insertPayment,
  lockPaying,
  type PaymentRow,
  selectPayer,
  selectPayingTeam,
  selectPayment,
  selectPaymentOfForm,
  storeReferences,
} from './queries.ts';

/**
 * The most unpaid payments that a team may begin within an hour. Card payments that a provider opened and
 * bank transfers are counted separately.
 */
const MAX_BEGUN = 30;
/**
 * How long a person waits for a provider. A checkout that opens later is stored, and the same form resumes
 * it.
 */
const ANSWER_MS = 5_000;

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
 * Begins a card payment and returns the address for the browser; a repeated form resumes its payment. 1002
 * for an invalid amount or one outside the limits; 1006 after many unpaid attempts; 1013 for a reused key;
 * 1014 if the provider does not answer within ANSWER_MS.
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
  if (!provider) return refuseField('invalidArgument', 'ipg', NO_CARD_PAYMENTS);
  const payment = await storePayment(services, member, { amount, key, provider: provider.name });
  if (isRefusal(payment)) return payment;
  const checkout = checkoutOf(payment, settings, {
    payer: await selectPayer(kysely, member.userId),
    country: team.country,
    gateway: ipg,
  });
  const begun = provider.create(checkout).then((made) => take(services, payment, made));
  const answered = begun.catch((err: unknown) => {
    log.warn({ err, provider: provider.name, payment: payment.id }, 'a checkout could not be begun');
    return null;
  });
  const outcome = await Promise.race([answered, sleep(ANSWER_MS, null, { ref: false })]);
  return outcome ?? refuse('unavailable', { description: PAYMENT_PROVIDER_SILENT, retryAfterSeconds: 10 });
}

/**
 * Stores the checkout that a provider opened. Counts again under the team's lock, because several payments
 * may have been sent to the provider at once.
 */
async function take(
  { kysely }: Pick<Services, 'kysely'>,
  payment: PaymentRow,
  { reference, checkout }: Begun,
): Promise<Checkout | Refusal> {
  return transaction(kysely, async (trx) => {
    await lockPaying(trx, payment.team_id);
    if (payment.reference === null && (await countBegun(trx, payment)) >= MAX_BEGUN) return tooMany();
    await storeReferences(trx, payment, { reference });
    return checkout;
  });
}

function tooMany(): Refusal {
  return refuse('tooManyRequests', { description: TOO_MANY_PAYMENTS, retryAfterSeconds: 3_600 });
}

/** The return address carries the provider's claim only; the server's state decides. */
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
 * Stores a payment that is PENDING with its tax, or returns the one that the same form has made. `claim`
 * adds what belongs to it, in the same transaction, and throws a RefusalError if that cannot be.
 */
export async function storePayment(
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
  return transaction(kysely, async (trx): Promise<PaymentRow | Refusal> => {
    await lockPaying(trx, teamId);
    const known = key && (await selectPaymentOfForm(trx, teamId, key));
    if (known)
      return isSame(known, { amountMicros, provider })
        ? known
        : refuse('conflict', { description: FORM_ALREADY_USED });
    if ((await countBegun(trx, { team_id: teamId, id, provider })) >= MAX_BEGUN) return tooMany();
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

/** A repeated form resumes its payment until that has an outcome. */
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
  if (amountMicros === null || amountMicros === 0n) return refuseIt(AMOUNT_INVALID);
  if (least !== undefined && amountMicros < least)
    return refuseIt(`The smallest payment is ${displayMoney(least)} ${currency}.`);
  if (most !== undefined && amountMicros > most)
    return refuseIt(`The largest payment is ${displayMoney(most)} ${currency}.`);
  return null;
}

/** Matches ORDER_ID. */
function newOrderId(): string {
  return `GW${randomBytes(12).toString('hex').toUpperCase()}P`;
}
