// Derives the outcomes of messages from the carrier's answer, and what the answer says of the link.
import { normaliseMessageId } from '@godwit/smpp/codec/receipt';
import type { SendOutcome, Taken } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { type TokenBucket, throttledOutcome } from '../throttling.ts';
import { type Answer, type Asked, understand, understandEach } from './answer.ts';
import type { Exchanged } from './exchange.ts';
import type { CodeClass } from './profile.ts';
import type { Suspension } from './suspension.ts';

export const TEMPORARY_RETRY_MS = 5_000;
export const NOTHING_TAKEN: Taken = { parts: 1, taken: [] };
/** The carrier certainly does not have the message. */
export const NOT_BEGUN = { kind: 'retry', afterMs: 0, carrierError: null, ...NOTHING_TAKEN } as const;

/** A request's reference, and its messages. */
type Request = { ref: string; messages: readonly Asked[] };

/** Counts `taken` messages, and adapts the rate and the suspension of the link to each answer. */
export function openJudge(
  config: HttpConfig,
  { bucket, suspension }: { bucket: TokenBucket; suspension: Suspension },
) {
  let taken = 0;

  function note(answers: readonly Answer[]) {
    const isOk = answers.filter(({ class: kind }) => kind === 'ok');
    const throttled = answers.find(({ class: kind }) => kind === 'throttled');
    if (throttled) bucket.adjust('throttled', waitOf(throttled) ?? 0);
    if (isOk.length > 0) bucket.adjust('ok');
    taken += isOk.length;
    const stopping = answers.find(({ class: kind }) => SUSPENDS.has(kind));
    if (!stopping) suspension.clear();
    else suspension.suspend(wordsOf(config, stopping), waitOf(stopping));
  }

  return {
    taken: () => taken,
    /**
     * The outcome of each message of a request. 'token': the carrier wants a new token. 'apart': it refuses
     * several messages for good and does not say which is at fault.
     */
    judge(
      exchanged: Exchanged | { kind: 'notWritten' },
      { ref, messages }: Request,
    ): SendOutcome[] | 'token' | 'apart' {
      const all = (outcome: SendOutcome) => messages.map(() => outcome);
      if (exchanged.kind !== 'answered') {
        if (exchanged.kind === 'noAnswer') return all({ kind: 'inDoubt', ...NOTHING_TAKEN });
        if ('why' in exchanged) suspension.suspend(`not connected: ${exchanged.why}`);
        return all(NOT_BEGUN);
      }
      const whole = understand(config.profile, exchanged, ref);
      if (whole.class === 'token') return 'token';
      if (whole.class === 'permanent' && messages.length > 1) return 'apart';
      const answers = understandEach(config.profile, exchanged, whole, messages);
      note(answers);
      return answers.map((answer) => outcomeOf(answer, bucket.pauseMs()));
    },
  };
}

const waitOf = (answer: Answer): number | null => ('waitMs' in answer ? answer.waitMs : null);

/** Answers that suspend the link. */
const SUSPENDS: ReadonlySet<string> = new Set(['account', 'credit', 'closed'] satisfies CodeClass[]);

const REASONS: Readonly<Record<string, string>> = {
  account: 'the carrier refuses the account',
  credit: 'the credit at the carrier is used up',
  closed: 'the carrier is closed at this hour',
};

function wordsOf({ profile }: HttpConfig, answer: Answer): string {
  const code = 'code' in answer ? answer.code : '';
  const meaning = Object.hasOwn(profile.meanings, code) && profile.meanings[code];
  return `${REASONS[answer.class]} (${[code, meaning].filter(Boolean).join(': ')})`;
}

/** The outcome of a message that the carrier took under these ids, one for each part. */
export function sentAs(ids: readonly string[]): SendOutcome {
  const taken = ids.map((id, index) => {
    const carrierId = normaliseMessageId(id, 'answer', 'text');
    return { part: index + 1, carrierId, writtenId: id };
  });
  return { kind: 'sent', parts: taken.length, taken };
}

function outcomeOf(answer: Answer, pauseMs: number): SendOutcome {
  switch (answer.class) {
    case 'ok':
      return sentAs(answer.ids);
    case 'permanent':
      return { kind: 'rejected', carrierError: answer.code, ...NOTHING_TAKEN };
    case 'throttled':
      return { ...throttledOutcome(Math.max(pauseMs, answer.waitMs ?? 0), answer.code), ...NOTHING_TAKEN };
    case 'unknown':
      return { kind: 'inDoubt', ...NOTHING_TAKEN };
    default:
      return {
        kind: 'retry',
        afterMs: Math.max(TEMPORARY_RETRY_MS, answer.waitMs ?? 0),
        carrierError: answer.code,
        ...NOTHING_TAKEN,
      };
  }
}
