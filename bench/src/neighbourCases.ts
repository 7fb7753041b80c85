// The cases of the bench `neighbour`: each is the heaviest load of one kind that a team's limits permit,
// until its signal aborts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Account } from '../../server/test/client.ts';
import { makeYear } from './past.ts';
import { SENDER } from './team.ts';

/** The input of a case; `did` counts its load for the table. */
export type Attack = {
  url: string;
  pool: Pool;
  account: Account;
  teamId: string;
  projectId: string;
  /** Contacts in the group, and rows in a file. */
  rows: number;
  groupId: string;
  signal: AbortSignal;
  did(what: string, count?: number): void;
};

const BATCH = 1_000;
const OPT_OUT_UPLOADS = 40;
const IDLE_UPLOADS = 200;
const CAMPAIGNS = 6;
const REST_WHEN_REFUSED_MS = 250;

/** The preparation of each case before the first message. */
export const PREPARATIONS: Record<
  string,
  (on: Pick<Attack, 'pool' | 'teamId' | 'projectId' | 'rows'>) => Promise<void>
> = {
  exports: ({ pool, teamId, projectId, rows }) => makeYear(pool, { teamId, projectId }, rows),
};

export const CASES: Record<string, (attack: Attack) => Promise<void>> = {
  contactUploads: (attack) =>
    uploadAll(attack, { path: '/contacts_csv', atOnce: 8, file: (i) => contactFile(attack.rows, i) }),
  optOutUploads: (attack) =>
    uploadAll(attack, {
      path: '/opt_outs_csv',
      atOnce: OPT_OUT_UPLOADS,
      file: (i) => optOutFile(attack.rows * 5, i),
    }),
  idleUploads,
  previews: (attack) =>
    atOnce(attack, 20, () =>
      post(attack, '/campaigns', { ...campaignOf(attack), is_preview: true }, 'previews'),
    ),
  campaigns,
  exports,
  floods: (attack) => atOnce(attack, 8, () => sendBatch(attack, null)),
  slowCallbacks,
};

/** Repeats the work, `n` at a time, until the signal aborts. */
async function atOnce(
  { signal }: Attack,
  count: number,
  work: (i: number) => Promise<boolean>,
): Promise<void> {
  const worker = async (number: number) => {
    for (let i = number; !signal.aborted; i += count) {
      const taken = await work(i).catch(() => false);
      if (!taken) await sleep(REST_WHEN_REFUSED_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => worker(number)));
}

/** Sends a request, reads the response to its end and counts it by kind, or by the status that refused it. */
async function request(
  { url, signal, did }: Attack,
  path: string,
  options: RequestInit,
  what: string,
): Promise<boolean> {
  const answer = await fetch(url + path, { ...options, signal });
  for await (const _ of answer.body ?? []);
  did(answer.ok ? what : `${what} refused ${answer.status}`);
  return answer.ok;
}

function post(attack: Attack, path: string, form: object, what: string): Promise<boolean> {
  const headers = { ...attack.account.browser, 'content-type': 'application/json' };
  return request(attack, `/v1/web${path}`, { method: 'POST', headers, body: JSON.stringify(form) }, what);
}

const campaignOf = ({ projectId, groupId }: Attack) => ({
  project_id: projectId,
  mode: 'LIVE',
  name: 'Sale',
  content: 'Dear {first_name}, half price on everything in all our shops until Sunday.',
  from: SENDER,
  include_groups: groupId,
});

async function campaigns(attack: Attack): Promise<void> {
  for (let i = 0; i < CAMPAIGNS; i++) await post(attack, '/campaigns', campaignOf(attack), 'campaigns');
}

type Uploads = { path: string; atOnce: number; file: (i: number) => Blob };

async function uploadAll(attack: Attack, { path, atOnce: count, file }: Uploads): Promise<void> {
  const { browser } = attack.account;
  // Two files in turn: existing contacts and new ones.
  const files = [file(0), file(1)];
  await atOnce(attack, count, (i) => {
    const body = new FormData();
    body.set('csv', files[i % files.length]!, 'file.csv');
    return request(attack, `/v1/web${path}`, { method: 'POST', headers: browser, body }, 'files');
  });
}

function contactFile(rows: number, i: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, n) => `077${String(i * rows + n).padStart(7, '0')},Nimal,Perera ${n},Branch ${n % 40}`,
  );
  return new Blob(['Mobile,FirstName,LastName,Group1\n', lines.join('\n')]);
}

function optOutFile(rows: number, i: number): Blob {
  const lines = Array.from({ length: rows }, (_, n) => `+9470${String(i * rows + n).padStart(7, '0')}`);
  return new Blob([lines.join('\n')]);
}

/** Starts uploads and then sends nothing more. */
async function idleUploads({ url, account, signal, did }: Attack): Promise<void> {
  const { port, hostname, host } = new URL(url);
  const begin = (path: string) => {
    const headers = Object.entries({
      host,
      ...account.browser,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '1000000',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const part = '--b\r\ncontent-disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nMobile\n';
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`POST /v1/web${path} HTTP/1.1\r\n${headers.join('')}\r\n${part}`);
    signal.addEventListener('abort', () => socket.destroy());
    did('idle uploads');
  };
  for (let i = 0; i < IDLE_UPLOADS; i++) begin(i % 2 === 0 ? '/contacts_csv' : '/opt_outs_csv');
}

async function exports(attack: Attack): Promise<void> {
  const { projectId, account } = attack;
  const headers = { cookie: account.browser.cookie };
  const log = `project_id=${projectId}&mode=LIVE&range=12m`;
  const paths = [
    '/contacts/export.csv',
    '/opt_outs/export.csv',
    `/messages/report.csv?${log}`,
    `/messages/report.pdf?${log}`,
    `/messages?${log}&q=5&page_num=100`,
  ];
  await atOnce(attack, 20, (i) => request(attack, `/v1/web${paths[i % paths.length]}`, { headers }, 'files'));
}

async function sendBatch(attack: Attack, callback: string | null): Promise<boolean> {
  const messages = Array.from({ length: BATCH }, (_, i) => ({
    to: `+9477${String(1_000_010 + (i % 90) + Math.floor(i / 90) * 100)}`,
    from: SENDER,
    body: 'Your order is packed',
    ...(callback && { status_callback: callback }),
  }));
  const { authorization } = attack.account;
  return request(
    attack,
    '/v1/messages/batch',
    {
      method: 'POST',
      headers: { authorization: authorization.LIVE, 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
    },
    'batches of 1,000',
  );
}

/** Messages with callbacks to a receiver that never answers. */
async function slowCallbacks(attack: Attack): Promise<void> {
  const receiver = createServer(() => attack.did('callbacks held')).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  try {
    await atOnce(attack, 1, async () => (await sendBatch(attack, callback)) && (await sleep(5_000, true)));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}
