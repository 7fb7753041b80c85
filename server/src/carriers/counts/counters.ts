// Counts in memory what the links of this process do. `storeCounts.ts` adds them to the counts of all
// processes; metrics show them for this process.
import type { SendOutcome } from '../link.ts';

/** Carriers know fewer codes; one that invents codes fills no table. */
const MAX_CODES = 50;
/** Counts the codes beyond the first `MAX_CODES` of a link. */
export const OTHER_CODES = '';

/** The columns of `link_counts`. */
export const COUNTED = [
  ...(['submitted', 'taken', 'refused', 'throttled', 'delivered', 'failed'] as const),
  ...(['receipts', 'receipt_ms'] as const),
] as const;

/**
 * Messages of a link. `submitted`: written to the carrier, each attempt by itself. `refused`: for good or for
 * now, without `throttled`. `receipt_ms`: the sum over `receipts` messages of the time from the carrier's
 * answer to the receipt that ended the message.
 */
export type Counts = Record<(typeof COUNTED)[number], number>;

/** The messages of a link since this process started. `codes`: refused ones by the carrier's code. */
export type LinkTotals = Counts & { codes: Map<string, number> };

/** Creates counts from one value for each column. */
export const countsOf = (value: (name: keyof Counts) => number): Counts =>
  Object.fromEntries(COUNTED.map((name) => [name, value(name)])) as Counts;

/** `isLate`: the answer came after the outcome `inDoubt`. `partial`: the outcome follows. */
type Submitted = { linkId: string; outcome: SendOutcome | { kind: 'partial' }; isLate: boolean };

/** `afterMs`: milliseconds since the carrier's answer; null if there was none. */
type Ended = { linkId: string; outcome: 'delivered' | 'undelivered'; afterMs: number | null };

export type LinkCounters = ReturnType<typeof openLinkCounters>;

/** Opens the counters of a process. */
export function openLinkCounters() {
  const totals = new Map<string, LinkTotals>();

  function of(linkId: string): LinkTotals {
    const some = totals.get(linkId) ?? { ...countsOf(() => 0), codes: new Map() };
    totals.set(linkId, some);
    return some;
  }

  function noteRefused(some: LinkTotals, given: string) {
    const isKnown = some.codes.has(given) || some.codes.size < MAX_CODES;
    const code = isKnown ? given : OTHER_CODES;
    some.codes.set(code, (some.codes.get(code) ?? 0) + 1);
    some.refused++;
  }

  return {
    /** Counts the result of a submit. */
    submitted({ linkId, outcome, isLate }: Submitted): void {
      if (outcome.kind === 'partial' || (outcome.kind === 'retry' && outcome.carrierError === null)) return;
      const some = of(linkId);
      // The submit of a late answer was counted when it had no answer.
      if (!isLate) some.submitted++;
      if (outcome.kind === 'inDoubt') return;
      if (outcome.kind === 'sent') some.taken++;
      else if (outcome.kind === 'retry' && outcome.isThrottle) some.throttled++;
      else noteRefused(some, outcome.carrierError ?? OTHER_CODES);
    },
    /** Counts messages that receipts ended, once that is committed. */
    ended(messages: readonly Ended[]): void {
      for (const { linkId, outcome, afterMs } of messages) {
        const some = of(linkId);
        some[outcome === 'delivered' ? 'delivered' : 'failed']++;
        if (afterMs === null) continue;
        some.receipts++;
        some.receipt_ms += Math.max(0, Math.round(afterMs));
      }
    },
    /** The counts by link. */
    totals: (): ReadonlyMap<string, LinkTotals> => totals,
  };
}
