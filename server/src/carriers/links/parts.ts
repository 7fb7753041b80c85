// Sends a message part by part, and derives the outcome of the message from those of its parts.
import type { MessagePart } from '@godwit/smpp/codec/split';
import type { NotTaken, SendEvents, SendOutcome, Taken } from '../link.ts';

/**
 * The outcome of one part. A `carrierId` of null: taken in an earlier attempt. `unsent`: not handed over yet.
 */
export type PartOutcome = { kind: 'sent'; carrierId: string | null } | NotTaken | { kind: 'unsent' };

/** Submits one part. `onLate` reports an answer that comes after the outcome `inDoubt`. */
type SubmitPart = (part: MessagePart, onLate: (outcome: PartOutcome) => void) => Promise<PartOutcome>;

/**
 * Sends the parts whose number is not in `taken`: first one alone, because its outcome usually predicts the
 * others', then the rest at once. Each late answer calls `events.onLate` with the new outcome of the message.
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

/** The parts taken since the message's outcome was last reported. */
function takenOf(outcomes: readonly PartOutcome[]): Taken['taken'] {
  return outcomes.flatMap((outcome, index) =>
    outcome.kind === 'sent' && outcome.carrierId !== null
      ? [{ part: index + 1, carrierId: outcome.carrierId }]
      : [],
  );
}

/** Derives the message's outcome, and marks its taken parts as reported. */
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
  // Unsent parts remain after a part in doubt turned out to be taken.
  if (outcomes.some(({ kind }) => kind === 'unsent'))
    return { kind: 'retry', afterMs: 0, carrierError: null } as const;
  return { kind: 'sent' } as const;
}
