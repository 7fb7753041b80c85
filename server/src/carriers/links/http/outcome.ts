// Derives the outcome of a message from the carrier's answer, and what the answer says of the link.
import { normaliseMessageId } from '@godwit/smpp/codec/receipt';
import type { SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { TokenBucket } from '../throttling.ts';
import { type Answer, understand } from './answer.ts';
import type { Exchanged } from './exchange.ts';
import type { CodeClass } from './profile.ts';
import type { Suspension } from './suspension.ts';

export const TEMPORARY_RETRY_MS = 5_000;
export const NOTHING_TAKEN = { parts: 1, taken: [] };

/** Counts `taken` messages, and adapts the rate and the suspension of the link to each answer. */
export function openJudge(
  config: HttpConfig,
  { bucket, suspension }: { bucket: TokenBucket; suspension: Suspension },
) {
  let taken = 0;
  return {
    taken: () => taken,
    /** The outcome of a request with our reference `ref`; 'token' if the carrier wants a new token. */
    judge(exchanged: Exchanged | { kind: 'notWritten' }, ref: string): SendOutcome | 'token' {
      if (exchanged.kind !== 'answered') {
        if (exchanged.kind === 'noAnswer') return { kind: 'inDoubt', ...NOTHING_TAKEN };
        if ('why' in exchanged) suspension.suspend(`not connected: ${exchanged.why}`);
        return { kind: 'retry', afterMs: 0, carrierError: null, ...NOTHING_TAKEN };
      }
      const answer = understand(config.profile, exchanged, ref);
      if (answer.class === 'token') return 'token';
      if (answer.class === 'throttled') bucket.adjust('throttled', answer.waitMs ?? 0);
      if (answer.class === 'ok') {
        bucket.adjust('ok');
        taken++;
      }
      if (SUSPENDS.has(answer.class))
        suspension.suspend(wordsOf(config, answer), 'waitMs' in answer ? answer.waitMs : null);
      else suspension.clear();
      return outcomeOf(answer, bucket.pauseMs());
    },
  };
}

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

function outcomeOf(answer: Answer, pauseMs: number): SendOutcome {
  switch (answer.class) {
    case 'ok': {
      const taken = answer.ids.map((id, index) => {
        const carrierId = normaliseMessageId(id, 'answer', 'text');
        return { part: index + 1, carrierId, writtenId: id };
      });
      return { kind: 'sent', parts: taken.length, taken };
    }
    case 'permanent':
      return { kind: 'rejected', carrierError: answer.code, ...NOTHING_TAKEN };
    case 'throttled': {
      const afterMs = Math.max(pauseMs, answer.waitMs ?? 0);
      return { kind: 'retry', afterMs, carrierError: answer.code, isThrottle: true, ...NOTHING_TAKEN };
    }
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
