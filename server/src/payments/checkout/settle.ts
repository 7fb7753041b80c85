// Credits, fails and returns card payments. A notice is only a hint: we query the provider for the payment's
// state and apply it under our row's lock. Repeated, late or reordered notices lead to the same result.
import type { ClientBase } from 'pg';
import { postTopUp } from '../../billing/topUp.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { SETTINGS_TOPIC, signalAtCommit } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { paidMail } from '../../mail/paymentTemplates.ts';
import { decimalMoney, displayMoney } from '../../money.ts';
import type { Services } from '../../services.ts';
import { mailAdmins } from '../../team/notify.ts';
import type { AlertKind, Notice, Paid, Provider, ProviderName, RawNotice } from '../providers/provider.ts';
import { settleReturns } from '../refunds/returns.ts';
import { issueReceipt } from '../statements/receiptQueries.ts';
import { raiseAlert } from './alerts.ts';
import {
  insertCharge,
  lockPayment,
  nameCharge,
  type PaymentRow,
  resumeAfterDebt,
  settlePayment,
} from './queries.ts';

type Parts = Pick<Services, 'pool' | 'kysely' | 'settings'>;

/**
 * The outcome of a request. TAKEN: the provider need not resend it. REFUSED: it is not the provider's, or
 * not new. LATER: the provider could not be queried, so it must resend.
 */
export type Received = 'TAKEN' | 'REFUSED' | 'LATER';

/**
 * Runs work in a queue that is fair to addresses and payments; `about` is the order or object. REFUSED stores
 * an alert, ASK waits for the provider without a connection, APPLY changes the payment. Throws a refusal if
 * too many wait, or for too long.
 */
export type NoticeScheduler = <T>(
  queue: 'REFUSED' | 'ASK' | 'APPLY',
  about: string,
  work: () => Promise<T>,
) => Promise<T>;

/** The limits of a request's address. `count` throws a refusal if the address sent too many of a kind. */
export type NoticeSource = { schedule: NoticeScheduler; count: (kind: 'refused' | 'signed') => void };

/** No limits: for requests that this process makes itself. */
const OWN: NoticeSource = { schedule: (_queue, _about, work) => work(), count: () => {} };

/** Verifies a provider's notice, and applies the state of its payment. */
export async function receive(
  services: Parts & Pick<Services, 'log'>,
  provider: Provider,
  raw: RawNotice,
  { schedule, count }: NoticeSource = OWN,
): Promise<Received> {
  const { name, lookUp } = provider;
  const read = await provider.read(raw);
  if ('alert' in read) {
    const { alert: kind, detail } = read;
    count('refused');
    await schedule('REFUSED', '', () => raiseAlert(services.kysely, { provider: name, kind, detail }));
    return 'REFUSED';
  }
  count('signed');
  let notice: Notice | null;
  if ('notice' in read) notice = read.notice;
  else {
    const { about } = read;
    if (about === null || !lookUp) return 'TAKEN';
    const asked = await schedule('ASK', about, () => lookUp(about).catch((err: unknown) => ({ err })));
    if (asked && 'err' in asked) {
      services.log.warn({ err: asked.err, provider: name, about }, 'a notice could not be looked up');
      return 'LATER';
    }
    notice = asked;
  }
  if (notice === null) return 'TAKEN';
  const applied = notice;
  await schedule('APPLY', applied.orderId ?? applied.charge ?? '', () => apply(services, name, applied));
  return 'TAKEN';
}

/** Applies the provider's state of a payment. */
export function apply(services: Parts, provider: ProviderName, notice: Notice): Promise<void> {
  return transaction(services.pool, async (client) => {
    const { orderId, charge } = notice;
    const payment = await lockPayment(client, { orderId, charge, provider });
    const alert = async (kind: AlertKind, detail: Record<string, string>) => {
      const about = payment && { team_id: payment.team_id, id: payment.id };
      const shown = {
        notice: notice.kind,
        ...(orderId && { order: orderId }),
        ...(charge && { charge }),
        ...detail,
      };
      await raiseAlert(kyselyWithin(client), {
        provider,
        kind,
        payment: about,
        order: orderId,
        detail: shown,
      });
    };
    if (!payment) {
      // A charge without an order of ours was made for something else on the same provider account.
      if (orderId !== null) await alert('UNKNOWN', {});
      return;
    }
    const wrong = disagreement(payment, provider, notice);
    if (wrong) await alert(wrong.kind, wrong.detail);
    else await act(client, services, payment, notice);
  });
}

