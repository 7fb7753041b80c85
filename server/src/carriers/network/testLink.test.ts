// Staff test a link: it connects and signs in, or binds, and sends nothing. Failures come with their reason.
import { listenSmpp } from '@godwit/smpp/session/server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { COMMAND_LINE } from '../../audit/record.ts';
import { newId } from '../../ids.ts';
import { orThrow } from '../../refusal.ts';
import { type LinkReport, reportLinks } from '../links/queries.ts';
import { findCurrent, importNetwork } from './versions.ts';

const t = await testApp();
const staff = await makeStaff(t);

const INVALID_PASSWORD = 0x0e;
const PASSWORD = 'pw-4711';
const TOKEN = 'sealed-0815';
const binds: string[] = [];
let submits = 0;
const carrier = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  authenticate({ systemId, password }) {
    binds.push(systemId);
    return password === PASSWORD ? 0 : INVALID_PASSWORD;
  },
  onSubmit: () => ({ status: 0, messageId: String(++submits) }),
  onError: () => {},
});
afterAll(() => carrier.close());
const http = await startHttpCarrier();

const smpp = (id: string, more: object = {}) => ({
  ...{ id, host: '127.0.0.1', port: carrier.port, system_id: id, password: PASSWORD },
  ...more,
});
const dialog = { id: 'esms', profile: 'dialog-esms', base: http.url, secrets: { user: 'shop', pass: TOKEN } };
const closed = await startHttpCarrier();
await closed.close();

async function store(...links: object[]): Promise<number> {
  const base = (await findCurrent(t.services))?.number ?? null;
  const document = { links: links as Record<string, never>[], routes: [], profiles: {} };
  return orThrow(await importNetwork(t.services, COMMAND_LINE, { base, document, reason: 'A test' }));
}
const answers: string[] = [];
async function test(link: string, version: number | null = null) {
  const options = { json: { version } };
  const answer = await staff.browser.post(`/v1/staff/network/links/${link}/test`, undefined, options);
  answers.push(answer.body);
  return answer.json() as { ok: boolean; words: string; code?: number };
}

beforeEach(() => {
  binds.length = 0;
  http.calls.length = 0;
});

describe('a link over SMPP', () => {
  it('is bound once and unbound again', async () => {
    const version = await store(smpp('shop'));
    expect(await test('shop')).toEqual({ ok: true, words: 'The carrier accepted the bind.' });
    expect(await test('shop', version)).toMatchObject({ ok: true });
    expect(binds).toEqual(['shop', 'shop']);
    expect(submits).toBe(0);
    expect((await auditOf(t, 'LINK_TESTED'))[0]).toMatchObject({
      ...{ staff_email: staff.email, subject: 'shop', detail: { version } },
    });
  });

  it('that the carrier refuses says so, and quotes no password', async () => {
    await store(smpp('shop', { password: 'wrong-1' }));
    expect(await test('shop')).toEqual({
      ok: false,
      words: 'The carrier refused the bind (ESME_RINVPASWD). Check the account and the secrets of this link.',
    });
  });

  it('that nobody answers says so', async () => {
    const { port } = new URL(closed.url);
    await store(smpp('shop', { port: Number(port) }));
    expect(await test('shop')).toMatchObject({
      ok: false,
      words: expect.stringContaining('The bind failed'),
    });
  });

  it('that is in use and bound is not bound again; the one of a proposal is', async () => {
    const version = await store(smpp('shop'));
    const report: LinkReport = {
      ...{ link_id: 'shop', mode: 'LIVE', host: '127.0.0.1', groups: ['LIVE:'], routes: [] },
      ...{ sessions: 1, bound_sessions: 1, send_window: 10, in_flight: 0, throughput: 100, rate: 0 },
      ...{ health: 'OPEN', health_words: null, out_of_hours: false, fixed_sender: false },
    };
    await reportLinks(t.services.pool, newId(), [report], []);
    expect(await test('shop')).toMatchObject({
      ok: true,
      words: expect.stringContaining('1 bound session,'),
    });
    expect(binds).toEqual([]);
    const document = { links: [smpp('shop', { password: 'wrong-2' })], routes: [], profiles: {} };
    const json = { base: version, document, reason: 'Another password' };
    const { proposals } = (
      await staff.browser.post('/v1/staff/network/proposals', undefined, { json })
    ).json();
    expect(await test('shop', proposals[0].number)).toMatchObject({ ok: false });
    expect(binds).toEqual(['shop']);
  });
});

describe('a link over HTTP', () => {
  it('is signed in to, without a message', async () => {
    http.onCall = (call) => call.answer(200, { status: 'success', token: 'given', expiration: 43_200 });
    await store(dialog);
    expect(await test('esms')).toEqual({ ok: true, words: 'The carrier accepted the sign-in.' });
    expect(http.calls.map(({ path }) => path)).toEqual(['/api/v2/user/login']);
    expect(http.calls[0]!.json).toEqual({ username: 'shop', password: TOKEN });
  });

  it('that refuses the account says so with its code, and quotes no secret', async () => {
    http.onCall = (call) => call.answer(200, { status: 'failed', errCode: '115', comment: TOKEN });
    await store({ ...dialog, connections: 2 });
    expect(await test('esms')).toEqual({
      ok: false,
      words: 'The sign-in failed (sign-in: 115). Check the account and the secrets of this link.',
    });
  });

  it('without a sign-in is only connected to', async () => {
    const twilio = { id: 'twilio', profile: 'twilio', base: http.url, secrets: { sid: 'AC1', key: TOKEN } };
    await store(twilio);
    expect(await test('twilio')).toMatchObject({
      ok: true,
      words: expect.stringContaining('accepts connections'),
    });
    await store({ ...twilio, base: closed.url });
    expect(await test('twilio')).toEqual({
      ok: false,
      words:
        '127.0.0.1 cannot be reached (ECONNREFUSED). Check the address, and whether the carrier lets this server in.',
    });
    expect(http.calls).toEqual([]);
  });
});

it('a link or a version that there is not is refused', async () => {
  expect(await test('nobody')).toMatchObject({ code: 1001 });
  expect(await test('twilio', 99_999)).toMatchObject({ code: 1001 });
});

it('no answer, audit entry or log line has a secret', async () => {
  const { rows } = await t.services.pool.query('select json_agg(a)::text as text from audit_log a');
  const shown = [...answers, rows[0].text, ...t.log].join('\n');
  expect(shown).toContain('LINK_TESTED');
  for (const secret of [PASSWORD, TOKEN, 'wrong-1', 'wrong-2']) expect(shown).not.toContain(secret);
});
