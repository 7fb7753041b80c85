// Measures a large campaign over HTTP: time to preview, time to the carrier's last response, the delay of
// another team's messages and codes during it, and the memory of the service.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import type { Pool } from 'pg';
import { createAccount, startStack, withDatabase } from './stack.ts';
import { allowLive, fillGroup, SENDER } from './team.ts';

const PREVIEWS = 5;
const CONTENT =
  'Dear {first_name}, half price on everything in all our shops until Sunday. Show this message.';
const ACCEPTED_OF_LARGE = 200_000;

export type Account = Awaited<ReturnType<typeof createAccount>>;
/** A service with an account whose campaign goes to a group. */
export type Target = { url: string; pid: number; pool: Pool; account: Account; groupId: string };

/** Runs one campaign of `recipients` to its end, starts one ten times as large, and prints one table. */
export async function campaign(recipients: number): Promise<void> {
  await withTarget(recipients, async (target) => {
    const previews = [];
    for (let i = 0; i < PREVIEWS; i++) previews.push(await timed(() => preview(target)));
    print('preview', `${previews.map((ms) => Math.round(ms)).join(', ')} ms`, recipients);
    const quiet = await sendDuring(target, () => sleep(10_000));
    print('another team, quiet: accepted to sent', shown(quiet.messages), recipients);
    print('its codes (lane otp), quiet: the same', shown(quiet.codes), recipients);
    const memory = watchMemory(target.pid);
    let sent = { seconds: 0, end: 0 };
    const busy = await sendDuring(target, async () => {
      sent = await send(target);
    });
    const rate = Math.round(recipients / sent.seconds).toLocaleString('en-US');
    print(
      'confirm to the last message at the carrier',
      `${sent.seconds.toFixed(1)} s, ${rate}/s`,
      recipients,
    );
    print('the same to the last receipt', `${sent.end.toFixed(1)} s`, recipients);
    print('another team: accepted to sent', shown(busy.messages), recipients);
    print('its codes (lane otp), over the same link: the same', shown(busy.codes), recipients);
    print('memory of the service', memory.stop(), recipients);
  });
  await withTarget(recipients * 10, begin);
}

/** Starts a large campaign and cancels it once enough of it has been accepted. */
async function begin(target: Target): Promise<void> {
  const recipients = await membersOf(target);
  const memory = watchMemory(target.pid);
  print('preview', `${Math.round(await timed(() => preview(target)))} ms`, recipients);
  const started = performance.now();
  const { id } = await create(target);
  await until(target, id, ({ counts }) => counts.recipients === recipients);
  const seconds = (performance.now() - started) / 1000;
  print('confirm until its recipients are fixed', `${seconds.toFixed(1)} s`, recipients);
  await until(target, id, ({ messages }) => messages >= ACCEPTED_OF_LARGE);
  const cancelled = await timed(async () => {
    await call(target, `/campaigns/${id}/cancel`, { project_id: target.account.projectId });
    await until(target, id, ({ counts }) => counts.waiting === 0);
  });
  print('cancel until nothing is left to send', `${(cancelled / 1000).toFixed(1)} s`, recipients);
  print('memory of the service', memory.stop(), recipients);
}

async function withTarget(recipients: number, work: (target: Target) => Promise<void>): Promise<void> {
  const stack = await startStack('web,send,jobs');
  try {
    const account = await createAccount(stack.url);
    await withDatabase(stack.dataDir, async (pool) => {
      await allowLive(pool, account);
      const groupId = await fillGroup(pool, account, recipients);
      await work({ ...stack, pool, account, groupId });
    });
  } finally {
    await stack.stop();
  }
}

async function membersOf({ pool, groupId }: Target): Promise<number> {
  const { rows } = await pool.query(
    'select count(*)::integer as n from contact_group_members where group_id = $1',
    [groupId],
  );
  return rows[0].n;
}

