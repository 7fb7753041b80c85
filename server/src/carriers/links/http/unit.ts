// Messages that go in one request, from its reference to the outcome of each.
import type { SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { LinkHooks } from '../hooks.ts';
import { mayStillSend } from '../inFlight.ts';
import type { Entry } from './batches.ts';
import type { Exchanged } from './exchange.ts';
import { NOT_BEGUN, type openJudge } from './outcome.ts';
import { repeatsAreSafe } from './profile.ts';
import { referenceOf } from './reference.ts';
import { requestFor } from './request.ts';
import type { HttpRequest } from './template.ts';

export type Unit = ReturnType<typeof openUnit>;

type Parts = {
  config: HttpConfig;
  hooks: LinkHooks;
  token: string;
  /** The address to which the carrier sends receipts of a reference. */
  callback(ref: string): string;
  judge: ReturnType<typeof openJudge>['judge'];
  /** The request waits for a connection no longer. */
  onLeftLine(): void;
};

type Result = Exchanged | { kind: 'notWritten' };

/** Opens a request with messages of one text. */
export function openUnit(entries: readonly Entry[], parts: Parts) {
  const { config, hooks, token, callback, judge, onLeftLine } = parts;
  const ids = entries.map(({ message }) => message.id);
  const refs = new Map(ids.map((id) => [id, referenceOf(id)]));
  const ref = ids.length === 1 ? refs.get(ids[0]!)! : referenceOf(...ids);
  let sending = entries;
  let isInLine = true;

  function leaveLine() {
    if (isInLine) onLeftLine();
    isInLine = false;
  }

  function judged(result: Result) {
    const messages = sending.map(({ message: { id, recipient } }) => ({ ref: refs.get(id)!, recipient }));
    return judge(result, { ref, messages });
  }

  return {
    leaveLine,
    judged,
    /** The messages that are in the request. */
    sending: () => sending,
    size: () => sending.length,
    /**
     * Stores the reference of several messages, if the carrier can be asked about it or recognises it.
     * Otherwise a later process would name messages in doubt by references that the carrier does not know.
     * `isKept`: false removes it again. Returns false if that fails.
     */
    async keepReference(isKept = true): Promise<boolean> {
      const isUsed = config.profile.ask !== undefined || repeatsAreSafe(config.profile);
      if (ids.length === 1 || !isUsed) return true;
      try {
        await hooks.storeReference?.(ids, isKept ? ref : null);
        return true;
      } catch (error) {
        hooks.log.error({ err: error, link: config.id }, 'could not store the reference of a batch');
        return false;
      }
    },
    /** Messages that may not be sent any more leave the request. False if none is left. */
    async mayGo(): Promise<boolean> {
      const may = await Promise.all(sending.map(({ message }) => mayStillSend(message, config, hooks)));
      sending = sending.filter((_, index) => may[index]);
      return sending.length > 0;
    },
    /** The request, which is written now. */
    request(): HttpRequest {
      leaveLine();
      const messages = sending.map(({ message }) => ({ message, ref: refs.get(message.id)! }));
      return requestFor(config, messages, { ref, token, callback });
    },
    onLate(late: Exchanged) {
      const outcomes = judged(late);
      for (const [index, { events }] of sending.entries())
        events.onLate(typeof outcomes === 'string' ? NOT_BEGUN : outcomes[index]!);
    },
    /** The outcomes of all entries, of which those in `outcomes` were in the request. */
    inOrder(outcomes: readonly SendOutcome[]): SendOutcome[] {
      const known = new Map(sending.map((entry, index) => [entry, outcomes[index]!]));
      return entries.map((entry) => known.get(entry) ?? NOT_BEGUN);
    },
  };
}
