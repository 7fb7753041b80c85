// The tokens that a simulated HTTP carrier has given out.
import { randomUUID } from 'node:crypto';
import type { Hits } from './faults.ts';

const MAX_TOKENS = 1_000;
/** With the fault `token-ends` a token ends after as many messages. */
const MESSAGES = 20;

/** Opens the store of tokens. */
export function openTokens(hits: Hits) {
  const uses = new Map<string, number>();
  let made = 0;
  return {
    made: () => made,
    make(): string {
      made++;
      const token = randomUUID();
      uses.set(token, 0);
      if (uses.size > MAX_TOKENS) uses.delete(uses.keys().next().value!);
      return token;
    },
    /** Whether a request with this token is let in. */
    use(token = ''): boolean {
      const used = uses.get(token);
      if (used === undefined) return false;
      if (used >= MESSAGES && hits('token-ends')) return !uses.delete(token);
      uses.set(token, used + 1);
      return true;
    },
  };
}
