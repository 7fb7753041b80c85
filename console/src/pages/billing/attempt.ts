// The payment that the form of this tab is making. It has a key of its own, so that a second press, a reload and the way back from the
// provider's page go on with the same payment; another amount or method is another payment.
import { randomUuid } from '../../randomUuid.ts';
import { parseObject, rememberedInTab, rememberInTab } from '../../session/drafts.ts';
import { plainAmount } from './amount.ts';

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

/** What was typed before a reload. */
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
  // Where a tab remembers nothing, each press is a payment of its own, of which at most one is paid.
  const key = attempt.key || randomUuid();
  keep(teamId, { ...typed, key });
  return key;
}

/** Something has come of it: the next payment is another one. */
export const forgetAttempt = (teamId: string): void => keep(teamId, { amount: '', method: '', key: '' });
