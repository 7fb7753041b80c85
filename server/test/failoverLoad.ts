// Customers who send over HTTP and SMPP while the database fails over.
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { NewSmppAccount } from '@godwit/contract/smppAccounts';
import type { startSimulator } from '@godwit/smpp/simulator/simulator';
import { expect } from 'vitest';
import type { DatabaseConfig } from '../src/db/pool.ts';
import { numberOf } from './campaigns.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { runStatement } from './globalSetup.ts';
import type { Service, serviceFolder } from './process.ts';
import { bind } from './smppClient.ts';

const ESME_ROK = 0;
/** "Try again": the database is away. */
const ESME_RX_T_APPN = 0x64;
const CLIENTS = 3;
/** Messages that are accepted between two events. */
const BETWEEN = 30;

/** `smppPort`: one more customer sends over SMPP there. */
type LoadOptions = { httpClients?: number; smppPort?: number };

/** Sends to a number once; null: to be repeated. */
type Send = (number: string) => Promise<{ id: string } | null>;

/** Customers who send, and repeat each request with its key until it is answered 201 or ESME_ROK. */
export async function startLoad(
  service: ReturnType<typeof serviceFolder>,
  { url }: Service,
  { httpClients = CLIENTS, smppPort }: LoadOptions = {},
) {
  const { project, email, authorization, call } = await openAccount(url);
  await Promise.all([
    service.godwit('team', 'verify', email),
    service.godwit('team', 'credit', email, '1000000', 'for the test'),
    service.godwit('sender', 'add', project.id, 'LankaShop'),
  ]);
  const accepted = new Map<string, string>();
  const bySmpp = new Set<string>();
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

  async function bindToSend(port: number): Promise<Send> {
    const path = `/v1/web/projects/${project.id}/smpp_accounts`;
    const account = await call<NewSmppAccount>('POST', path, { mode: 'LIVE', name: 'Bank' });
    const { ask } = await bind(port, account);
    return async (number) => {
      const { command_status: status, message_id } = await ask('submit_sm', {
        source_addr: 'LankaShop',
        destination_addr: number,
        short_message: `Order ${number}`,
        // A repeat with the same reference gets the first message.
        user_message_reference: Number(number.slice(-4)),
      });
      if (status === ESME_ROK) {
        bySmpp.add(number);
        return { id: String(message_id) };
      }
      if (status !== ESME_RX_T_APPN) failures.push({ number, status });
      return null;
    };
  }

  async function sendAll(sendOne: Send): Promise<void> {
    while (!isOver) {
      const number = numberOf(next++);
      const what = `an answer for ${number}`;
      const sent = await waitFor(() => sendOne(number), { what, timeoutMs: 60_000 });
      accepted.set(number, sent.id);
    }
  }

  const senders: Send[] = Array.from({ length: httpClients }, () => send);
  if (smppPort !== undefined) senders.push(await bindToSend(smppPort));
  const clients = senders.map(sendAll);
  /** Waits until so many more are accepted, of requests that begin from now on, over each protocol. */
  const more = (count: number, timeoutMs: number) => {
    const from = next;
    const isNew = (number: string) => Number(number.slice(1)) >= Number(numberOf(from).slice(1));
    const isThere = () =>
      [...accepted.keys()].filter(isNew).length >= count &&
      (smppPort === undefined || [...bySmpp].some(isNew));
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

/**
 * Waits until the carrier has these, but for as many as SMPP leaves in doubt. It has no more than those
 * twice.
 */
export async function hasEachOnce(
  simulator: Awaited<ReturnType<typeof startSimulator>>,
  numbers: readonly string[],
  { inDoubt }: { inDoubt: number },
): Promise<void> {
  const counts = new Map<string, number>();
  const count = () => {
    counts.clear();
    for (const [key, times] of simulator.stats().messages) {
      const number = `+${key.split('\n')[0]}`;
      counts.set(number, (counts.get(number) ?? 0) + times);
    }
    return numbers.filter((number) => !counts.has(number)).length <= inDoubt;
  };
  await waitFor(count, { what: 'the carrier to have all messages', timeoutMs: 30_000 });
  expect([...counts.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(inDoubt);
}
