// Dry runs: the checks and the price of a message that is not stored. Accept makes all checks that need no
// transaction. Opt-outs, consents and funds are read by the same rules as when it stores, but nothing is
// locked.
import type { Pool } from 'pg';
import { readFunds } from '../../billing/balance.ts';
import { chargeOutcome, dayKey } from '../../billing/charge.ts';
import { readKeyDays } from '../../billing/keyCaps.ts';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Draft } from './draft.ts';
import { type Candidate, chargesOf, unwantedRefusals } from './store.ts';

/** The price of a message that would be accepted, and its content. `sendAt`: null if it would go at once. */
export type DryRun = Pick<
  Draft,
  'costMicros' | 'segments' | 'encoding' | 'contentClass' | 'sendAt' | 'lacksBrand'
> & {
  currency: string;
};

/** Checks a priced message against opt-outs and funds as they are now. Stores and charges nothing. */
export type CheckDry = (candidate: Candidate | Refusal) => Promise<DryRun | Refusal>;

// The dry runs of a batch share their reads, which take one connection at a time.
const LIMITS = { maxBatch: 200, concurrency: 1, line: { maxWaiting: 10_000, maxWaitMs: 10_000 } };

/**
 * Opens the check. Each dry run is checked by itself: others do not count towards the balance or the limit.
 */
export function openDryRuns(pool: Pool): CheckDry {
  const checks = groupCommit((candidates: Candidate[]) => refusalsOf(pool, candidates), {
    ...LIMITS,
    ownerOf: ({ teamId }) => teamId,
  });
  return async (candidate) => {
    if (isRefusal(candidate)) return candidate;
    const refusal = await checks.add(candidate);
    if (refusal) return refusal;
    const { costMicros, segments, encoding, contentClass, sendAt, lacksBrand, profile } = candidate;
    const { currency } = profile;
    return { costMicros, segments, encoding, contentClass, sendAt, lacksBrand, currency };
  };
}

async function refusalsOf(pool: Pool, candidates: Candidate[]): Promise<(Refusal | null)[]> {
  const unwanted = await unwantedRefusals(pool, candidates);
  const unfunded = await fundsRefusals(pool, candidates);
  return candidates.map((candidate) => unwanted.get(candidate) ?? unfunded.get(candidate) ?? null);
}

async function fundsRefusals(pool: Pool, candidates: Candidate[]): Promise<Map<Candidate, Refusal>> {
  const refusals = new Map<Candidate, Refusal>();
  const charged = candidates.filter(({ mode }) => mode === 'LIVE');
  for (const ofDay of Map.groupBy(charged, dayKey).values()) {
    const funds = await readFunds(pool, ofDay[0]!);
    const charges = chargesOf(ofDay);
    const keyDays = await readKeyDays(pool, charges);
    for (const [index, charge] of charges.entries()) {
      const outcome = chargeOutcome(charge, funds);
      if (outcome !== 'charged') refusals.set(ofDay[index]!, refuse(outcome));
      else if (!keyDays.fits(charge)) refusals.set(ofDay[index]!, refuse('keyCap'));
    }
  }
  return refusals;
}
