// Incoming messages that carriers push over HTTP: stored before the answer, once, and only with the right
// address and signature.
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { httpLinkOf } from '../../../test/httpCarrier.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { openKysely } from '../../db/kysely.ts';
import { openPool } from '../../db/pool.ts';
import { startIncoming } from '../../incoming/receive/worker.ts';
import { onePool } from '../../services.ts';
import { receiptProblems } from './hints.ts';
import { incomingUrl } from './push.ts';
import { MAX_SET_ASIDE } from './unreadable.ts';

const ownProfile = join(throwawayFolder(), 'many.json');
writeFileSync(
  ownProfile,
  JSON.stringify({
    ...{ profile: 'many', title: 'Many in one call', base: 'https://carrier.example' },
    send: { post: '/', json: { from: '{{from}}' } },
    answer: { ok: 'http == `200`' },
    incoming: { items: 'messages', id: 'id', from: 'sender', to: 'number', text: 'content.text' },
  }),
);
const links = [
  httpLinkOf({}),
  httpLinkOf({ id: 'vonage', profile: 'vonage', secrets: { key: 'k', secret: 's' } }),
  httpLinkOf({ id: 'twilio', profile: 'twilio', secrets: { sid: 'AC1', key: 'hush' } }),
  httpLinkOf({ id: 'many', profile: ownProfile, secrets: {} }),
  httpLinkOf({ id: 'textlk', profile: 'textlk', secrets: { key: 'hush' } }),
];
const database = await testDatabase();
const t = await testApp({}, { links: () => links }, database);
const { pool, log } = t.services;
const job = startIncoming({
  ...{ pool, log, signals: t.signals },
  timings: { everyMs: 20, partsWaitMs: 600_000 },
});
afterAll(() => job.stop());
const owner = await makeLiveSender(t);
await pool.query(
  `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ('+94112300300', $1, $2, 'LIVE', 'Test')`,
  [owner.teamId, owner.project.id],
);

let phones = 94_770_000_000;
const newPhone = () => String(++phones);
const pathOf = (link: string) => new URL(incomingUrl(t.services, link)).pathname;
const push = (link: string, payload: object) => t.app.inject({ method: 'POST', url: pathOf(link), payload });
/** The texts in the log from one phone, oldest first. */
async function textsOf(from: string) {
  const { rows } = await pool.query(
    `select body from messages where direction = 'INCOMING' and sender = $1 order by id`,
    [`+${from}`],
  );
  return rows.map(({ body }) => body as string);
}
const stored = (from: string, ...texts: string[]) =>
  waitFor(async () => (await textsOf(from)).join('|') === texts.join('|'), { what: texts.join() });
/** The contents of a link that were set aside, oldest first. */
async function asideOf(link: string) {
  const { rows } = await pool.query(
    "select pdu from receipt_inbox where link_id = $1 and failure is not null and due_at = 'infinity' order by id",
    [link],
  );
  return rows.map(({ pdu }) => String(pdu));
}
const isEmpty = () =>
  waitFor(async () => (await pool.query('select from incoming_inbox')).rowCount === 0, { what: 'no parts' });

