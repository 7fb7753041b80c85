// Stored incoming messages: in the log, the public API and the counts, and posted to the project's URL.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { transaction } from '../../db/transaction.ts';
import { instantOf, newId } from '../../ids.ts';
import { type Incoming, storeIncoming } from './store.ts';

const t = await testApp();
const { pool } = t.services;
const owner = await makeSender(t);
const other = await makeSender(t);
const PHONE = '+94771234567';
const OURS = '+94112300300';

function incoming(body: string, more: Partial<Incoming> = {}): Incoming {
  const id = newId();
  return {
    teamId: owner.teamId,
    id,
    projectId: owner.project.id,
    mode: 'TEST',
    sender: PHONE,
    recipient: OURS,
    body,
    missingParts: null,
    callbackUrl: null,
    callbackForm: null,
    acceptedAt: instantOf(id),
    ...more,
  };
}

const hello = incoming('Is it in stock?', { callbackUrl: 'https://Shop.example/in' });
const odd = incoming('නවත්වන්න\0 \ud83d', { missingParts: 1 });
const empty = incoming('');
await transaction(pool, (client) => storeIncoming(client, [hello, odd, empty]));

const get = async (url: string, authorization = owner.authorization.TEST) =>
  t.app.inject({ url, headers: { authorization } });

it('is shown by the public API as INCOMING, delivered and free, to its own project only', async () => {
  const message = (await get(`/v1/messages/${hello.id}`)).json() as SmsObject;
  expect(message).toMatchObject({
    direction: 'INCOMING',
    status: 'DELIVERED',
    from: PHONE,
    to: OURS,
    body: 'Is it in stock?',
    cost: 0,
    segments: 1,
    missing_parts: 0,
    number_metadata: { region: 'LK', dial_code: '94' },
    failure: null,
  });
  expect((await get(`/v1/messages/${odd.id}`)).json()).toMatchObject({
    body: 'නවත්වන්න\ufffd \ufffd',
    missing_parts: 1,
  });
  expect((await get(`/v1/messages/${empty.id}`)).json()).toMatchObject({ body: '', segments: 1 });
  expect((await get(`/v1/messages/${hello.id}`, other.authorization.TEST)).statusCode).toBe(404);
});

it("is in the log by its direction and the phone's number, and not among outgoing messages", async () => {
  const log = `/v1/web/messages?project_id=${owner.project.id}&mode=TEST`;
  const found = async (query: string) => (await owner.browser.get(`${log}&${query}`)).json().total as number;
  expect(await found('direction=INCOMING')).toBe(3);
  expect(await found('direction=OUTGOING')).toBe(0);
  expect(await found('q=%2B9477123')).toBe(3);
  expect(await found('q=0112300300')).toBe(3);
  const overview = `/v1/web/stats/project_overview?project_id=${owner.project.id}&mode=TEST&range=1d`;
  const { outgoing_sms_current } = (await owner.browser.get(overview)).json();
  expect(outgoing_sms_current.map(({ total }: { total: number }) => total)).toEqual([0, 0]);
});

it('waits to be posted to the URL that it was stored with', async () => {
  const { rows } = await pool.query('select message_id, host, statuses::text[] from callback_outbox');
  expect(rows).toEqual([{ message_id: hello.id, host: 'TEST shop.example', statuses: ['DELIVERED'] }]);
});