async function call<Answer>({ url, account }: Target, path: string, form: object): Promise<Answer> {
  const csrf = await fetch(`${url}/v1/web/generic/refresh_csrf`, { headers: { cookie: account.cookie } });
  const { id } = (await csrf.json()) as { id: string };
  const answer = await fetch(`${url}/v1/web${path}`, {
    method: 'POST',
    headers: { cookie: account.cookie, 'x-csrf-token': id, 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

function formOf({ account, groupId }: Target) {
  return {
    project_id: account.projectId,
    mode: 'LIVE',
    name: 'Sale',
    content: CONTENT,
    from: SENDER,
    include_groups: groupId,
  };
}

function preview(target: Target): Promise<CampaignPreview> {
  return call(target, '/campaigns', { ...formOf(target), is_preview: true });
}

/** Confirms a campaign to the group. */
export function create(target: Target): Promise<Campaign> {
  return call(target, '/campaigns', formOf(target));
}

async function until(
  { url, account }: Target,
  id: string,
  isThere: (campaign: Campaign) => boolean,
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/v1/web/campaigns/${id}?project_id=${account.projectId}`, {
      headers: { cookie: account.cookie },
    });
    if (isThere((await answer.json()) as Campaign)) return;
    await sleep(250);
  }
}

/**
 * Sends the campaign. Returns the seconds until the carrier answered the last message, and until the last
 * receipt.
 */
async function send(target: Target): Promise<{ seconds: number; end: number }> {
  const confirmed = Date.now();
  const { id } = await create(target);
  await until(target, id, ({ counts, status }) => status === 'SENT' && counts.waiting + counts.sent === 0);
  const { rows } = await target.pool.query<{ sent: Date; ended: Date; count: number }>(
    `select max(sent_at) as sent, max(delivered_at) as ended, count(*)::integer as count from messages
      where campaign_id = $1 and state = 'delivered'`,
    [id],
  );
  const [{ sent, ended, count }] = rows as [(typeof rows)[0]];
  const members = await membersOf(target);
  if (count !== members) throw new Error(`${count} of ${members} were delivered`);
  return { seconds: (sent.getTime() - confirmed) / 1000, end: (ended.getTime() - confirmed) / 1000 };
}

/**
 * Sends from another team while `work` runs: one message a second in TEST, and ten codes a second over the
 * link of the campaign. Returns each one's time from its acceptance to the answer of the carrier, in ms.
 */
async function sendDuring(
  { url, pool }: Target,
  work: () => Promise<void>,
): Promise<{ messages: number[]; codes: number[] }> {
  const other = await createAccount(url);
  await allowLive(pool, other);
  let over = false;
  async function sendEvery(ms: number, authorization: string, messageOf: (n: number) => object) {
    const ids: string[] = [];
    while (!over) {
      const answer = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ body: 'Your code is 481516', ...messageOf(ids.length) }),
      });
      if (!answer.ok) throw new Error(`not accepted: ${answer.status} ${await answer.text()}`);
      ids.push(((await answer.json()) as { id: string }).id);
      await sleep(ms);
    }
    return ids;
  }
  const sending = Promise.all([
    sendEvery(1_000, other.authorization, () => ({ to: '+94719876543', from: 'SANDBOX' })),
    sendEvery(100, other.live, (n) => ({ to: numberOf(n), from: SENDER, lane: 'otp' })),
  ]);
  await work();
  over = true;
  const [messages, codes] = await sending;
  await sleep(3_000);
  return { messages: await timesOf(pool, messages), codes: await timesOf(pool, codes) };
}

/** Never an ending that the simulator knows. */
const numberOf = (n: number) => `+9471${String(Math.floor(n / 90) * 100 + 10 + (n % 90)).padStart(7, '0')}`;

async function timesOf(pool: Pool, ids: string[]): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select (extract(epoch from sent_at - accepted_at) * 1000)::double precision as ms from messages
      where id = any($1::uuid[]) order by 1`,
    [ids],
  );
  return rows.map(({ ms }) => {
    if (ms === null) throw new Error('a message of another team was not sent in time');
    return ms;
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Samples the resident memory of a process ten times a second. */
function watchMemory(pid: number): { stop(): string } {
  const read = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = read();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return `${Math.round(before)} MB before, ${Math.round(most)} MB at most`;
    },
  };
}

function shown(sorted: number[]): string {
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`;
}

function print(what: string, figure: string, recipients: number): void {
  console.log(`  ${recipients.toLocaleString('en-US').padStart(9)}  ${what.padEnd(46)} ${figure}`);
}
