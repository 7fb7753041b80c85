// Simulates a phone in TEST: sends a text over SMPP to the built-in carrier, which delivers it as any carrier
// does.

import { splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import { connectSession, type SmppSession } from '@godwit/smpp/session/session';
import { incomingServiceType } from '@godwit/smpp/simulator/simulator';
import type { Logger } from 'pino';
import { type Refusal, refuse } from '../refusal.ts';

const WITHIN_MS = 5_000;
const GRACE_MS = 500;

/** The address of a simulated carrier, and the account of its receivers. */
export type Carrier = { host: string; port: number; systemId: string; password: string };

const NOT_NOW = refuse('unavailable', {
  description: 'The simulated carrier is not connected now. Try again in a moment.',
  retryAfterSeconds: 5,
});

/**
 * Makes the carrier deliver a text from a phone to a number, in as many parts as needed. Resolves when all of
 * it was accepted.
 * Refusals: tooManyRequests if the phone has sent too much; unavailable; conflict if no project has the
 * number.
 */
export async function handOver(
  { host, port, systemId, password }: Carrier,
  { from, to, body }: { from: string; to: string; body: string },
  log: Pick<Logger, 'warn'>,
): Promise<Refusal | null> {
  const parts = splitMessage(body, {
    charset: 'gsm7',
    longMessages: 'udh',
    reference: Math.floor(Math.random() * 256),
  });
  let session: SmppSession | undefined;
  const bound = new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), WITHIN_MS);
    session = connectSession({
      ...{ host, port, systemId, password, bind: 'transmitter', window: parts.length },
      responseTimeoutMs: WITHIN_MS,
      onState({ state }) {
        clearTimeout(late);
        resolve(state === 'bound');
      },
      onDeliver: () => commandStatus.ESME_RINVCMDID,
      onError: (err) => log.warn({ err }, 'the simulated carrier could not be reached'),
    });
  });
  try {
    if (!(await bound)) return NOT_NOW;
    const results = await Promise.all(
      parts.map((part) =>
        session!.submit({
          ...part,
          serviceType: incomingServiceType,
          sourceAddr: from.replace(/^\+/, ''),
          sourceAddrTon: 1,
          sourceAddrNpi: 1,
          destinationAddr: to.replace(/^\+/, ''),
          destAddrTon: 1,
          destAddrNpi: 1,
        }),
      ),
    );
    for (const result of results) {
      const refusal = result.kind === 'answered' ? refusalOf(result.status) : NOT_NOW;
      if (refusal) return refusal;
    }
    return null;
  } finally {
    await session?.close(GRACE_MS);
  }
}

function refusalOf(status: number): Refusal | null {
  switch (status) {
    case commandStatus.ESME_ROK:
      return null;
    case commandStatus.ESME_RTHROTTLED:
      return refuse('tooManyRequests', {
        description: 'This phone has sent too much at once. Wait a few seconds.',
        retryAfterSeconds: 5,
      });
    case commandStatus.ESME_RINVDSTADR:
      return refuse('conflict', { description: 'The number is not assigned to a project.' });
    default:
      return NOT_NOW;
  }
}
