// A message handed over part by part: how each part fared, and what that makes of the message.
import type { MessagePart } from '@godwit/smpp/split';

/** Refused for good, put off, or unanswered. */
type NotTaken =
  | { kind: 'rejected'; carrierError: string }
  | { kind: 'retry'; afterMs: number; carrierError: string | null }
  | { kind: 'inDoubt' };

/** How a part fared; a carrierId of null: taken in an earlier attempt. */
export type PartOutcome = { kind: 'sent'; carrierId: string | null } | NotTaken | { kind: 'unsent' };

/** Parts that the carrier took, with their ids as receipts name them. */
export type Taken = { parts: number; taken: { part: number; carrierId: string }[] };

/**
 * What became of a message: taken whole; refused for good; to be tried again, with no other part written; or some part written
 * without an answer.
 */
export type SendOutcome = Taken & ({ kind: 'sent' } | NotTaken);

/** Called for parts that are taken while others are under way, and for answers that were not waited for any more. */
export type SendEvents = { onTaken(some: Taken): void; onLate(outcome: SendOutcome): void };

/** Submits one part; `onLate` is called for an answer that comes after its outcome was `inDoubt`. */
type SubmitPart = (part: MessagePart, onLate: (outcome: PartOutcome) => void) => Promise<PartOutcome>;

/**
 * Sends those of `parts` whose number is not in `taken`: the first one alone, as what happens to it mostly happens to all, then the
 * others together. Each answer that comes late calls `events` with what the message has come to.
 */
export async function sendParts(
  parts: readonly MessagePart[],
  taken: ReadonlySet<number>,
  submit: SubmitPart,
  events: SendEvents,
): Promise<SendOutcome> {
  const outcomes = parts.map(
    (_, index): PartOutcome =>
      taken.has(index + 1) ? { kind: 'sent', carrierId: null } : { kind: 'unsent' },
  );
  let isSettled = false;
  function settle(index: number, outcome: PartOutcome) {
    outcomes[index] = outcome;
    if (isSettled) events.onLate(report(outcomes));
    else if (outcomes.some(({ kind }) => kind === 'unsent')) {
      const taken = takenOf(outcomes).filter(({ part }) => part === index + 1);
      if (taken.length > 0) events.onTaken({ parts: parts.length, taken });
    }
  }
  async function send(index: number) {
    settle(index, await submit(parts[index]!, (late) => settle(index, late)));
  }

  const [first, ...rest] = outcomes.flatMap(({ kind }, index) => (kind === 'unsent' ? [index] : []));
  if (first !== undefined) await send(first);
  if (first === undefined || outcomes[first]!.kind === 'sent') await Promise.all(rest.map(send));
  isSettled = true;
  return report(outcomes);
}

/** The parts that were taken since the message's outcome was reported last. */
function takenOf(outcomes: readonly PartOutcome[]): Taken['taken'] {
  return outcomes.flatMap((outcome, index) =>
    outcome.kind === 'sent' && outcome.carrierId !== null
      ? [{ part: index + 1, carrierId: outcome.carrierId }]
      : [],
  );
}

/** Adds the parts up, and notes that those taken are reported. */
function report(outcomes: PartOutcome[]): SendOutcome {
  const taken = takenOf(outcomes);
  for (const { part } of taken) outcomes[part - 1] = { kind: 'sent', carrierId: null };
  return { ...addUp(outcomes), parts: outcomes.length, taken };
}

function addUp(outcomes: readonly PartOutcome[]) {
  const rejected = outcomes.find((outcome) => outcome.kind === 'rejected');
  if (rejected) return rejected;
  if (outcomes.some(({ kind }) => kind === 'inDoubt')) return { kind: 'inDoubt' } as const;
  const putOff = outcomes.find((outcome) => outcome.kind === 'retry');
  if (putOff) return putOff;
  // What is left over once a part in doubt turned out to be taken.
  if (outcomes.some(({ kind }) => kind === 'unsent'))
    return { kind: 'retry', afterMs: 0, carrierError: null } as const;
  return { kind: 'sent' } as const;
}
