// Reads every message over the public API, as its customer does, until each is final or the time is over.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { Account } from '../../../server/test/client.ts';
import type { Mode, Row, Send } from './record.ts';

const AT_ONCE = 16;
const PAGE_SIZE = 100;
const LOOK_EVERY_MS = 2_000;

type Log = { results: Row[]; total_pages: number };

/**
 * Reads until no message is open and every 201 is in the log, for a limited time; returns the last result.
 */
export async function lookUntilEnded(
  url: string,
  accounts: readonly Account[],
  {
    sends,
    openAmong,
    withinMs,
  }: { sends: readonly Send[]; openAmong: (rows: readonly Row[]) => Row[]; withinMs: number },
): Promise<Row[]> {
  const until = Date.now() + withinMs;
  const rows = new Map<string, Row>();
  let open: Row[] = [];
  for (;;) {
    const isMissing = () => {
      const known = new Set([...rows.values()].map(({ to }) => to));
      return sends.some((send) => isAccepted(send) && !known.has(send.to));
    };
    if (isMissing()) {
      for (const row of await wholeLog(url, accounts)) if (!rows.has(row.id)) rows.set(row.id, row);
    }
    for (const row of await readAgain(url, accounts, { sends, rows: open })) rows.set(row.id, row);
    const all = [...rows.values()];
    open = [...openAmong(all), ...all.filter(isUnexplained)];
    if ((open.length === 0 && !isMissing()) || Date.now() > until) return all;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Reads messages once more; one that cannot be read keeps its row. */
export async function readAgain(
  url: string,
  accounts: readonly Account[],
  { sends, rows }: { sends: readonly Send[]; rows: readonly Row[] },
): Promise<Row[]> {
  const authorizationOf = new Map(
    sends.map(({ to, account, mode }) => [to, accounts[account]!.authorization[mode]]),
  );
  const now: Row[] = [];
  await atOnce(rows, async (row) => {
    now.push((await read(url, authorizationOf.get(row.to)!, row.id)) ?? row);
  });
  return now;
}

const isAccepted = ({ statuses }: Send) => statuses.includes(201);
const isUnexplained = ({ status, failure }: Row) => status === 'FAILED' && failure === null;

async function wholeLog(url: string, accounts: readonly Account[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { authorization } of accounts) {
    for (const mode of ['LIVE', 'TEST'] as const) {
      for (let page = 1, pages = 1; page <= pages; page++) {
        const log = await readPage(url, authorization[mode], page);
        pages = log?.total_pages ?? pages;
        for (const { id, to, status } of log?.results ?? [])
          rows.push({ id, to, mode, status, failure: null });
      }
    }
  }
  return rows;
}

async function readPage(url: string, authorization: string, page: number): Promise<Log | null> {
  const path = `/v1/messages?page_num=${page}&page_size=${PAGE_SIZE}&sort_order=ASC`;
  for (let tries = 0; tries < 5; tries++) {
    const answer = await fetch(url + path, { headers: { authorization } }).catch(() => null);
    if (answer?.ok) return (await answer.json()) as Log;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

async function read(url: string, authorization: string, id: string): Promise<Row | null> {
  const answer = await fetch(`${url}/v1/messages/${id}`, { headers: { authorization } }).catch(() => null);
  if (!answer?.ok) return null;
  const { to, mode, status, failure } = (await answer.json()) as SmsObject;
  return { id, to, mode: mode as Mode, status, failure: failure?.code ?? null };
}

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
