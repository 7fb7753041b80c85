// Old things of two teams: what is too old goes, a little at a time, and nothing else; what money needs
// stays.
import type { ConsoleList, MessageDetail } from '@godwit/contract/messages/messages';
import { OPT_OUT_PATH } from '@godwit/contract/messages/optOutLine';
import type { RetentionDays } from '@godwit/contract/retention';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { addFile } from '../../test/files.ts';
import { makePast, type PastMessage } from '../../test/history.ts';
import { OWNER } from '../../test/registrationDesk.ts';
import { registerName, withdrawName } from '../../test/registrations.ts';
import { approveSenderOf, requestSender } from '../../test/requests.ts';
import { freezeStatistics, rowsReadBy } from '../../test/staleStatistics.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { ensureMonths, selectMonths } from '../db/schema/months.ts';
import { transaction } from '../db/transaction.ts';
import { storageOf } from '../files/storage.ts';
import { idFloor, newId } from '../ids.ts';
import { transitionMessages } from '../messages/state/transitions.ts';
import { parseRetention } from '../settingValues.ts';
import { selectMessages } from './queries.ts';
import { readKept, removeOld } from './run.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

const t = await testApp({ retention: parseRetention('texts:100,messages:400,mails:90,callbacks:30') });
const { pool } = t.services;
await ensureMonths(pool, ago(760), 27);
const months = await pool.query(
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
);
// As on a database that was empty when it was looked at last.
await freezeStatistics(pool, [
  ...months.rows.map(({ name }) => name),
  ...['projects', 'conversations', 'mails', 'callback_attempts', 'files'],
]);
const one = await makeSender(t);
const two = await makeSender(t);
const pasts = new Map<string, PastMessage[]>();

/** Until nothing more is removed, with rounds as short as they can be. */
async function removeAll(settings = t.services.settings): Promise<number> {
  let all = 0;
  for (let i = 0; i < 400; i++) {
    const services = { ...t.services, settings };
    all += await removeOld(services, { pace: { batch: 40, roundMs: 1 }, restSeconds: 0 });
    const { rows } = await pool.query('select from retention_runs where place is not null');
    if (rows.length === 0 && i > 3) return all;
  }
  throw new Error('It does not come to an end');
}

const columns = 'id, state, failure, cost_micros, charged_micros, recipient, characters, accepted_at';
const textsOf = async (teamId: string) =>
  (
    await pool.query<{ id: string; body: string; accepted_at: Date; state: string }>(
      `select ${columns}, body from messages where team_id = $1 order by id`,
      [teamId],
    )
  ).rows;

beforeAll(async () => {
  for (const [seed, { teamId, project }] of [one, two].entries())
    pasts.set(
      teamId,
      await makePast(pool, { teamId, projectId: project.id, timezone: project.timezone }, 300, seed + 1),
    );
});

