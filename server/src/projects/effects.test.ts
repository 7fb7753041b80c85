// Effects of project settings: blocked countries and archiving on every ingress and before submit; refunds
// restore the daily limit.
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../test/carriers.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { isRefusal } from '../refusal.ts';

const t = await startEngine();
const { pool } = t.services;

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
const FUTURE = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);

/** Posts to a project's settings. */
const set = (sender: Sender, what: string, form: Record<string, string> = {}) =>
  sender.browser.post(`/v1/web/projects/${sender.project.id}/${what}`, form);

/** The answer to a TEST message on each ingress: an error's name or code, or 'accepted'. */
async function outcomes(sender: Sender, to: string): Promise<(string | number)[]> {
  const message = { to, from: 'SANDBOX', body: 'Hello' };
  const { browser, project, authorization } = sender;
  const api = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization.TEST },
    payload: message,
  });
  const form = { ...message, project_id: project.id, mode: 'TEST' };
  const web = await browser.post('/v1/web/messages', form);
  const campaign = await t.messaging.accept({
    ...message,
    projectId: project.id,
    mode: 'TEST',
    platform: 'CAMPAIGN',
  });
  return [
    api.statusCode === 201 ? 'accepted' : api.json().code,
    web.statusCode === 200 ? 'accepted' : web.json().code,
    isRefusal(campaign) ? campaign.refused : 'accepted',
  ];
}

const BLOCKED = [3001, 3001, 'countryBlocked'];
const ACCEPTED = ['accepted', 'accepted', 'accepted'];
const JAMAICA = '+18763123456';
const UNITED_STATES = '+12025550123';
const KAZAKHSTAN = '+77011234567';
const RUSSIA = '+79161234567';

/** A LIVE message that waits for an hour; returns it once `change` has happened and its hour has come. */
async function scheduleThen(sender: Sender, change: () => Promise<unknown>) {
  const message = await send(t, sender, { to: '+94771234567', send_at: FUTURE() }, 'LIVE');
  await change();
  await pool.query('update send_queue set due_at = now() where message_id = $1', [message.id]);
  return reaches(t, sender, message, 'FAILED');
}

async function balanceOf({ teamId }: Sender): Promise<bigint> {
  return (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
    .balance_micros;
}

/** The percentages of the limit that the owner was warned at, in order. */
async function warningsOf({ person }: Sender): Promise<number[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `select subject from mails where recipient = $1 and subject like 'A project has reached%' order by id`,
    [person.email],
  );
  return rows.map(({ subject }) => Number(/(\d+)%/.exec(subject)![1]));
}

describe('a blocked country', () => {
  it('is refused on every ingress by the longest dial code: 1 is not 1876', async () => {
    const sender = await makeLiveSender(t);
    expect(await outcomes(sender, JAMAICA)).toEqual(ACCEPTED);
    await set(sender, 'blocked_codes', { codes: '1876' });
    expect(await outcomes(sender, JAMAICA)).toEqual(BLOCKED);
    // Carriers of the United States take no names as senders.
    expect(await outcomes(sender, UNITED_STATES)).toEqual([3002, 3002, 'senderCapability']);

    await set(sender, 'blocked_codes', { codes: '1' });
    expect(await outcomes(sender, UNITED_STATES)).toEqual(BLOCKED);
    expect(await outcomes(sender, JAMAICA)).toEqual(ACCEPTED);

    await set(sender, 'blocked_codes', { clear_codes: 'true' });
    expect(await outcomes(sender, UNITED_STATES)).toEqual([3002, 3002, 'senderCapability']);
  });

  it('is blocked with those that share its code', async () => {
    const sender = await makeLiveSender(t);
    await set(sender, 'blocked_codes', { codes: '7' });
    expect(await outcomes(sender, RUSSIA)).toEqual(BLOCKED);
    expect(await outcomes(sender, KAZAKHSTAN)).toEqual(BLOCKED);
  });

  it('stops what was accepted before, just before it is submitted, and gives its cost back', async () => {
    const sender = await makeLiveSender(t);
    const before = await balanceOf(sender);
    const failed = await scheduleThen(sender, () => set(sender, 'blocked_codes', { codes: '94' }));
    expect(failed.failure?.code).toBe('BLOCKED');
    expect(await balanceOf(sender)).toBe(before);
  });
});

describe('an archived project', () => {
  it('sends nothing on any ingress, stays readable, and sends again when it is brought back', async () => {
    const sender = await makeLiveSender(t);
    const sent = await send(t, sender, { to: '+94771234567' });
    await set(sender, 'archive');
    expect(await outcomes(sender, '+94771234567')).toEqual([1013, 1013, 'conflict']);
    expect(await read(t, sender, sent)).toMatchObject({ id: sent.id, body: 'Hello' });
    const log = await sender.browser.get(
      `/v1/web/messages?project_id=${sender.project.id}&mode=TEST&range=7d&page_num=0&page_size=25`,
    );
    expect(log.json().total).toBeGreaterThan(0);
    await set(sender, 'unarchive');
    expect(await outcomes(sender, '+94771234567')).toEqual(ACCEPTED);
  });

  it('fails what was scheduled when its time comes, and gives its cost back', async () => {
    const sender = await makeLiveSender(t);
    const before = await balanceOf(sender);
    const failed = await scheduleThen(sender, () => set(sender, 'archive'));
    expect(failed.failure?.code).toBe('ARCHIVED');
    expect(await balanceOf(sender)).toBe(before);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

describe('the daily limit', () => {
  it('has what was given back to spend again, and warns no second time', async () => {
    const sender = await makeLiveSender(t);
    await set(sender, 'daily_limit', { daily_limit: '1.6', daily_warn_pct: '0.5' });
    const limited = () => send(t, sender, { to: '+94771234567' }, 'LIVE').then(() => null, String);
    await send(t, sender, { to: '+94771234567' }, 'LIVE');
    const refusedByCarrier = await send(t, sender, { to: '+94771230004' }, 'LIVE');
    expect(await limited()).toContain('4007');

    await reaches(t, sender, refusedByCarrier, 'FAILED');
    const path = `/v1/web/projects/${sender.project.id}`;
    expect((await sender.browser.get(path)).json().spent_today).toBe(0.8);
    expect(await limited()).toBeNull();
    expect(await limited()).toContain('4007');
    expect((await sender.browser.get(path)).json().spent_today).toBe(1.6);

    expect(await warningsOf(sender)).toEqual([50, 95]);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('that is lowered to what is spent warns with the first message it refuses', async () => {
    const sender = await makeLiveSender(t);
    await set(sender, 'daily_limit', { daily_limit: '100', daily_warn_pct: '0.5' });
    await send(t, sender, { to: '+94771234567' }, 'LIVE');
    expect(await warningsOf(sender)).toEqual([]);
    await set(sender, 'daily_limit', { daily_limit: '0.8' });
    await expect(send(t, sender, { to: '+94771234567' }, 'LIVE')).rejects.toThrow('4007');
    expect(await warningsOf(sender)).toEqual([50, 95]);
  });

  it('does not count TEST messages', async () => {
    const sender = await makeLiveSender(t);
    await set(sender, 'daily_limit', { daily_limit: '0.5' });
    expect(await send(t, sender, { to: '+94771234567' })).toMatchObject({ status: 'ACCEPTED' });
    await expect(send(t, sender, { to: '+94771234567' }, 'LIVE')).rejects.toThrow('4007');
  });
});
