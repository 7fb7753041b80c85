// Incoming messages in Twilio's form, and the replies in the answers to them.
import fc from 'fast-check';
import twilio from 'twilio';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLiveSender, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type Call, startReceiver } from '../../../test/receiver.ts';
import { startCallbacks } from '../../callbacks/delivery/deliver.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { startIncoming } from '../../incoming/receive/worker.ts';
import { MOST_AN_HOUR } from '../../messages/incoming/answerable.ts';
import { type Incoming, storeIncoming } from '../../messages/incoming/store.ts';
import { callFormats } from '../formats.ts';
import { sidOf } from './sids.ts';
import { readReplies } from './twiml.ts';

const XML = 'text/xml; charset=utf-8';
const twiml = (...texts: string[]): string => {
  const response = new twilio.twiml.MessagingResponse();
  for (const text of texts) response.message(text);
  return response.toString();
};

describe('the replies in an answer', () => {
  it("are those that Twilio's own library writes", () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => isProse(text)));
    fc.assert(
      fc.property(texts, (wanted) => {
        const read = readReplies({ type: XML, text: twiml(...wanted) });
        expect(read).toEqual(wanted.map((text) => text.trim()));
      }),
    );
    const response = new twilio.twiml.MessagingResponse();
    response.message({ to: '+94770000000' }, 'One\nof two lines');
    response.message('').body('Two & <three>');
    expect(readReplies({ type: XML, text: response.toString() })).toEqual([
      ...['One\nof two lines', 'Two & <three>'],
    ]);
  });

  it.each<[string, string, string[] | null]>([
    ['text/plain', ' Hello ', ['Hello']],
    ['text/plain; charset=utf-8', '', []],
    ['application/json', '{"Message":"Hello"}', []],
    ['', 'OK', []],
    [XML, '', []],
    [XML, '<Response/>', []],
    [XML, '<Response><Message/><Message> </Message></Response>', []],
    [XML, '<Response><Message>Half', null],
    [XML, '<Other><Message>Hello</Message></Other>', null],
    [XML, '<Response><Redirect>https://example.com</Redirect></Response>', []],
  ])('of %s %s are %j', (type, text, replies) => {
    expect(readReplies({ type, text })).toEqual(replies);
  });

  it.each<[string, string, number?]>([
    ['entities that grow', `<!DOCTYPE a [${lol()}]><Response><Message>&l9;</Message></Response>`],
    [
      'a file of the server',
      '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><Response><Message>&f;</Message></Response>',
    ],
    ['runs of blanks', `<Response><Message${' '.repeat(49).concat('a ').repeat(1_200)}`, 500],
    ['only open tags', '<a>'.repeat(21_000), 500],
  ])('are none, at once, for %s', (_name, text, mostMs = 50) => {
    const startedMs = performance.now();
    expect(readReplies({ type: XML, text })).toBeNull();
    expect(performance.now() - startedMs).toBeLessThan(mostMs);
  });
});

/** XML and the library's writer hold no control characters, and blanks at an end are not sent. */
function isProse(text: string): boolean {
  return text.trim() !== '' && !/[^\P{C}\p{Cf}]|\s{2,}/u.test(text);
}

function lol(): string {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  return `<!ENTITY l0 "lol">${entities.join('')}`;
}

