// The practice checkout page, which simulates a payment provider: it pays, fails, cancels or reports later.
import { randomBytes } from 'node:crypto';
import { CARD_DECLINED, PAYMENT_CANCELLED } from '@godwit/contract/sentences/billing';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { onlyHere } from '../../../http/address.ts';
import { noStore } from '../../../http/input.ts';
import { PAGE_STYLE } from '../../../http/pageStyle.ts';
import { pagePolicy } from '../../../http/securityHeaders.ts';
import type { App } from '../../../http/types.ts';
import { html } from '../../../mail/html.ts';
import { CENT, displayMoney } from '../../../money.ts';
import { RefusalError, refuse } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import { receive } from '../../checkout/settle.ts';
import { findByOrder, type Order } from '../../checkout/show.ts';
import type { Providers } from '../open.ts';
import { PRACTICE_PATH, writeNotice } from './practice.ts';

/** The page's actions and labels; `twice` sends the same notice twice at once. */
const OUTCOMES = {
  succeed: 'Pay',
  twice: 'Pay, and say so twice',
  later: 'Pay later: leave it pending',
  fail: 'Have the card declined',
  cancel: 'Cancel',
} as const;
type Outcome = keyof typeof OUTCOMES;

const ofOrder = z.object({ order: z.string().max(64) });
const chosen = z.object({ outcome: z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]]) });

/**
 * GET shows a payment that was started here; POST simulates the outcome. Both are disabled if other machines
 * can reach the server.
 */
export function practicePages(app: App, services: Services, providers: Providers): void {
  const provider = providers.byName('PRACTICE');
  if (!provider) return;
  const find = async (order: string) => {
    const payment = await findByOrder(services.kysely, order);
    if (payment?.provider !== 'PRACTICE') throw new RefusalError(refuse('notFound'));
    return payment;
  };

  app.register(async (pages: App) => {
    pages.addHook('onRequest', onlyHere);
    pages.addHook('onRequest', noStore);

    // Receives the form as PayHere would.
    pages.post(
      PRACTICE_PATH,
      { schema: { body: z.object({ order_id: z.string().max(64) }) } },
      async ({ body }, reply) => {
        const { order_id } = await find(body.order_id);
        return reply.redirect(`${PRACTICE_PATH}/${order_id}`, 303);
      },
    );

    pages.get(`${PRACTICE_PATH}/:order`, { schema: { params: ofOrder } }, async ({ params }, reply) =>
      show(reply, await find(params.order), services.settings.publicUrl.protocol === 'https:'),
    );

    pages.post(
      `${PRACTICE_PATH}/:order`,
      { schema: { params: ofOrder, body: chosen } },
      async ({ params, body: { outcome } }, reply) => {
        const payment = await find(params.order);
        const notice = writeNotice(services.secrets, {
          order: payment.order_id,
          status: outcome === 'later' ? 'PENDING' : isPaid(outcome) ? 'SUCCEEDED' : 'FAILED',
          cents: Number(payment.total_micros / CENT),
          currency: payment.currency,
          failure: outcome === 'cancel' ? PAYMENT_CANCELLED : CARD_DECLINED,
        });
        const times = outcome === 'twice' ? 2 : 1;
        await Promise.all(Array.from({ length: times }, () => receive(services, provider, notice)));
        const success = isPaid(outcome) || outcome === 'later';
        return reply.redirect(`/payment-complete?success=${success}&payment=${payment.id}`, 303);
      },
    );
  });
}

const isPaid = (outcome: Outcome) => outcome === 'succeed' || outcome === 'twice';

function show(reply: FastifyReply, payment: Order, https: boolean): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const buttons = Object.entries(OUTCOMES).map(
    ([name, words]) => html`<button name="outcome" value="${name}">${words}</button>`,
  );
  const { total_micros, currency, status, order_id } = payment;
  return reply
    .header('content-security-policy', pagePolicy(nonce, { https, showsDocuments: false }))
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Practice checkout</title><style nonce="${nonce}">${PAGE_STYLE}</style></head><body><main>
<h1>Practice checkout</h1>
${html`<p>No money moves here.</p><p>To pay: <strong>${displayMoney(total_micros)} ${currency}</strong><br>Order <code>${order_id}</code>, ${status.toLowerCase()}</p>`}
<form method="post">${buttons.join('\n')}</form>
</main></body></html>
`);
}
