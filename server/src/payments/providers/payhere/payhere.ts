// PayHere: a hidden form posts to its checkout, and notices are signed by MD5 (support.payhere.lk, Checkout
// API). The MD5 joins fields without separators, so each field must match its own format and our row.
import { createHash, timingSafeEqual } from 'node:crypto';
import { CARD_DECLINED, PAYMENT_CANCELLED } from '@godwit/contract/sentences/billing';
import { decimalMoney, parseAmount } from '../../../money.ts';
import type { Settings } from '../../../settings.ts';
import { type NewCheckout, type Notice, ORDER_ID, type Provider, type ReadNotice } from '../provider.ts';

const SIGNED = ['merchant_id', 'order_id', 'payhere_amount', 'payhere_currency', 'status_code'] as const;
/** Matches our fields only, so digits cannot move between signed fields. */
const FORMS: Readonly<Record<(typeof SIGNED)[number], RegExp>> = {
  merchant_id: /^\d{1,20}$/,
  order_id: ORDER_ID,
  payhere_amount: /^\d{1,10}\.\d{2}$/,
  payhere_currency: /^[A-Z]{3}$/,
  status_code: /^(?:2|0|-1|-2|-3)$/,
};

/** PayHere's id of a payment, which it does not sign. */
const CHARGE = /^[\w-]{1,64}$/;

/** The reference of a chargeback. PayHere charges a payment back at most once, and signs no id for it. */
const CHARGE_BACK = 'charge-back';

/** Null without its settings. */
export function openPayhere(
  settings: Pick<Settings, 'payhereMerchantId' | 'payhereSecret' | 'payhereUrl' | 'publicUrl'>,
): Provider | null {
  const { payhereMerchantId: merchant, payhereSecret: secret } = settings;
  if (merchant === null || secret === null) return null;
  const sign = (...fields: string[]) => md5(`${fields.join('')}${md5(secret)}`);
  return {
    name: 'PAYHERE',
    create: async (checkout) => ({
      checkout: {
        id: checkout.id,
        ipg: 'PAYHERE',
        payhere_params: formOf(checkout, merchant, settings, sign),
      },
      reference: checkout.orderId,
    }),
    read: async ({ body }) => read(body, merchant, sign),
    // Both need a PayHere app key, which is limited to registered server addresses.
    lookUp: null,
    refund: null,
  };
}

type Sign = (...fields: string[]) => string;

function formOf(
  { orderId, currency, totalMicros, payer, country, paidUrl, cancelUrl }: NewCheckout,
  merchant: string,
  { payhereUrl, publicUrl }: Pick<Settings, 'payhereUrl' | 'publicUrl'>,
  sign: Sign,
) {
  const amount = decimalMoney(totalMicros);
  return {
    action: payhereUrl.href,
    merchant_id: merchant,
    return_url: paidUrl,
    cancel_url: cancelUrl,
    notify_url: new URL('/v1/hooks/payhere', publicUrl).href,
    first_name: payer.firstName,
    last_name: payer.lastName,
    email: payer.email,
    // Required by PayHere; we do not collect them.
    phone: '-',
    address: '-',
    city: '-',
    country,
    hash: sign(merchant, orderId, amount, currency),
    order_id: orderId,
    items: 'Godwit top-up',
    currency,
    amount,
  };
}

function read(body: Buffer, merchant: string, sign: Sign): ReadNotice {
  const form = new URLSearchParams(body.toString('utf8'));
  const fields = Object.fromEntries(form);
  const detail = { order: fields.order_id ?? '', status: fields.status_code ?? '' };
  const wrong = SIGNED.filter(
    (name) => form.getAll(name).length !== 1 || !FORMS[name].test(fields[name] ?? ''),
  );
  if (wrong.length > 0) return { alert: 'UNREADABLE', detail: { ...detail, fields: wrong.join(', ') } };
  if (fields.merchant_id !== merchant)
    return { alert: 'FORGED', detail: { ...detail, fields: 'merchant_id' } };
  if (!isSame(fields.md5sig ?? '', sign(...SIGNED.map((name) => fields[name]!))))
    return { alert: 'FORGED', detail };
  return { notice: toNotice(fields) };
}

function toNotice(fields: Record<string, string>): Notice {
  const { order_id: orderId, payment_id: named = '', status_code, payhere_currency: currency } = fields;
  const about = { orderId: orderId!, charge: CHARGE.test(named) ? named : null };
  const totalMicros = parseAmount(fields.payhere_amount!) ?? 0n;
  switch (status_code) {
    case '2': {
      const cardLast4 = /(\d{4})$/.exec(fields.card_no ?? '')?.[1] ?? null;
      return { ...about, kind: 'SUCCEEDED', totalMicros, currency: currency!, cardLast4, returns: [] };
    }
    case '0':
      return { ...about, kind: 'PENDING' };
    case '-3': {
      const gone = { kind: 'CHARGE_BACK', reference: CHARGE_BACK, returnId: null, status: 'DONE' } as const;
      const paid = { totalMicros: null, currency: currency!, cardLast4: null };
      // PayHere does not sign its id of the payment, so the credited charge is charged back.
      return { ...about, charge: null, kind: 'SUCCEEDED', ...paid, returns: [{ ...gone, totalMicros }] };
    }
    default:
      return {
        ...about,
        kind: 'FAILED',
        failure: status_code === '-1' ? PAYMENT_CANCELLED : CARD_DECLINED,
      };
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex').toUpperCase();
}

function isSame(given: string, right: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}
