// Customers who send while the database fails over.
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { DatabaseConfig } from '../src/db/pool.ts';
import { numberOf } from './campaigns.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { runStatement } from './globalSetup.ts';
import type { Service, serviceFolder } from './process.ts';

const CLIENTS = 3;
/** Messages that are accepted between two events. */
const BETWEEN = 30;

/** Customers who send and repeat each request with its key until it is answered 201. */
export async function startLoad(service: ReturnType<typeof serviceFolder>, { url }: Service) {
  const { project, email, authorization } = await openAccount(url);
  await Promise.all([
    service.godwit('team', 'verify', email),
    service.godwit('team', 'credit', email, '1000000', 'for the test'),
    service.godwit('sender', 'add', project.id, 'LankaShop'),
  ]);
  const accepted = new Map<string, string>();
  const failures: unknown[] = [];
  let isOver = false;
  let next = 0;

  async function send(number: string): Promise<SmsObject | null> {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: authorization.LIVE,
        'content-type': 'application/json',
        'idempotency-key': `order ${number}`,
      },
      body: JSON.stringify({ to: number, from: 'LankaShop', body: `Order ${number}` }),
    });
    const body = (await answer.json()) as SmsObject & { code?: number };
    if (answer.status === 201) return body;
    // Anything but "try again" would be wrong.
    if (answer.status !== 503 || body.code !== 1014)
      failures.push({ ...body, number, httpStatus: answer.status });
    return null;
  }

  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const number = numberOf(next++);
      const sent = await waitFor(() => send(number), { what: `an answer for ${number}`, timeoutMs: 60_000 });
      accepted.set(number, sent.id);
    }
  });
  /** Waits until so many more messages are accepted, of requests that begin from now on. */
  const more = (count: number, timeoutMs: number) => {
    const from = next;
    const isNew = (number: string) => Number(number.slice(1)) >= Number(numberOf(from).slice(1));
    const isThere = () => [...accepted.keys()].filter(isNew).length >= count;
    return waitFor(isThere, { what: 'messages to be accepted', timeoutMs });
  };
  return {
    progresses: () => more(BETWEEN, 60_000),
    acceptsAgain: (withinMs: number) => more(1, withinMs),
    /** Ends it after the requests in flight; returns the id of each accepted message by its number. */
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return { accepted, failures };
    },
  };
}

/** The id of each message in the log by its number; a number with several messages has all of their ids. */
export async function storedIn(config: DatabaseConfig): Promise<Map<string, string>> {
  const rows: { number?: string; ids?: string }[] = await runStatement(
    config,
    `select recipient as number, string_agg(id::text, ' ') as ids from messages group by 1`,
  );
  return new Map(rows.map(({ number = '', ids = '' }) => [number, ids]));
}