describe('an incoming message over HTTP', () => {
  it.each([
    ['plain', 'Yes please'],
    ['of any script and length', `ආයුබෝවන් 👋 ${'x'.repeat(2_000)}`],
    ['empty', ''],
  ])('%s is in the inbox at the answer, and in the log as it was written', async (_what, text) => {
    const from = newPhone();
    const answer = await push('http', { id: `id-${from}`, from: `+${from}`, to: '+94 11 230-0300', text });
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    await waitFor(async () => (await textsOf(from)).length === 1);
    await stored(from, text);
  });

  it('is stored once, however often the carrier repeats its id', async () => {
    const from = newPhone();
    const message = { id: `id-${from}`, from, to: '94112300300', text: 'Once' };
    for (let round = 0; round < 3; round++) expect((await push('http', message)).statusCode).toBe(200);
    await push('http', { ...message, id: `other-${from}` });
    await stored(from, 'Once', 'Once');
    await isEmpty();
    expect(await textsOf(from)).toEqual(['Once', 'Once']);
  });

  it('comes by GET too, as some carriers send it', async () => {
    const from = newPhone();
    const query = { messageId: `id-${from}`, msisdn: from, to: '94112300300', text: 'By & by' };
    expect((await t.app.inject({ url: pathOf('vonage'), query })).statusCode).toBe(200);
    await stored(from, 'By & by');
  });

  it('is joined from its parts in any order', async () => {
    const from = newPhone();
    for (const [number, text] of [
      [2, 'world'],
      [1, 'Hello '],
    ] as const)
      await push('vonage', {
        ...{ messageId: `${from}-${number}`, msisdn: from, to: '94112300300', text },
        ...{ 'concat-ref': '70000', 'concat-total': '2', 'concat-part': String(number) },
      });
    await stored(from, 'Hello world');
  });

  it('is read beside others of one call, of which one cannot be read', async () => {
    const from = newPhone();
    const messageOf = (id: string, text: unknown) => ({
      ...{ id: `${id}-${from}`, sender: from, number: '94112300300' },
      content: { text },
    });
    const messages = [messageOf('a', 'One'), messageOf('b', null), 7, messageOf('c', 'Two')];
    expect((await push('many', { messages })).statusCode).toBe(200);
    await waitFor(async () => (await textsOf(from)).length === 2);
    expect((await textsOf(from)).sort()).toEqual(['One', 'Two']);
  });

  it('to a number of no project is answered, and counted for staff', async () => {
    const from = newPhone();
    const answer = await push('http', { id: 'unknown', from, to: '94119999999', text: 'Hello?' });
    expect(answer.statusCode).toBe(200);
    await waitFor(
      async () =>
        (
          await pool.query(
            `select from refused_incoming where link_id = 'http' and recipient = '+94119999999' and reason = 'UNKNOWN_NUMBER'`,
          )
        ).rowCount === 1,
      { what: 'the refusal' },
    );
    expect(await textsOf(from)).toEqual([]);
  });

  it('that cannot be read is answered, so the carrier does not repeat it, and set aside for staff', async () => {
    const headers = { 'content-type': 'application/json' };
    const payloads = ['{"id":', '[1]', '{}', '"x"', '{"id":{},"from":[],"to":1,"text":2}'];
    for (const payload of payloads) {
      const answer = await t.app.inject({ method: 'POST', url: pathOf('http'), payload, headers });
      expect(answer.statusCode, payload).toBe(200);
    }
    expect(await asideOf('http')).toEqual(['{"id":', '{"body":[1]}', '{}', '"x"', payloads.at(-1)]);
    expect((await receiptProblems(t.services)).join()).toMatch(
      /5 receipts or incoming messages of link http .* in an incoming message/,
    );
  });

  it('that cannot be read is set aside alone, and bounded', async () => {
    const from = newPhone();
    const message = { id: `id-${from}`, sender: from, number: '94112300300', content: { text: 'Fine' } };
    await pool.query('delete from receipt_inbox');
    const messages = [{ ...message, content: 'x'.repeat(3_000) }, message];
    expect((await push('many', { messages })).statusCode).toBe(200);
    await stored(from, 'Fine');
    const [aside, another] = await asideOf('many');
    expect([aside!.length, another]).toEqual([1_024, undefined]);
    await pool.query(
      `insert into receipt_inbox (link_id, pdu, due_at, failure) select 'many', '', 'infinity', 'x' from generate_series(2, $1)`,
      [MAX_SET_ASIDE],
    );
    expect((await push('many', { messages: [7] })).statusCode).toBe(200);
    expect(await asideOf('many')).toHaveLength(MAX_SET_ASIDE);
  });

  it('is refused with 503 while the database is away, so the carrier repeats it', async () => {
    const nowhere = openPool(
      { ...database.config, host: '127.0.0.1', port: 1 },
      { max: 2, applicationName: 'test' },
    );
    const away = await anotherApp(
      { ...t, services: { ...t.services, ...onePool({ pool: nowhere, kysely: openKysely(nowhere) }) } },
      { links: () => links },
    );
    const from = newPhone();
    const message = { id: `id-${from}`, from, to: '94112300300', text: 'Later' };
    const answer = await away.app.inject({ method: 'POST', url: pathOf('http'), payload: message });
    expect(answer.statusCode).toBe(503);
    expect((await push('http', message)).statusCode).toBe(200);
    await stored(from, 'Later');
  });
});

describe('the address for incoming messages', () => {
  const message = { id: '1', from: '94770000001', to: '94112300300', text: 'Forged' };

  it('is unknown with another secret, another link, or a profile without incoming messages', async () => {
    const [, , , , , secret] = pathOf('http').split('/');
    const urls = [
      pathOf('http').replace(
        secret!,
        secret!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      pathOf('http').replace('/http/', '/vonage/'),
      pathOf('textlk'),
    ];
    for (const url of urls)
      expect((await t.app.inject({ method: 'POST', url, payload: message })).statusCode, url).toBe(404);
  });

  it('takes a signed carrier’s messages only with the signature, and answers in its way', async () => {
    const from = newPhone();
    const fields = { MessageSid: `SM${from}`, From: `+${from}`, To: '+94112300300', Body: 'Signed' };
    const text = Object.entries(fields)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flat()
      .join('');
    const signature = createHmac('sha1', 'hush')
      .update(incomingUrl(t.services, 'twilio') + text)
      .digest('base64');
    const post = (header: string) =>
      t.app.inject({
        method: 'POST',
        url: pathOf('twilio'),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': header },
        payload: new URLSearchParams(fields).toString(),
      });
    const forged = Buffer.alloc(20, 7).toString('base64');
    expect((await post(forged)).statusCode).toBe(400);
    const answer = await post(signature);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      ...[200, expect.stringMatching(/^text\/xml/), '<Response/>'],
    ]);
    await stored(from, 'Signed');
    expect(await textsOf(from)).toEqual(['Signed']);
  });
});
