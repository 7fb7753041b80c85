// Replacing SECRET_KEY: sealed and hashed values work before, during, after an interruption, and afterwards.
import { createHmac } from 'node:crypto';
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { NewSendUrl } from '@godwit/contract/sendUrls';
import { beforeAll, expect, it } from 'vitest';
import { anotherApp, type TestApp, testApp } from '../../test/app.ts';
import { makeSendUrl } from '../../test/dropIns.ts';
import { makeSender } from '../../test/factories.ts';
import { addFile } from '../../test/files.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { assertSameSecret, OtherSecretError } from '../db/embedded/installation.ts';
import { openPool } from '../db/pool.ts';
import { SEALED } from '../db/schema/sealed.ts';
import { openFile } from '../files/open.ts';
import { renewRecoveryCodes, useCode } from '../identity/secondFactor.ts';
import { queueMail } from '../mail/queue.ts';
import { openOptOutLinks } from '../optOuts/page/links.ts';
import { isRefusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { createSecrets, fingerprintsOf, type Secrets } from '../secrets.ts';
import { createAccount } from '../smppAccounts/binds/accounts.ts';
import { openAuthentication } from '../smppAccounts/binds/authenticate.ts';
import { startHeartbeat } from '../status/heartbeat.ts';
import { loadRetiredKeys, rotateSecret } from './rotateSecret.ts';

const OLD = 'the secret that is replaced'.padEnd(40, '.');
const NEW = 'the secret that takes its place'.padEnd(40, '.');
const made = await testApp();
const { pool, kysely } = made.services;
const withSecrets = (secrets: Secrets): TestApp => ({ ...made, services: { ...made.services, secrets } });
const t = {
  ...(await anotherApp(withSecrets(createSecrets(OLD)))),
  services: withSecrets(createSecrets(OLD)).services,
};
const both = createSecrets(NEW, OLD);
const alone = createSecrets(NEW);
const apps = new Map([
  [both, (await anotherApp(withSecrets(both))).app],
  [alone, (await anotherApp(withSecrets(alone))).app],
]);
const rotate = (secrets: Secrets, over: object = {}) =>
  rotateSecret({ ...made.services, secrets, ...over } as unknown as Runtime);

const sender = await makeSender(t);
const { project, teamId, browser } = sender;
const place = { teamId, projectId: project.id };
const userId = (await pool.query('select user_id from team_members where team_id = $1', [teamId])).rows[0]
  .user_id;
const owner = { user_id: userId };
let codes: string[];
let fileId: string;
let callbackSecret: string;
let bind: { systemId: string; password: string };
let link: string;
let namedKey: string;
let sendUrl: NewSendUrl;

beforeAll(async () => {
  await assertSameSecret(pool, fingerprintsOf(t.services.secrets));
  const read = async (path: string) =>
    (await browser.get(`/v1/web/projects/${project.id}/${path}`)).json() as CallbackSecret;
  await read('callback_secret');
  await browser.post(`/v1/web/projects/${project.id}/callback_secret/rotate`);
  namedKey = (await makeNamedKey(browser, project.id, { scopes: 'balance' })).authorization;
  sendUrl = await makeSendUrl(browser, project.id, { format: 'GRAFANA', signed: 'true' });
  callbackSecret = (await read('callback_secret')).secret;
  await pool.query('insert into second_factors (user_id, sealed, confirmed_at) values ($1, $2, now())', [
    userId,
    t.services.secrets.seal('second factor', 'JBSWY3DPEHPK3PXP'),
  ]);
  codes = await renewRecoveryCodes(kysely, t.services.secrets, owner);
  fileId = await addFile(t, { teamId, userId });
  const account = await createAccount(t.services, place, {
    mode: 'TEST',
    name: 'Program',
    networks: [],
    tlvs: [],
    throughput: 10,
    max_binds: 1,
    charset: 'GSM7',
    long_messages: 'UDH',
  });
  if (isRefusal(account)) throw new Error('No account');
  bind = { systemId: account.system_id, password: account.password };
  await queueMail(
    kysely,
    { to: 'a@example.com', subject: 'x', text: 'secret link', html: '' },
    t.services.secrets,
  );
  const made = openOptOutLinks(
    t.services.secrets,
    t.services.settings.publicUrl,
  )({
    teamId,
    mode: 'LIVE',
    number: '+94771234567',
  });
  await pool.query('insert into opt_out_links (token, team_id, number) values ($1, $2, $3)', [
    made.token,
    teamId,
    '+94771234567',
  ]);
  link = `/o/${made.token}`;
});

/** All there is that hangs on the secret, used as its owner does. */
async function works(secrets: Secrets): Promise<void> {
  const { services } = withSecrets(secrets);
  const app = apps.get(secrets)!;
  for (const mode of ['LIVE', 'TEST'] as const) {
    const answer = await app.inject({
      url: '/v1/balance',
      headers: { authorization: sender.authorization[mode] },
    });
    expect([mode, answer.statusCode]).toEqual([mode, 200]);
  }
  const named = await app.inject({ url: '/v1/balance', headers: { authorization: namedKey } });
  expect(named.statusCode).toBe(200);
  const payload = JSON.stringify({ status: 'firing', groupKey: 'a', alerts: [] });
  const signature = createHmac('sha256', sendUrl.secret!).update(payload).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-grafana-alerting-signature': signature };
  const path = new URL(sendUrl.url).pathname;
  const alerted = await app.inject({ method: 'POST', url: path, headers, payload });
  expect([alerted.statusCode, alerted.body]).toEqual([200, expect.stringContaining('ids')]);
  const { rows } = await pool.query('select sealed, previous_sealed from callback_secrets');
  expect(secrets.open('callback secret', rows[0].sealed).toString()).toBe(callbackSecret);
  secrets.open('callback secret', rows[0].previous_sealed);
  expect(await useCode(kysely, secrets, owner, codes.pop()!)).toBe('recovery');
  const factor = await pool.query('select sealed from second_factors');
  expect(secrets.open('second factor', factor.rows[0].sealed).toString()).toBe('JBSWY3DPEHPK3PXP');
  expect(isRefusal(await openFile(services, { teamId, fileId }))).toBe(false);
  const bound = await openAuthentication(services, { names: () => false })({ ...bind } as never, '127.0.0.1');
  expect(bound).toMatchObject({ teamId });
  const mail = await pool.query('select sealed from mails where sealed is not null');
  expect(secrets.open('mail', mail.rows[0].sealed).toString()).toContain('secret link');
  expect((await app.inject({ url: link })).statusCode).toBe(200);
}

/** How many values are sealed, and how many of them this secret opens. */
async function sealedBy(secrets: Secrets): Promise<{ all: number; open: number }> {
  let [all, open] = [0, 0];
  for (const { table, column, purpose } of SEALED) {
    const { rows } = await pool.query(
      `select ${column} as sealed, ${purpose} as purpose from ${table} where ${column} is not null and ${column} <> ''`,
    );
    for (const row of rows) {
      all += 1;
      try {
        secrets.open(row.purpose, row.sealed);
        open += 1;
      } catch {}
    }
  }
  return { all, open };
}

it('knows every column that is sealed', async () => {
  const { rows } = await pool.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    SEALED.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

it('refuses a wrong old secret, and changes nothing', async () => {
  const before = await sealedBy(createSecrets(OLD));
  expect(before).toEqual({ all: before.open, open: before.all });
  expect(before.all).toBeGreaterThanOrEqual(7);
  const wrong = createSecrets(NEW, 'quite another secret'.padEnd(40, '.'));
  await expect(rotate(wrong)).rejects.toThrow(OtherSecretError);
  expect(await sealedBy(createSecrets(OLD))).toEqual(before);
  const { rows } = await pool.query('select next_fingerprint from installation');
  expect(rows).toEqual([{ next_fingerprint: null }]);
});

it('refuses while a process seals with the old secret, which its row says and no connection', async () => {
  const idle = openPool(made.services.pools.long.pool.options as never, {
    max: 1,
    applicationName: 'godwit start 1 #another',
  });
  await idle.query('select 1');
  const old = await startHeartbeat({ ...made.services, secrets: createSecrets(OLD) });
  const next = await startHeartbeat({ ...made.services, secrets: both });
  await expect(rotate(both)).rejects.toThrow(/^1 processes do not seal/);
  await old.stop();
  await next.stop();
  // A version that does not say what it seals with.
  await pool.query(`insert into processes (id, host, version, roles, started_at, accepted_rate, refused_rate)
    values (gen_random_uuid(), 'h', '0', '{web}', now(), 0, 0)`);
  await expect(rotate(both)).rejects.toThrow(/^1 processes do not seal/);
  await pool.query('delete from processes');
  await idle.end();
});

it('works with both, goes on after it was cut off, and ends with the new one alone', async () => {
  const { all } = await sealedBy(both);
  await works(both);
  let updates = 0;
  // The connection goes in the middle, as with a process that is killed.
  const cut = new Proxy(pool, {
    get: (target, name) =>
      name === 'query'
        ? (...args: unknown[]) => {
            if (String(args[0]).startsWith('update') && ++updates > 4) throw new Error('Killed');
            return (target.query as (...given: unknown[]) => unknown)(...args);
          }
        : Reflect.get(target, name),
  });
  await expect(rotate(both, { pool: cut })).rejects.toThrow('Killed');
  const half = await sealedBy(createSecrets(NEW));
  expect(half.open).toBeGreaterThan(0);
  expect(half.open).toBeLessThan(half.all);
  await works(both);
  // One that knows only the old secret does not start any more.
  await expect(assertSameSecret(pool, fingerprintsOf(createSecrets(OLD)))).rejects.toThrow(/being replaced/);

  await rotate(both);
  const after = await sealedBy(createSecrets(NEW));
  expect(after).toEqual({ all: all + 7, open: all + 7 });
  const { data } = await rotate(both);
  expect(data).toMatchObject({ unreadable: 0, changed: expect.not.arrayContaining([{ resealed: 1 }]) });
  await expect(assertSameSecret(pool, fingerprintsOf(createSecrets(OLD)))).rejects.toThrow(OtherSecretError);

  await assertSameSecret(pool, fingerprintsOf(alone));
  await loadRetiredKeys({ pool, secrets: alone });
  await works(alone);
});
