// The version of the public API that a call gets: that of its key, or the one that it names.
import { API_VERSION, API_VERSIONS, versionsOf } from '@godwit/contract/apiChanges';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { isRefusal } from '../refusal.ts';
import { chooseVersion, versionHeaders } from './apiVersion.ts';

const t = await testApp();
const { pool } = t.services;
const { browser, project, authorization } = await makeSender(t);
const MESSAGE = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };
const call = (url: string, headers: Record<string, string>) => t.app.inject({ url, headers });
const sendAs = (headers: Record<string, string>) =>
  t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload: MESSAGE });
const messages = async () => (await pool.query('select count(*)::integer as n from messages')).rows[0].n;

const breaking = (sunset: string) => ({ changes: ['GET /v1/balance: removed'], sunset });
const VERSIONS = versionsOf([
  { date: '2028-02-01', summary: 'A call.' },
  { date: '2027-06-01', summary: 'Another break.', breaking: breaking('2028-06-01') },
  { date: '2027-01-01', summary: 'A break.', breaking: breaking('2027-12-31') },
  { date: '2026-12-01', summary: 'A field.' },
  { date: '2026-11-29', summary: 'The first version.' },
]);

it('has the versions that broke something, and the first, newest first', () => {
  expect(VERSIONS.map(({ date }) => date)).toEqual(['2027-06-01', '2027-01-01', '2026-11-29']);
  expect(API_VERSIONS.map(({ date }) => date)).toContain(API_VERSION);
});

it('is the first one for the live and the test key, that of a named key, or the one that a call names', () => {
  const chosen = (named: string | undefined, ofKey: string | null) => {
    const version = chooseVersion(named, ofKey, VERSIONS);
    return isRefusal(version) ? version.refused : version.date;
  };
  expect(chosen(undefined, null)).toBe('2026-11-29');
  expect(chosen(undefined, '2027-01-01')).toBe('2027-01-01');
  expect(chosen('2027-06-01', '2027-01-01')).toBe('2027-06-01');
  expect(chosen('2027-06-01', null)).toBe('2027-06-01');
  // A version that was removed, and one that a newer process pinned.
  expect([chosen(undefined, '2026-01-01'), chosen(undefined, '2029-01-01')]).toEqual([
    '2026-11-29',
    '2026-11-29',
  ]);
  for (const named of ['2026-12-01', '', 'latest', '2027-01-01, 2027-06-01'])
    expect(chosen(named, null), named).toBe('invalidArgument');
});

it('says since when an old one is deprecated, and until when it exists (RFC 9745, RFC 8594)', () => {
  expect(VERSIONS.map(versionHeaders)).toEqual([
    { 'godwit-version': '2027-06-01' },
    {
      'godwit-version': '2027-01-01',
      deprecation: '@1811808000',
      sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
    },
    {
      'godwit-version': '2026-11-29',
      deprecation: '@1798761600',
      sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
    },
  ]);
});

it('is a header of each answer to a call that the key may make, and of no other', async () => {
  const named = await makeNamedKey(browser, project.id, { scopes: 'balance,messages:read' });
  for (const key of [authorization.LIVE, authorization.TEST, named.authorization]) {
    for (const url of ['/v1/balance', '/v1/messages/none', '/v1/messages?page_num=0']) {
      const { headers } = await call(url, { authorization: key });
      expect(headers['godwit-version'], url).toBe(API_VERSION);
      expect(headers).not.toHaveProperty('deprecation');
      expect(headers).not.toHaveProperty('sunset');
    }
  }
  expect((await call('/v1/balance', {})).headers).not.toHaveProperty('godwit-version');
});

it('may be named by a call; an unknown one is refused with the list, and nothing is done', async () => {
  const before = await messages();
  const refused = await sendAs({ authorization: authorization.TEST, 'godwit-version': '2020-01-01' });
  const description = `No version of the API has the date in Godwit-Version, so nothing was done. Use one of these or leave the header out: ${API_VERSION}`;
  const fields = { 'Godwit-Version': description };
  expect([refused.statusCode, refused.json()]).toEqual([400, { code: 1002, description, fields }]);
  expect(await messages()).toBe(before);
  const sent = await sendAs({ authorization: authorization.TEST, 'godwit-version': API_VERSION });
  expect([sent.statusCode, sent.headers['godwit-version']]).toEqual([201, API_VERSION]);
});

it('is the first one for a key that an older process makes', async () => {
  const { rows } = await pool.query(
    "select column_default from information_schema.columns where table_name = 'named_keys' and column_name = 'api_version'",
  );
  expect(rows).toEqual([{ column_default: `'${API_VERSIONS.at(-1)!.date}'::date` }]);
});

it('is kept with a named key, and a rotated key goes on with it', async () => {
  const { id } = await makeNamedKey(browser, project.id);
  const versionOf = async (keyId: string) =>
    (await pool.query('select api_version from named_keys where id = $1', [keyId])).rows[0].api_version;
  expect(await versionOf(id)).toBe(API_VERSION);
  await pool.query("update named_keys set api_version = '2025-05-05' where id = $1", [id]);
  const path = `/v1/web/projects/${project.id}/api_keys/${id}/rotate`;
  const rotated = (await browser.post(path, { overlap_hours: '1' })).json();
  expect(await versionOf(rotated.id)).toBe('2025-05-05');
});
