// Which messages a simulated HTTP carrier refuses, and with which answer.
import type { CodeClass, Profile } from '../profile.ts';
import type { Values } from '../template.ts';
import type { Hits } from './faults.ts';
import type { Plan } from './plan.ts';
import type { Reply, Sample } from './samples.ts';

/** The status of a refusal for which the profile has no code. */
const STATUS_OF = { permanent: 400, throttled: 429, token: 401 } as const satisfies Partial<
  Record<CodeClass, number>
>;
const BAD_GATEWAY: Reply = { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' };
const MAX_THROTTLED = 10_000;

/** `hasReference`: whether a message with this reference was taken before. */
type Parts = { profile: Profile; sample: Sample; hits: Hits; hasReference(ref?: string): boolean };

/** Opens the decision. */
export function openRefusals({ profile: { codes }, sample, hits, hasReference }: Parts) {
  const throttled = new Map<string, number>();

  /** The answer of a class: with a code of the profile if it has one. */
  function of(kind: keyof typeof STATUS_OF): Reply {
    const code = codes[kind]?.[0];
    return code === undefined ? { status: STATUS_OF[kind], body: {} } : sample.refused(code);
  }

  /** Whether a message is throttled once more; after `times` the count starts again. */
  function throttles({ to = '', text = '' }: Values, times: number): boolean {
    const key = `${to}\n${text}`;
    const before = throttled.get(key) ?? 0;
    throttled.delete(key);
    if (before >= times) return false;
    throttled.set(key, before + 1);
    if (throttled.size > MAX_THROTTLED) throttled.delete(throttled.keys().next().value!);
    return true;
  }

  /** The answer that refuses a whole request; null if its messages are looked at. */
  function ofRequest({ ref }: Values): Reply | null {
    if (hits('html502')) return BAD_GATEWAY;
    if (hits('throttle')) return { status: 429, body: {} };
    if (hits('ok-with-error')) {
      const code = codes.temporary?.[0] ?? codes.throttled?.[0] ?? codes.permanent?.[0] ?? '';
      return { ...sample.refused(code), status: 200 };
    }
    return codes.taken && hasReference(ref) ? sample.refused(codes.taken[0]!) : null;
  }

  /** The class of the code that refuses a message; null if it is taken. */
  function kindOf(values: Values, plan: Plan): 'permanent' | 'throttled' | null {
    if (plan.outcome === 'rejected') return 'permanent';
    return throttles(values, plan.throttledTimes) ? 'throttled' : null;
  }

  return { of, ofRequest, kindOf, codeOf: (kind: 'permanent' | 'throttled') => codes[kind]?.[0] ?? '' };
}