describe('an incoming message', async () => {
  const t = await startEngine();
  const { pool, log, settings } = t.services;
  const services = { ...t.services, settings: { ...settings, callbacksAllowPrivate: true } };
  const formats = callFormats(t.services, t.messaging.accept);
  const deliver = (options = {}) => startCallbacks(services, t.signals, { formats, ...options });
  const incoming = startIncoming({ pool, log, signals: t.signals, timings: { everyMs: 20, partsWaitMs: 1 } });
  afterAll(() => incoming.stop());
  const shop = await makeLiveSender(t);
  const { project, browser } = shop;
  const path = `/v1/web/projects/${project.id}`;

  /** Has a phone write to the project, whose program answers so. Returns the calls to it. */
  async function write(from: string, body: string, answer: Parameters<typeof startReceiver>[0]) {
    const receiver = await startReceiver(answer);
    const form = { callback_url: receiver.url, callback_form: 'twilio' };
    expect((await browser.call('PUT', `${path}/incoming`, { json: form })).json()).toMatchObject(form);
    await waitFor(async () => {
      const sent = await browser.call('POST', `${path}/incoming_messages`, { json: { from, body } });
      return sent.statusCode === 200;
    });
    return receiver;
  }
  let phones = 0;
  const repliesTo = async (phone: string) =>
    (
      await pool.query<{ body: string; sender: string; mode: string }>(
        `select body, sender, mode from messages where recipient = $1 and direction = 'OUTGOING' order by id`,
        [phone],
      )
    ).rows;
  const attemptsFor = async (phone: string) =>
    (
      await pool.query<{ answer: number; error: string | null }>(
        `select a.answer, a.error from callback_attempts a join messages m on m.team_id = a.team_id and m.id = a.message_id
         where m.sender = $1 order by a.started_at`,
        [phone],
      )
    ).rows;
  const answering =
    (text: string, type = XML) =>
    (response: Parameters<NonNullable<Parameters<typeof startReceiver>[0]>>[0]) =>
      response.writeHead(200, { 'content-type': type }).end(text);

  it('is posted as Twilio does, passes its check, and the TwiML of the answer is sent back', async () => {
    const callbacks = deliver();
    const phone = '+94771230201';
    const { url, calls } = await write(
      phone,
      'Is it open? ආයුබෝවන්',
      answering(twiml('Yes & welcome', 'Until 6')),
    );

    const replies = await waitFor(async () => {
      const sent = await repliesTo(phone);
      return sent.length === 2 ? sent : null;
    });
    const form = formOf(calls[0]!);
    expect(form).toMatchObject({
      ...{ AccountSid: sidOf('AC', project.id), From: phone, Body: 'Is it open? ආයුබෝවන්' },
      ...{ NumMedia: '0', NumSegments: '1', SmsStatus: 'received', MessageSid: expect.stringMatching(/^SM/) },
    });
    const signature = String(calls[0]!.headers['x-twilio-signature']);
    expect(twilio.validateRequest(project.api_key_test, signature, url, form)).toBe(true);
    expect(twilio.validateRequest(project.api_key_test, signature, url, { ...form, Body: 'No' })).toBe(false);
    const of = { sender: form.To, mode: 'TEST' };
    expect(replies).toEqual([
      { ...of, body: 'Yes & welcome' },
      { ...of, body: 'Until 6' },
    ]);
    expect(await waitFor(async () => (await attemptsFor(phone))[0])).toEqual({ answer: 200, error: null });
    await callbacks.stop();
  });

  it('that is posted twice, because the lease of the first call ended, has its replies once', async () => {
    const phone = '+94771230202';
    const open: (() => void)[] = [];
    // The first call is answered when a second has come.
    const { calls } = await write(phone, 'Hello', (response, _call, number) => {
      open.push(() => answering(twiml('One', 'Two'))(response));
      if (number >= 2) for (const end of open.splice(0)) end();
    });
    const processes = [deliver({ leaseMs: 50 }), deliver({ leaseMs: 50 })];
    await waitFor(async () => calls.length >= 2 && (await repliesTo(phone)).length === 2);
    for (const process of processes) await process.stop();
    expect((await repliesTo(phone)).map(({ body }) => body)).toEqual(['One', 'Two']);
  });

  it.each<[string, string, RegExp, string[]]>([
    ['of 10 MB', twiml('x'.repeat(10_485_760)), /longer than 64 KiB/, []],
    ['that is no TwiML', '<Response><Message>', /no TwiML/, []],
    [
      'with six messages',
      twiml('1', '2', '3', '4', '5', '6'),
      /more than 5 messages/,
      ['1', '2', '3', '4', '5'],
    ],
    ['with a text that is too long', twiml('x'.repeat(1_700)), /Reply 1 was not sent: .*too long/i, []],
  ])('says why nothing more was sent for an answer %s', async (_name, text, error, sent) => {
    const callbacks = deliver();
    phones++;
    const phone = `+9477123030${phones}`;
    await write(phone, 'Hello', answering(text));
    const [attempt] = await waitFor(async () => {
      const made = await attemptsFor(phone);
      return made.length > 0 ? made : null;
    });
    expect(attempt).toMatchObject({ answer: null, error: expect.stringMatching(error) });
    expect((await repliesTo(phone)).map(({ body }) => body)).toEqual(sent);
    // Nothing is left to call.
    expect((await pool.query('select 1 from callback_outbox')).rows).toEqual([]);
    await callbacks.stop();
  });

  it('is not answered at once if its phone writes too often, or is a number of ours', async () => {
    const callbacks = deliver();
    const [busy, own] = ['+94771230401', '+94771230402'];
    await pool.query(
      `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) select $1, team_id, id, 'LIVE', 'Test' from projects where id = $2`,
      [own, project.id],
    );
    const number = (await browser.get(`${path}/incoming`)).json().test_number as string;
    const earlier = Array.from({ length: MOST_AN_HOUR }, (): Incoming => {
      const place = { teamId: browser.teamId!, projectId: project.id, mode: 'TEST' as const, id: newId() };
      const ends = { sender: busy, recipient: number, body: 'Hello', missingParts: null };
      return { ...place, ...ends, callbackUrl: null, callbackForm: null, acceptedAt: new Date() };
    });
    await transaction(pool, (client) => storeIncoming(client, earlier));
    for (const phone of [busy, own]) await write(phone, 'Hello', answering(twiml('Hello')));
    const errors = await waitFor(async () => {
      const made = [...(await attemptsFor(busy)), ...(await attemptsFor(own))];
      return made.length === 2 ? made.map(({ error }) => error) : null;
    });
    expect(errors[0]).toMatch(/more than 60 messages/);
    expect(errors[1]).toMatch(/a number of this service/);
    expect([...(await repliesTo(busy)), ...(await repliesTo(own))]).toEqual([]);
    await callbacks.stop();
  });
});

const formOf = ({ body }: Call): Record<string, string> => Object.fromEntries(new URLSearchParams(body));
