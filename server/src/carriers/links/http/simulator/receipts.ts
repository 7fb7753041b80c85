// The receipts of a simulated HTTP carrier: each is sent until it is answered.
import { systemClock } from '@godwit/smpp/session/clock';
import { Schedule } from '@godwit/smpp/simulator/schedule';
import { Agent, fetch as send } from 'undici';
import type { Profile } from '../profile.ts';
import { twilioSignature } from '../signature.ts';
import { fill, type Values } from '../template.ts';
import type { Hits } from './faults.ts';
import type { Report, Sample } from './samples.ts';

/** Receipts of one message; `callback` is where they go, and `values` are those of its request. */
export type Owed = { reports: readonly Report[]; callback: string; values: Values };

export type ReceiptSender = {
  /** Sends the receipts of a message when `delayMs` have passed. Resolves once the last is answered. */
  send(owed: Owed, delayMs: number): Promise<void>;
  /** How many receipts were answered. */
  answered(): number;
  close(): Promise<void>;
};

type Field = [string, string];

const RETRY_MS = 700;
const ANSWER_MS = 10_000;
const CONNECTIONS = 50;
/** Above this the oldest calls are dropped. */
const MAX_WAITING = 1_000_000;
const UNORDERED_MS = 6_000;
/** A carrier repeats a call after these, and after 5xx; other 4xx end it. */
const REPEATED: ReadonlySet<number> = new Set([408, 429]);

/** Opens the connections that receipts go over. */
export function openReceiptSender(profile: Profile, sample: Sample, hits: Hits): ReceiptSender {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const waiting = new Schedule<() => void>(systemClock, (call) => call());
  let [answered, isClosed] = [0, false];

  function later(delayMs: number, call: () => void) {
    if (waiting.size >= MAX_WAITING) waiting.takeFirst();
    waiting.add(systemClock.nowMs() + delayMs, call);
  }

  /** Calls until the answer is 2xx, or says that the call will never be taken. */
  function push(report: Report, owed: Owed, delayMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const attempt = async () => {
      const status = await call(report, owed).catch(() => null);
      const isOver = status !== null && status < 500 && !REPEATED.has(status);
      if (status !== null && status < 300) answered++;
      else if (isOver) console.error(`carrier simulator: a receipt was answered ${status} and is given up`);
      if (isOver || isClosed) resolve();
      else later(RETRY_MS, attempt);
    };
    later(delayMs, attempt);
    return promise;
  }

  async function call(report: Report, { callback, values }: Owed): Promise<number> {
    const { as, fields } = sample.receipt!(report);
    const url = new URL(callback);
    const headers: Record<string, string> = {};
    const form =
      as === 'json' ? [] : Object.entries(fields).map(([name, value]): Field => [name, String(value)]);
    let body: string | null = null;
    if (as === 'query') for (const [name, text] of form) url.searchParams.append(name, text);
    else body = as === 'form' ? new URLSearchParams(form).toString() : JSON.stringify(fields);
    if (body !== null)
      headers['content-type'] = as === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const key = profile.receipt?.signed?.twilio;
    if (key !== undefined)
      headers['x-twilio-signature'] = twilioSignature(fill(key, values), url.href, form).toString('base64');
    const answer = await send(url, {
      method: body === null ? 'GET' : 'POST',
      ...{ headers, body, dispatcher: agent, redirect: 'manual' },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.text();
    return answer.status;
  }

  return {
    async send(owed, delayMs) {
      await Promise.all(
        owed.reports.map(async (report) => {
          const more = hits('unordered-receipts') ? Math.random() * UNORDERED_MS : 0;
          await push(report, owed, delayMs + more);
          if (hits('duplicate-receipts')) await push(report, owed, 0);
        }),
      );
    },
    answered: () => answered,
    async close() {
      isClosed = true;
      waiting.clear();
      await agent.destroy();
    },
  };
}
