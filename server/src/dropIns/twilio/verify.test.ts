// Twilio's Verify with its own libraries, of which only the address differs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { enableDropIn } from '../../../test/dropIns.ts';
import { makeSender } from '../../../test/factories.ts';
import { installedWith } from '../../../test/installed.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { sidOf } from './sids.ts';

const t = await testApp();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const { browser, project } = await makeSender(t);
await enableDropIn(browser, project.id, 'TWILIO');

function serviceOf(projectId: string, key: string, service = sidOf('VA', projectId)) {
  const client = twilio(sidOf('AC', projectId), key);
  client.verify.baseUrl = `${origin}/twilio`;
  return client.verify.v2.services(service);
}
const service = serviceOf(project.id, project.api_key_test);
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It was accepted'),
    ({ code, status, message }) => ({ code, status, message }),
  );
const start = (to: string, more = {}) => service.verifications.create({ to, channel: 'sms', ...more });
/** In TEST the code is the end of the number. */
const codeOf = (to: string) => to.slice(-6);
const check = (to: string, code: string) => service.verificationChecks.create({ to, code });

describe("Twilio's client", () => {
  it('sends a code and checks it', async () => {
    const to = '+94771230101';
    const sent = await start(to, { locale: 'si-LK' });
    expect(sent).toMatchObject({
      ...{ to, channel: 'sms', status: 'pending', valid: false, serviceSid: sidOf('VA', project.id) },
      ...{ accountSid: sidOf('AC', project.id), sid: expect.stringMatching(/^VE[0-9a-f]{32}$/) },
    });
    expect(sent.sendCodeAttempts).toHaveLength(1);
    const { rows } = await t.services.pool.query('select sender, body from messages where recipient = $1', [
      to,
    ]);
    expect(rows).toEqual([{ sender: 'SANDBOX', body: 'ඔබගේ තහවුරු කිරීමේ කේතය ******. එය කිසිවෙකුට නොදෙන්න.' }]);
    // Started again at once, it is the same one.
    expect((await start(to)).sid).toBe(sent.sid);
    expect(await check(to, '000000')).toMatchObject({ status: 'pending', valid: false, sid: sent.sid });
    const bySid = { verificationSid: sent.sid, code: codeOf(to) };
    expect(await service.verificationChecks.create(bySid)).toMatchObject({
      status: 'approved',
      valid: true,
      to,
    });
    expect((await service.verifications(sent.sid).fetch()).status).toBe('approved');
    expect(await failure(check(to, codeOf(to)))).toMatchObject({ code: 20_404, status: 404 });
  });

  it('cancels a verification, and one fails after five wrong codes', async () => {
    const [one, other] = ['+94771230102', '+94771230103'] as const;
    const { sid } = await start(one);
    expect((await service.verifications(sid).update({ status: 'canceled' })).status).toBe('canceled');
    expect(await failure(check(one, codeOf(one)))).toMatchObject({ code: 20_404 });
    const { sid: failed } = await start(other);
    for (let checks = 0; checks < 5; checks++) await check(other, '000000');
    expect(await failure(check(other, codeOf(other)))).toMatchObject({ code: 60_202, status: 429 });
    expect((await service.verifications(failed).fetch()).status).toBe('max_attempts_reached');
  });

  it('sends a code that the caller chose', async () => {
    const to = '+94771230105';
    const { sid } = await start(to, { customCode: '481516' });
    expect((await start(to, { customCode: '481516' })).sid).toBe(sid);
    expect(await failure(start(to, { customCode: '481517' }))).toMatchObject({ status: 409 });
    expect(await check(to, codeOf(to))).toMatchObject({ valid: false });
    expect(await check(to, '481516')).toMatchObject({ valid: true, status: 'approved', sid });
  });

  it('is refused, and no message is stored', async () => {
    const to = '+94771230104';
    const other = await makeSender(t);
    const named = await makeNamedKey(browser, project.id, { scopes: 'messages:send' });
    const before = await t.services.pool.query('select id from messages order by id');
    const of = (projectId: string, key: string, sid?: string) =>
      failure(serviceOf(projectId, key, sid).verifications.create({ to, channel: 'sms' }));
    expect(await failure(start(to, { channel: 'call' }))).toMatchObject({ code: 20_400, status: 400 });
    expect(await failure(start(to, { customCode: '123' }))).toMatchObject({ code: 20_400 });
    expect(await failure(start('12'))).toMatchObject({ code: 21_211, status: 400 });
    expect(await failure(start('+94771230012'))).toMatchObject({ code: 60_410, status: 403 });
    expect(await failure(check(to, '123456'))).toMatchObject({ code: 20_404, status: 404 });
    expect(await of(project.id, named.api_key)).toMatchObject({ code: 20_403, status: 403 });
    expect(await of(project.id, project.api_key_test, sidOf('VA', other.project.id))).toMatchObject({
      ...{ code: 20_003, status: 401 },
    });
    expect(await of(other.project.id, other.project.api_key_test)).toMatchObject({
      ...{ code: 20_403, message: expect.stringContaining('Drop-in APIs') },
    });
    const live = serviceOf(project.id, project.api_key_live);
    const { sid } = await start(to);
    expect(await failure(live.verifications(sid).fetch())).toMatchObject({ code: 20_404 });
    await service.verifications(sid).update({ status: 'canceled' });
    const after = await t.services.pool.query('select id from messages order by id');
    expect(after.rows).toHaveLength(before.rows.length + 1);
  });
});

const python = installedWith('python3', '-c', 'import twilio');

if (!python) console.log("python3-twilio is not installed: Twilio's library for Python is not tested");

describe.runIf(python)("Twilio's library for Python", () => {
  it('sends, fetches, lists and cancels messages, and checks a code', async () => {
    const program = `
import os
from datetime import datetime, timedelta, timezone
from twilio.base.exceptions import TwilioRestException
from twilio.rest import Client
client = Client(os.environ['ACCOUNT'], os.environ['TOKEN'])
client.api.base_url = client.verify.base_url = os.environ['BASE']
hello = {'to': '+94771230111', 'from_': 'SANDBOX', 'body': 'Hello'}
sent = client.messages.create(**hello)
print(sent.status, client.messages(sent.sid).fetch().body, sent.date_created.tzinfo is not None)
later = client.messages.create(**hello, send_at=datetime.now(timezone.utc) + timedelta(hours=1), schedule_type='fixed')
print(later.status, client.messages(later.sid).update(status='canceled').status)
print([message.sid for message in client.messages.list(to=hello['to'], page_size=1)] == [later.sid, sent.sid])
try:
    client.messages.create(**{**hello, 'to': '12'})
except TwilioRestException as refused:
    print(refused.status, refused.code)
service = client.verify.v2.services(os.environ['SERVICE'])
print(service.verifications.create(to='+94771230112', channel='sms').status)
print(service.verification_checks.create(to='+94771230112', code='230112').status)
`;
    const env = {
      ...{ ACCOUNT: sidOf('AC', project.id), TOKEN: project.api_key_test },
      ...{ BASE: `${origin}/twilio`, SERVICE: sidOf('VA', project.id) },
    };
    const { stdout } = await promisify(execFile)(python!, ['-c', program], { env });
    expect(stdout.trim().split('\n')).toEqual([
      ...['queued Hello True', 'scheduled canceled', 'True', '400 21211', 'pending', 'approved'],
    ]);
  });
});
