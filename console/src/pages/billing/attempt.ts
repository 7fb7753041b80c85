// A payment that is being made: its amount, the attempt of this tab, and the way to the provider.

import { amountsWithTax } from '@godwit/contract/payments/amounts';
import { paidAmount } from '@godwit/contract/payments/paidAmount';
import type { Checkout, PaymentOptions } from '@godwit/contract/payments/payments';
import { randomUuid } from '../../randomUuid.ts';
import { parseObject, rememberedInTab, rememberInTab } from '../../session/drafts.ts';

/** The amount as the server takes it: `5,000.50` is `5000.50`. */
export const plainAmount = (typed: string): string => typed.replaceAll(/[\s,]/g, '');

/** Whether it is an amount at all. */
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

type Typed = { amount: string; method: string };
type Attempt = Typed & { key: string };

const nameOf = (teamId: string): string => `payment.${teamId}`;

function attemptOf(teamId: string): Attempt {
  const { amount, method, key } = parseObject(rememberedInTab(nameOf(teamId)));
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { amount: text(amount), method: text(method), key: text(key) };
}

const keep = (teamId: string, attempt: Attempt): void =>
  rememberInTab(nameOf(teamId), JSON.stringify(attempt));

/** Returns the values typed before a reload. */
export const typedBefore = (teamId: string): Typed => attemptOf(teamId);

/** Keeps what is typed, with the key as long as it is the same payment. */
export function keepTyped(teamId: string, typed: Typed): void {
  const { amount, method, key } = attemptOf(teamId);
  const isSame = plainAmount(amount) === plainAmount(typed.amount) && method === typed.method;
  keep(teamId, { ...typed, key: isSame ? key : '' });
}

/** The key of the payment that is typed. */
export function keyOf(teamId: string, typed: Typed): string {
  keepTyped(teamId, typed);
  const attempt = attemptOf(teamId);
  // If a tab has no storage, each press creates its own payment, and at most one of them is paid.
  const key = attempt.key || randomUuid();
  keep(teamId, { ...typed, key });
  return key;
}

/** Something has come of it: the next payment is another one. */
export const forgetAttempt = (teamId: string): void => keep(teamId, { amount: '', method: '', key: '' });

/** Leaves the console for where a payment is made: by its address, or by a form that is posted there. */
export function leaveFor(checkout: Checkout): void {
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
