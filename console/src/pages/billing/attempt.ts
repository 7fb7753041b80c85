// A payment in progress: its amount, the input saved in this tab, and the redirect to the provider.

import { amountsWithTax } from '@godwit/contract/payments/amounts';
import { paidAmount } from '@godwit/contract/payments/paidAmount';
import type { Checkout, PaymentOptions } from '@godwit/contract/payments/payments';
import { randomUuid } from '../../randomUuid.ts';
import { parseObject, rememberedInTab, rememberInTab } from '../../session/drafts.ts';

/** Returns the amount in the server's format: `5,000.50` becomes `5000.50`. */
export const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Whether the text is a valid amount. */
export const isAmount = (typed: string): boolean => paidAmount.safeParse(plainAmount(typed)).success;

/**
 * Returns the amount for the balance, its tax and the total to pay, in major units, or null if the text is
 * not an amount.
 */
export function amountsOf(
  typed: string,
  tax: PaymentOptions['tax'],
): { amount: number; tax: number; total: number } | null {
  if (!isAmount(typed)) return null;
  return amountsWithTax(BigInt(Math.round(Number(plainAmount(typed)) * 100)), tax);
}

type Input = { amount: string; method: string };
type Attempt = Input & { key: string };

const storageKey = (teamId: string): string => `payment.${teamId}`;

function savedAttempt(teamId: string): Attempt {
  const { amount, method, key } = parseObject(rememberedInTab(storageKey(teamId)));
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { amount: text(amount), method: text(method), key: text(key) };
}

const saveAttempt = (teamId: string, attempt: Attempt): void =>
  rememberInTab(storageKey(teamId), JSON.stringify(attempt));

/** Returns the input that was saved before a reload. */
export const savedInput = (teamId: string): Input => savedAttempt(teamId);

/** Saves the input. It keeps its key until the amount or the method changes. */
export function saveInput(teamId: string, input: Input): void {
  const { amount, method, key } = savedAttempt(teamId);
  const isSame = plainAmount(amount) === plainAmount(input.amount) && method === input.method;
  saveAttempt(teamId, { ...input, key: isSame ? key : '' });
}

/** Returns the idempotency key of the payment that the input describes. */
export function idempotencyKeyFor(teamId: string, input: Input): string {
  saveInput(teamId, input);
  const attempt = savedAttempt(teamId);
  // If a tab has no storage, each press creates its own payment, and at most one of them is paid.
  const key = attempt.key || randomUuid();
  saveAttempt(teamId, { ...input, key });
  return key;
}

/** Clears the attempt once its payment exists, so that the next one gets a new key. */
export const clearAttempt = (teamId: string): void =>
  saveAttempt(teamId, { amount: '', method: '', key: '' });

/** Leaves the console for the provider's page: redirects to Stripe, or posts a form to PayHere. */
export function openCheckout(checkout: Checkout): void {
  if (checkout.ipg === 'STRIPE') {
    location.assign(checkout.stripe_params.url);
    return;
  }
  const { action, ...fields } = checkout.payhere_params;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
