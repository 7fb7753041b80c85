// The messages that a simulated HTTP carrier has taken.
import { countSegments } from '@godwit/contract/messages/segments';
import type { Values } from '../template.ts';
import type { Plan } from './plan.ts';

/**
 * A message that was taken; `n` numbers them. `values` are those of its request: `to`, `from`, `text`, `ref`
 * and `callback` if the profile sends them, and the secrets.
 */
export type Taken = { n: number; ids: string[]; values: Values; plan: Plan; dueMs: number };

/** Messages above this are forgotten, the oldest first. */
const MAX_KEPT = 1_000_000;

/** Opens the store. Ids are not those of an earlier run. */
export function openMessages(hasParts: boolean) {
  let last = Date.now() * 1_000;
  const byId = new Map<string, Taken>();
  const references = new Set<string>();

  /** Takes a message. With `isBig` its ids are numbers beyond 2^53. */
  function take(values: Values, plan: Plan, isBig: boolean): Taken {
    const n = last + 1;
    const parts = hasParts ? countSegments(values.text ?? '', { promotional: false }).segments : 1;
    const ids = Array.from({ length: parts }, () => `${isBig ? '9007199' : ''}${++last}`);
    const taken = { n, ids, values, plan, dueMs: performance.now() + plan.delayMs };
    for (const id of ids) keep(id, taken);
    return taken;
  }

  function keep(id: string, taken: Taken) {
    byId.set(id, taken);
    if (taken.values.ref) references.add(taken.values.ref);
    if (byId.size > MAX_KEPT) byId.delete(byId.keys().next().value!);
    if (references.size > MAX_KEPT) references.delete(references.values().next().value!);
  }

  return {
    take,
    find: (id: string): Taken | undefined => byId.get(id),
    /** Whether a message with this reference was taken before. */
    hasReference: (ref: string | undefined): boolean => ref !== undefined && references.has(ref),
  };
}
