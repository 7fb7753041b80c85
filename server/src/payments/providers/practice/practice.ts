// The practice checkout: a simulated provider for trying payments without keys. Its signed notices use the
// same route as real ones.
import { timingSafeEqual } from 'node:crypto';
import type { Checkout } from '@godwit/contract/payments/payments';
import { z } from 'zod';
import { CENT, decimalMoney } from '../../../money.ts';
import type { Secrets } from '../../../secrets.ts';
import type { NewCheckout, Notice, Provider, RawNotice } from '../provider.ts';

const PURPOSE = 'practice checkout';
const HEADER = 'practice-signature';
/** Path of an order's checkout. Served only if no other machine can reach the server. */
export const PRACTICE_PATH = '/dev/checkout';

const said = z.object({
  order: z.string(),
  status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
  cents: z.number().int().positive(),
  currency: z.string(),
  failure: z.string(),
});
type Said = z.infer<typeof said>;

/** Writes a notice as the practice checkout sends it. */
export function writeNotice(secrets: Secrets, given: Said): RawNotice {
  const body = Buffer.from(JSON.stringify(given));
  return { headers: { [HEADER]: secrets.hmac(PURPOSE, body).toString('hex') }, body };
}

export function openPractice(secrets: Secrets): Provider {
  return {
    name: 'PRACTICE',
    create: async (checkout) => ({ checkout: checkoutOf(checkout), reference: checkout.orderId }),
    async read({ headers, body }) {
      const given = Buffer.from(String(headers[HEADER] ?? ''), 'hex');
      const right = secrets.hmac(PURPOSE, body);
      if (given.length !== right.length || !timingSafeEqual(given, right))
        return { alert: 'FORGED', detail: {} };
      return { notice: toNotice(said.parse(JSON.parse(body.toString()))) };
    },
    lookUp: null,
    refund: async (_paid, { id }) => ({ status: 'DONE', reference: id }),
  };
}

function toNotice({ order: orderId, status, cents, currency, failure }: Said): Notice {
  const about = { orderId, charge: null };
  if (status === 'PENDING') return { ...about, kind: 'PENDING' };
  if (status === 'FAILED') return { ...about, kind: 'FAILED', failure };
  const paid = { totalMicros: BigInt(cents) * CENT, currency, cardLast4: '4242', returns: [] };
  return { ...about, kind: 'SUCCEEDED', ...paid };
}

/** Like the provider's. Relative addresses keep the host name of the browser's request. */
function checkoutOf({
  id,
  orderId,
  currency,
  totalMicros,
  payer,
  country,
  gateway,
  ...urls
}: NewCheckout): Checkout {
  const url = `${PRACTICE_PATH}/${orderId}`;
  if (gateway === 'STRIPE') return { id, ipg: 'STRIPE', stripe_params: { session_id: orderId, url } };
  return {
    id,
    ipg: 'PAYHERE',
    payhere_params: {
      action: PRACTICE_PATH,
      merchant_id: 'practice',
      return_url: urls.paidUrl,
      cancel_url: urls.cancelUrl,
      notify_url: '',
      first_name: payer.firstName,
      last_name: payer.lastName,
      email: payer.email,
      phone: '',
      address: '',
      city: '',
      country,
      hash: '',
      order_id: orderId,
      items: 'Top-up',
      currency,
      amount: decimalMoney(totalMicros),
    },
  };
}
