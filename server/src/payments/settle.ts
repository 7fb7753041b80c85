// What a notice of a provider leads to: the one way in which card payments are credited, fail, or go back. Whatever is replayed, comes in another
// order or at once leads to the same: the payment's row is locked, and its ledger entries have keys of their own.
import type { ClientBase } from 'pg';
import { postTopUp } from '../billing/topUp.ts';
import { kyselyWithin, transaction } from '../db/pool.ts';
import { SETTINGS_TOPIC, signalAtCommit } from '../db/signals.ts';
import { paidMail } from '../mail/paymentTemplates.ts';
import { decimalMoney, displayMoney } from '../money.ts';
import type { Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import { raiseAlert } from './alerts.ts';
import type { AlertKind, Notice, Provider, ProviderName, RawNotice } from './provider.ts';
import { lockPayment, type PaymentRow, pauseOwing, settlePayment } from './queries.ts';
import { chargeBack, failRefund, noteRefunded, reverseChargeBack } from './returns.ts';

type Parts = Pick<Services, 'pool' | 'kysely' | 'settings'>;

/**
 * What the provider is told. TAKEN: it need not send this again, whether it led to anything or not. REFUSED: it is not the provider's, or not new.
 * LATER: what it is about may still come.
 */
export type Received = 'TAKEN' | 'REFUSED' | 'LATER';

/** Does work when it is the turn of what it is about: a payment, or null for all that is refused. May throw a refusal instead. */
export type NoticeTurns = <T>(about: string | null, work: () => Promise<T>) => Promise<T>;

/** Checks a request as one of a provider's notices, and does what it says. */
export async function receive(
  services: Parts,
  provider: Provider,
  raw: RawNotice,
  inTurn: NoticeTurns = (_about, work) => work(),
): Promise<Received> {
  const { name } = provider;
  const read = await provider.read(raw);
  if ('alert' in read) {
    const { alert: kind, detail } = read;
    await inTurn(null, () => raiseAlert(services.kysely, { provider: name, kind, detail }));
    return 'REFUSED';
  }
  let received: Received = 'TAKEN';
  for (const notice of read.notices) {
    const about = notice.orderId ?? notice.charge ?? '';
    if ((await inTurn(about, () => apply(services, name, notice))) === 'LATER') received = 'LATER';
  }
  return received;
}

/** Does what a provider has said of a payment, here or when it was asked. */
export function apply(services: Parts, provider: ProviderName, notice: Notice): Promise<Received> {
  return transaction(services.pool, async (client) => {
    const { orderId, charge } = notice;
    const payment = await lockPayment(client, { orderId, charge, provider });
    const alert = async (kind: AlertKind, detail: Record<string, string>) => {
      const about = payment && { team_id: payment.team_id, id: payment.id };
      const said = {
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
        detail: said,
      });
    };
    if (!payment) {
      await alert('UNKNOWN', {});
      // A notice that names only the charge may be ahead of the one that tells us whose it is.
      return orderId === null ? 'LATER' : 'TAKEN';
    }
    const wrong = disagreement(payment, provider, notice);
    if (wrong) await alert(wrong.kind, wrong.detail);
    else await act(client, services, payment, notice);
    return 'TAKEN';
  });
}

/** Where a notice is not about the payment as it was begun: then it leads to nothing. */
function disagreement(payment: PaymentRow, provider: ProviderName, notice: Notice) {
  if (payment.provider !== provider)
    return { kind: 'OTHER_PROVIDER', detail: { expected: payment.provider } } as const;
  if (!('currency' in notice)) return null;
  const saidMicros = 'refundedMicros' in notice ? notice.refundedMicros : notice.totalMicros;
  const isWrong =
    notice.kind === 'SUCCEEDED'
      ? saidMicros !== payment.total_micros
      : saidMicros > payment.total_micros || saidMicros <= 0n;
  if (notice.currency === payment.currency && !isWrong) return null;
  const detail = {
    said: `${decimalMoney(saidMicros)} ${notice.currency}`,
    expected: `${decimalMoney(payment.total_micros)} ${payment.currency}`,
  };
  return { kind: 'OTHER_AMOUNT', detail } as const;
}

async function act(client: ClientBase, services: Parts, payment: PaymentRow, notice: Notice): Promise<void> {
  const { charge } = notice;
  const succeed = (cardLast4: string | null) => credit(client, services, payment, { charge, cardLast4 });
  switch (notice.kind) {
    case 'PENDING':
      return;
    case 'SUCCEEDED':
      return succeed(notice.cardLast4);
    case 'FAILED':
      if (payment.status !== 'PENDING') return;
      return settlePayment(client, payment, {
        status: 'FAILED',
        failure: notice.failure,
        charge: null,
        cardLast4: null,
      });
    case 'REFUND_FAILED':
      return failRefund(client, payment, notice.returnId);
    case 'REFUNDED':
      // What goes back was paid, also where the notice of that was lost or is still on its way.
      await succeed(null);
      return noteRefunded(client, services, payment, notice.refundedMicros);
    case 'CHARGED_BACK':
      await succeed(null);
      if (await chargeBack(client, services, payment, notice))
        await raiseAlert(kyselyWithin(client), chargedBack(payment, notice));
      return;
    case 'CHARGE_BACK_REVERSED':
      await succeed(null);
      return reverseChargeBack(client, payment, notice);
  }
}

/** Staff look at each charge-back: it may have to be answered at the provider. */
function chargedBack(
  payment: PaymentRow,
  notice: { dispute: string; totalMicros: bigint; currency: string },
) {
  const detail = {
    dispute: notice.dispute,
    amount: `${decimalMoney(notice.totalMicros)} ${notice.currency}`,
  };
  return { provider: payment.provider as ProviderName, kind: 'CHARGED_BACK', payment, detail } as const;
}

/**
 * PENDING → SUCCEEDED with its top-up; also from FAILED, as a payer whose first card was declined may pay with another one, and notices may come in
 * any order. Nothing where that is done.
 */
export async function credit(
  client: ClientBase,
  { settings }: Pick<Services, 'settings'>,
  payment: PaymentRow,
  { charge, cardLast4 }: { charge: string | null; cardLast4: string | null },
): Promise<void> {
  if (payment.status === 'SUCCEEDED') return;
  const { team_id: teamId, id, amount_micros: amountMicros, total_micros, currency } = payment;
  await settlePayment(client, payment, { status: 'SUCCEEDED', failure: null, charge, cardLast4 });
  payment.status = 'SUCCEEDED';
  const owedMicros = await postTopUp(client, { teamId, id, amountMicros });
  if (owedMicros === 0n && (await pauseOwing(client, teamId, false)))
    await signalAtCommit(client, SETTINGS_TOPIC);
  const words = {
    amount: `${displayMoney(amountMicros)} ${currency}`,
    total: `${displayMoney(total_micros)} ${currency}`,
  };
  await mailAdmins(kyselyWithin(client), teamId, paidMail(settings.publicUrl, words));
}
