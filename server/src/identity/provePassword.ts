// Checks a password at login, and again before sensitive actions.
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Database } from '../services.ts';
import { inTurn, isPassword } from './passwords.ts';
import { countAttempt, resetAttempts, type ThrottleKey } from './throttle.ts';

/**
 * The owner that `find` returns, if this is their password; without an owner, and with another password,
 * `wrong` after the same work. Attempts that come too early are refused (1006) unseen, the right one too,
 * and those that are too many at once (1014).
 */
export async function provePassword<Known extends { password_hash: string }>(
  db: Database,
  password: string,
  {
    throttleKey,
    words,
    find,
    wrong,
  }: {
    throttleKey: ThrottleKey;
    words?: (wait: string) => string;
    find: () => Promise<Known | undefined>;
    wrong: Refusal;
  },
): Promise<Known | Refusal> {
  // Queries the database only with a slot: requests beyond the limit cost no query.
  const known = await inTurn(async () => {
    const tooEarly = await countAttempt(db, throttleKey, words);
    if (tooEarly) return tooEarly;
    const found = await find();
    const isRight = await isPassword(password, found?.password_hash ?? null);
    return found && isRight ? found : wrong;
  });
  if (!isRefusal(known)) await resetAttempts(db, throttleKey);
  return known;
}