/** The kind and detail of the alert for a notice that does not match the payment; null if it matches. */
function disagreement(payment: PaymentRow, provider: ProviderName, notice: Notice) {
  if (payment.provider !== provider)
    return { kind: 'OTHER_PROVIDER', detail: { expected: payment.provider } } as const;
  if (notice.kind !== 'SUCCEEDED') return null;
  const isPart = (micros: bigint) => micros > 0n && micros <= payment.total_micros;
  const wrongMicros =
    notice.totalMicros !== null && notice.totalMicros !== payment.total_micros
      ? notice.totalMicros
      : notice.returns.find(({ totalMicros }) => !isPart(totalMicros))?.totalMicros;
  if (notice.currency === payment.currency && wrongMicros === undefined) return null;
  const detail = {
    said: `${decimalMoney(wrongMicros ?? notice.totalMicros ?? 0n)} ${notice.currency}`,
    expected: `${decimalMoney(payment.total_micros)} ${payment.currency}`,
  };
  return { kind: 'OTHER_AMOUNT', detail } as const;
}

async function act(client: ClientBase, services: Parts, payment: PaymentRow, notice: Notice): Promise<void> {
  if (notice.kind === 'SUCCEEDED') return settlePaid(client, services, payment, notice);
  if (notice.kind === 'PENDING' || payment.status !== 'PENDING') return;
  const nothing = { charge: null, cardLast4: null };
  await settlePayment(client, payment, { status: 'FAILED', failure: notice.failure, ...nothing });
}

/**
 * Credits the first charge of an order. A further one was not requested: staff get an alert and can refund
 * it.
 */
async function settlePaid(
  client: ClientBase,
  services: Parts,
  payment: PaymentRow,
  { charge, cardLast4, currency, returns }: Paid & Pick<Notice, 'charge'>,
): Promise<void> {
  const first = payment.charge_reference;
  const isFurther = payment.status === 'SUCCEEDED' && charge !== null && first !== null && charge !== first;
  const provider = payment.provider as ProviderName;
  const show = (micros: bigint) => `${decimalMoney(micros)} ${currency}`;
  const alert = (kind: AlertKind, detail: Record<string, string>) =>
    raiseAlert(kyselyWithin(client), { provider, kind, payment, detail });
  if (!isFurther) await credit(client, services, payment, { charge, cardLast4 });
  else if (await insertCharge(client, payment, charge))
    await alert('PAID_TWICE', { charge, first, amount: show(payment.total_micros) });
  const taken = await settleReturns(client, services, payment, {
    charge: isFurther ? charge : null,
    returns,
  });
  // Staff may have to respond to a charge-back at the provider.
  for (const { reference, totalMicros } of taken)
    await alert('CHARGED_BACK', { dispute: reference, amount: show(totalMicros) });
}

/**
 * Moves a payment to SUCCEEDED and posts its top-up. This may follow FAILED: a payer whose card was declined
 * may pay with another one, and notices may come in any order. If the payment has succeeded before, stores
 * only the name of its charge.
 */
export async function credit(
  client: ClientBase,
  { settings }: Pick<Services, 'settings'>,
  payment: PaymentRow,
  { charge, cardLast4 }: { charge: string | null; cardLast4: string | null },
): Promise<void> {
  if (payment.status === 'SUCCEEDED') {
    if (charge !== null) await nameCharge(client, payment, charge);
    return;
  }
  const { team_id: teamId, id, amount_micros: amountMicros, total_micros, currency } = payment;
  await settlePayment(client, payment, { status: 'SUCCEEDED', failure: null, charge, cardLast4 });
  payment.status = 'SUCCEEDED';
  if (payment.provider !== 'PRACTICE') await issueReceipt(client, payment);
  const owedMicros = await postTopUp(client, { teamId, id, amountMicros });
  if (owedMicros === 0n && (await resumeAfterDebt(client, teamId)))
    await signalAtCommit(client, SETTINGS_TOPIC);
  const words = {
    amount: `${displayMoney(amountMicros)} ${currency}`,
    total: `${displayMoney(total_micros)} ${currency}`,
  };
  await mailAdmins(kyselyWithin(client), teamId, paidMail(settings.publicUrl, words));
}