describe('what is older than it is kept', () => {
  let before: Awaited<ReturnType<typeof textsOf>>;

  beforeAll(async () => {
    for (const [days, { teamId, project }] of [
      [29, one],
      [31, one],
      [31, two],
    ] as const)
      await pool.query(
        `insert into callback_attempts (team_id, project_id, mode, message_id, sequence, attempt, status, answer, started_at, duration_ms)
         values ($1, $2, 'LIVE', $3, 1, 1, 'SENT', 200, $4, 5)`,
        [teamId, project.id, newId(), ago(days)],
      );
    for (const days of [1, 89, 91, 300])
      await pool.query(
        `insert into mails (id, recipient, subject, text_body, html_body, created_at) values ($1, $2, 'x', '', '', $3)`,
        [newId(ago(days)), `old.${days}@example.com`, ago(days)],
      );
    await pool.query(
      `insert into refused_incoming (link_id, recipient, reason, sender, count, last_at)
       select 'a', '+9477' || i, 'TOO_MANY', '+94770000000', 1, now() - make_interval(days => i) from generate_series(80, 99) as i`,
    );
    await pool.query(
      `insert into client_references select team_id, id, project_id, mode, 'order ' || row_number() over () from messages`,
    );
    await pool.query(`insert into callback_formats select team_id, id, 'kannel', '{}' from messages`);
    await pool.query(`insert into message_tlvs select team_id, id, '\\x14000001aa' from messages`);
    before = await textsOf(one.teamId);
    expect(await ledgerDifferences(pool)).toEqual([]);
    await removeAll();
  });

  it('texts go when the message has ended; all else of the message stays', async () => {
    for (const { teamId } of [one, two]) {
      const rows = (await textsOf(teamId)).filter(({ accepted_at: at }) => at > ago(380));
      for (const { body, accepted_at: at, state } of rows) {
        const isOpen = !['sent', 'delivered', 'failed'].includes(state);
        expect(body === '').toBe(at < ago(100) && !isOpen);
      }
    }
    const after = new Map((await textsOf(one.teamId)).map((row) => [row.id, row]));
    for (const row of before) {
      const kept = after.get(row.id);
      if (kept) expect({ ...kept, body: '' }).toEqual({ ...row, body: '' });
      else expect(row.accepted_at.getTime()).toBeLessThan(ago(400).getTime());
    }
  });

  it('a text that was needed then goes once its message has ended', async () => {
    const { rows } = await pool.query<{ teamId: string; id: string }>(
      'select team_id as "teamId", message_id as id from late_texts',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const state of ['submitting', 'sent'] as const)
      await transaction(pool, (client) => transitionMessages(client, state, rows));
    await removeAll();
    const left = await pool.query(
      `select from messages where accepted_at < now() - interval '100 days' and body <> ''`,
    );
    expect(left.rows).toEqual([]);
  });

  it('months of messages go as a whole, also from the log, but not those with a message to be sent; the ledger is right', async () => {
    const { rows } = await pool.query<{ oldest: Date }>('select min(accepted_at) as oldest from messages');
    const months = await pool.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
    );
    // Messages of the past wait in its queue, so that their months are held.
    const held = await pool.query(`select from send_queue where message_id < $1`, [idFloor(ago(431))]);
    expect(held.rows.length).toBeGreaterThan(0);
    await pool.query(`delete from send_queue where message_id < $1`, [idFloor(ago(400))]);
    // A dump reads them all: they are removed after it ends, and nothing fails until then.
    const dump = await pool.connect();
    await dump.query('begin; select count(*) from messages');
    await removeAll();
    expect(await selectMonths(pool)).toHaveLength(months.rows.length);
    await dump.query('commit');
    dump.release();
    await removeAll();
    const after = await pool.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`,
    );
    expect(after.rows.length).toBeLessThan(months.rows.length);
    const { rows: now } = await pool.query<{ oldest: Date }>(
      'select min(accepted_at) as oldest from messages',
    );
    expect(now[0]!.oldest.getTime()).toBeGreaterThan(ago(432).getTime());
    expect(rows[0]!.oldest.getTime()).toBeLessThan(ago(500).getTime());
    // The references, formats and parameters of removed messages went with them, and all others stayed.
    for (const table of ['client_references', 'callback_formats', 'message_tlvs']) {
      const { rows: kept } = await pool.query(
        `select count(*)::integer as n, count(m.id)::integer as with_message, (select count(*)::integer from messages) as messages
          from ${table} r left join messages m on m.team_id = r.team_id and m.id = r.message_id`,
      );
      const { n, with_message: withMessage, messages: left } = kept[0]!;
      expect([table, n, withMessage]).toEqual([table, left, left]);
    }
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('the log counts what is kept, and shows since when', async () => {
    const list = async (query: string) =>
      (
        await one.browser.get(`/v1/web/messages?project_id=${one.project.id}&mode=TEST&page_size=100${query}`)
      ).json() as ConsoleList;
    const ever = await list('');
    const { rows } = await pool.query(
      `select count(*)::integer as n from messages where project_id = $1 and mode = 'TEST'`,
      [one.project.id],
    );
    expect(ever.total).toBe(rows[0].n);
    expect(new Date(ever.kept_from!).getTime()).toBeGreaterThan(ago(432).getTime());
    expect(await list('&range=7d')).toMatchObject({ kept_from: null });
    expect(await list('&from=2020-01-01&to=2020-02-01')).toMatchObject({
      total: 0,
      kept_from: ever.kept_from,
    });
  });

  it('details say that a text is no longer kept, by its length', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from messages where team_id = $1 and body = '' limit 1`,
      [one.teamId],
    );
    const detail = await one.browser.get(`/v1/web/messages/${rows[0]!.id}?project_id=${one.project.id}`);
    expect(detail.json() as MessageDetail).toMatchObject({ body: '', length: 5 });
    expect((await one.browser.get('/v1/web/retention')).json() as RetentionDays).toEqual({
      texts: 100,
      messages: 400,
      documents: 365,
      callbacks: 30,
      closed: 30,
    });
  });

  it('logs of callbacks, mails and refused messages end where they should', async () => {
    const attempts = await pool.query('select team_id from callback_attempts');
    expect(attempts.rows).toEqual([{ team_id: one.teamId }]);
    const mails = await pool.query(`select recipient from mails where recipient like 'old.%' order by 1`);
    expect(mails.rows.map(({ recipient }) => recipient)).toEqual(['old.1@example.com', 'old.89@example.com']);
    const refused = await pool.query('select count(*)::integer as n from refused_incoming');
    expect(refused.rows[0].n).toBe(10);
  });

  it('reports what exists and what was removed', async () => {
    const kept = await readKept(t.services);
    const mails = kept.find(({ kind }) => kind === 'mails')!;
    expect(mails).toMatchObject({ days: 90, removed: 2, late: false });
    expect(new Date(mails.oldest!).getTime()).toBeGreaterThan(ago(90).getTime());
    expect(kept.find(({ kind }) => kind === 'audit')).toMatchObject({ days: null });
    expect(kept.filter(({ late }) => late)).toEqual([]);
    await pool.query(`update retention_runs set done_to = now() - interval '120 days' where kind = 'texts'`);
    expect((await readKept(t.services)).filter(({ late }) => late).map(({ kind }) => kind)).toEqual([
      'texts',
    ]);
  });

  it('reads no more than it looks at, whatever the statistics say', async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::integer as n from messages where project_id = $1 and mode = 'TEST' and accepted_at < $2`,
      [two.project.id, ago(100)],
    );
    const read = await rowsReadBy(t.services.pools.long.pool, async (_db, client) => {
      // As on the connections of jobs: a month of one page is no reason to read it whole.
      await client.query('set local enable_seqscan = off');
      await selectMessages(client as never, {
        projectId: two.project.id,
        mode: 'TEST',
        after: idFloor(new Date(0)),
        before: idFloor(ago(100)),
        limit: 1_000,
      });
    });
    expect(read).toBeLessThanOrEqual(rows[0]!.n * 3 + 50);
  });
});

describe('documents', () => {
  it('go a year after the decision, contents and keys; a pending one stays, and so does a slip', async () => {
    const storage = storageOf(t.services.settings);
    const stored = async (id: string) =>
      (await pool.query('select stored_as, sealed_key, removed_at from files where id = $1', [id])).rows[0];
    const request = async (teamId: string, status: string, days: number) => {
      const fileId = await addFile(t, { teamId, userId: newId() });
      const id = newId();
      await pool.query(
        `insert into verification_requests (team_id, id, status, decided_at, decider, reason) values ($1, $2, $3::request_status, $4, $5, 'x')`,
        [teamId, id, status, status === 'PENDING' ? null : ago(days), status === 'PENDING' ? null : 'Test'],
      );
      await pool.query(
        `update files set purpose = 'VERIFICATION', subject_id = $2, label = 'Passport', position = 0, created_at = $3 where id = $1`,
        [fileId, id, ago(days + 1)],
      );
      return fileId;
    };
    const old = await request(one.teamId, 'REJECTED', 366);
    const recent = await request(one.teamId, 'REJECTED', 364);
    const pending = await request(two.teamId, 'PENDING', 500);
    const name = (await stored(old)).stored_as;
    await removeAll();
    expect(await stored(old)).toMatchObject({ stored_as: '', sealed_key: Buffer.alloc(0) });
    await expect(storage.read(name)).rejects.toThrow();
    for (const id of [recent, pending]) {
      const kept = await stored(id);
      expect(kept.removed_at).toBeNull();
      await storage.read(kept.stored_as);
    }
    const list = (await one.browser.get('/v1/web/verification_requests')).json() as {
      attachments: object[];
    }[];
    const found = list.flatMap(({ attachments }) => attachments);
    expect(found).toContainEqual({ id: old, name: 'Passport', kept: false });
    expect(found).toContainEqual({ id: recent, name: 'Passport', kept: true });
  });

  it('of a registered name are evidence: they go seven years after its registration', async () => {
    const person = { ...OWNER, owner_country: 'AU', contact_name: 'Sita Perera', contact_role: 'Secretary' };
    const asked = await requestSender(t, 'Evidence Co', person);
    await approveSenderOf(t, asked);
    const { teamId, project } = asked;
    const id = await registerName(t, { teamId, projectId: project.id, sender: 'Evidence Co' });
    const other = await requestSender(t, 'No Evidence', person);
    await approveSenderOf(t, other);
    await pool.query('update sender_id_requests set decided_at = $2 where id = any($1)', [
      [asked.requestId, other.requestId],
      ago(2_000),
    ]);
    const files = [asked.fileId, other.fileId];
    await pool.query('update files set created_at = $2 where id = any($1)', [files, ago(2_001)]);
    const kept = async () =>
      (
        await pool.query('select removed_at is null as kept from files where id = any($1) order by id = $2', [
          files,
          other.fileId,
        ])
      ).rows.map((row) => row.kept);
    /** The persons who speak for the owners, in requests and beside businesses, and the other details. */
    const persons = async () =>
      (
        await pool.query(
          `select r.owner_details->>'contact_name' as asked, e.details->>'contact_name' as known, e.details->>'owner_country' as country
            from sender_id_requests r join entities e on e.team_id = r.team_id and e.id = r.entity_id
            where r.id = any($1) order by r.id = $2`,
          [[asked.requestId, other.requestId], other.requestId],
        )
      ).rows.map((row) => [row.asked, row.known, row.country]);
    const forgotten = [null, null, 'AU'];
    await removeAll();
    expect(await kept(), 'registered, never registered').toEqual([true, false]);
    expect(await persons()).toEqual([['Sita Perera', 'Sita Perera', 'AU'], forgotten]);
    await withdrawName(t, id);
    await pool.query('update sender_registrations set updated_at = $2 where id = $1', [id, ago(7 * 365)]);
    await removeAll();
    expect(await kept(), 'in the seventh year').toEqual([true, false]);
    await pool.query('update sender_registrations set updated_at = $2 where id = $1', [id, ago(7 * 366)]);
    await removeAll();
    expect(await kept(), 'after it').toEqual([false, false]);
    expect(await persons()).toEqual([forgotten, forgotten]);
  });

  it('of a registered name also stay when its team is closed', async () => {
    const person = { ...OWNER, contact_name: 'Sita Perera' };
    const shop = await requestSender(t, 'Closed Shop', person);
    const stranger = await requestSender(t, 'Closed Else', person);
    for (const asked of [shop, stranger]) await approveSenderOf(t, asked);
    const { teamId, project } = shop;
    const id = await registerName(t, { teamId, projectId: project.id, sender: 'Closed Shop' });
    const verified = await addFile(t, { teamId, userId: newId() });
    await pool.query('update teams set closed_at = $2 where id = any($1)', [
      [teamId, stranger.teamId],
      ago(31),
    ]);
    const files = [shop.fileId, stranger.fileId, verified];
    const kept = async () => {
      const { rows } = await pool.query<{ kept: boolean }>(
        `select f.removed_at is null as kept from unnest($1::uuid[]) with ordinality as l (id, at)
          join files f on f.id = l.id order by l.at`,
        [files],
      );
      return rows.map((row) => row.kept);
    };
    await removeAll();
    const purged = 'select from teams where purged_at is not null and id = any($1)';
    expect((await pool.query(purged, [[teamId, stranger.teamId]])).rowCount).toBe(2);
    expect(await kept(), 'registered, never registered, another document').toEqual([true, false, false]);
    const { rows: persons } = await pool.query(
      `select team_id, details->>'contact_name' as name from entities where team_id = any($1)`,
      [[teamId, stranger.teamId]],
    );
    expect(new Map(persons.map((row) => [row.team_id, row.name]))).toEqual(
      new Map([
        [teamId, 'Sita Perera'],
        [stranger.teamId, null],
      ]),
    );
    await withdrawName(t, id);
    await pool.query('update sender_id_requests set decided_at = $2 where id = $1', [
      shop.requestId,
      ago(3_000),
    ]);
    await pool.query('update files set created_at = $2 where id = $1', [shop.fileId, ago(3_001)]);
    await removeAll();
    expect(await kept(), 'withdrawn').toEqual([true, false, false]);
    await pool.query('update sender_registrations set updated_at = $2 where id = $1', [id, ago(7 * 366)]);
    await removeAll();
    expect(await kept(), 'after the seven years').toEqual([false, false, false]);
  });
});

it('links for opting out of a closed team work for 30 days, also if its data goes at once', async () => {
  const { teamId } = await makeSender(t);
  const token = 'closedTeam';
  const number = '+94771230123';
  await pool.query('insert into opt_out_links (token, team_id, number) values ($1, $2, $3)', [
    token,
    teamId,
    number,
  ]);
  await pool.query(
    `insert into contacts (team_id, id, number, first_name) values ($1, gen_random_uuid(), $2, 'Nimal')`,
    [teamId, number],
  );
  const settings = { ...t.services.settings, retention: parseRetention('closed:0') };
  const closeAt = (at: Date) => pool.query('update teams set closed_at = $2 where id = $1', [teamId, at]);
  const rows = async (table: string) =>
    (await pool.query(`select from ${table} where team_id = $1`, [teamId])).rowCount;
  const purge = async () => {
    await removeAll(settings);
    return [await rows('contacts'), await rows('opt_out_links'), await rows('scoped_opt_outs')];
  };
  const path = `${OPT_OUT_PATH}${token}`;
  await closeAt(ago(0));
  expect(await purge()).toEqual([0, 1, 0]);
  expect((await t.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  await closeAt(ago(29));
  expect(await purge(), 'the recipient has opted out').toEqual([0, 1, 1]);
  expect((await t.app.inject({ url: path })).body).toContain('no more promotions');
  await closeAt(ago(30));
  expect(await purge(), 'after 30 days').toEqual([0, 0, 0]);
  expect((await t.app.inject({ url: path })).statusCode).toBe(404);
});
