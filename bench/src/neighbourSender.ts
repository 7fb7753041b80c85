// Sends a message a second from a thread of its own, so the load of the bench is not measured as the
// service's time.
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { SENDER } from './team.ts';

/** A sent message: its id, null if it was refused, and the response time in ms, infinite if refused. */
export type Sent = { id: string | null; ms: number };

const EVERY_MS = 1_000;
const { url, authorization } = workerData as { url: string; authorization: string };

async function sendOne(): Promise<Sent> {
  const started = performance.now();
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '+94719876543', from: SENDER, body: 'Your code is 481516' }),
  }).catch(() => null);
  if (answer?.status !== 201) return { id: null, ms: Number.POSITIVE_INFINITY };
  const { id } = (await answer.json()) as SmsObject;
  return { id, ms: performance.now() - started };
}

const sending: Promise<Sent>[] = [];
const timer = setInterval(() => sending.push(sendOne()), EVERY_MS);
parentPort!.once('message', async () => {
  clearInterval(timer);
  parentPort!.postMessage(await Promise.all(sending));
});
