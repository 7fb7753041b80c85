// The log of the public API from a cursor on: walks list each message once, also while others arrive.
import type { SmsObject } from '@godwit/contract/messages/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { newId } from '../../ids.ts';

const t = await testApp();
const sender = await makeSender(t);
const other = await makeSender(t);
const headers = { authorization: sender.authorization.TEST };

async function send(count: number, more: (i: number) => object = () => ({})): Promise<string[]> {
  const one = (i: number) => ({ to: '+94771234567', from: 'SANDBOX', body: 'Hello', ...more(i) });
  const payload = { messages: Array.from({ length: count }, (_, i) => one(i)) };
  const answer = await t.app.inject({ method: 'POST', url: '/v1/messages/batch', headers, payload });
  return answer.json().results.map(({ id }: SmsObject) => id);
}
const get = (query: Record<string, string>, authorization = sender.authorization.TEST) =>
  t.app.inject({ url: `/v1/messages?${new URLSearchParams(query)}`, headers: { authorization } });

/** All ids in the order of a walk, page by page; `each` runs between two pages. */
async function walk(
  query: Record<string, string>,
  {
    cursor = 'after',
    each = async () => {},
  }: { cursor?: 'after' | 'before'; each?: () => Promise<unknown> } = {},
) {
  const pages: string[][] = [];
  let next: string | null | undefined = query[cursor];
  do {
    const answer = await get({ ...query, ...(next && { [cursor]: next }) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['results', 'next']);
    pages.push(answer.json().results.map(({ id }: SmsObject) => id));
    next = answer.json().next;
    await each();
  } while (next !== null);
  return cursor === 'after' ? pages.flat() : pages.reverse().flat();
}

const ids = (await send(70, (i) => (i % 3 === 0 ? { client_reference: 'third' } : {}))).sort();
const ofReference = new Set(
  (await t.services.pool.query('select message_id from client_references')).rows.map((row) => row.message_id),
);

it('a walk in either order and direction is the whole log in that order, once', async () => {
  const walks = fc.record({
    limit: fc.integer({ min: 1, max: 100 }),
    sort_order: fc.constantFrom('ASC' as const, 'DESC' as const),
    isReferenced: fc.boolean(),
    cursor: fc.constantFrom('after' as const, 'before' as const),
    start: fc.nat({ max: ids.length - 1 }),
  });
  const property = fc.asyncProperty(walks, async ({ limit, sort_order, isReferenced, cursor, start }) => {
    const log = sort_order === 'ASC' ? ids : ids.toReversed();
    const part = cursor === 'after' ? log.slice(start + 1) : log.slice(0, start);
    const right = isReferenced ? part.filter((id) => ofReference.has(id)) : part;
    const query = { limit: String(limit), sort_order, [cursor]: log[start]! };
    const filter: Record<string, string> = isReferenced ? { client_reference: 'third' } : {};
    expect(await walk({ ...query, ...filter }, { cursor })).toEqual(right);
  });
  await fc.assert(property, { numRuns: 40 });
});

it('is newest first and has 25 messages, if nothing else is asked', async () => {
  const { results, next } = (await get({ after: ids[60]! })).json();
  expect(results.map(({ id }: SmsObject) => id)).toEqual(ids.slice(35, 60).reverse());
  expect(next).toBe(ids[35]);
  const whole = await walk({ limit: '9' });
  expect(whole).toEqual(ids.toReversed());
});

it('keeps to the days, modes and projects that are asked', async () => {
  expect(await walk({ limit: '50', to: '2020-01-01' })).toEqual([]);
  const [row] = (await get({ limit: '1' })).json().results;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo' }).format(
    new Date(row.accepted_at),
  );
  expect(await walk({ limit: '50', from: day })).toContain(row.id);
  for (const key of [sender.authorization.LIVE, other.authorization.TEST])
    expect((await get({ limit: '5' }, key)).json()).toEqual({ results: [], next: null });
});

it.each(['ASC', 'DESC'])(
  'misses nothing and lists nothing twice while others write at the same time: %s',
  async (sort_order) => {
    const before = await walk({ limit: '100' });
    let [isWriting, overlapping] = [true, 0];
    // Bounded, because a walk to the newest message follows those that arrive.
    const write = async () => {
      for (let batch = 0; batch < 8; batch++) await send(3);
    };
    const writers = Promise.all([write(), write(), write()]).finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      const each = async () => {
        if (isWriting) overlapping++;
      };
      const seen = await walk({ limit: '11', sort_order }, { each });
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter((id) => !seen.includes(id))).toEqual([]);
    }
    await writers;
    expect(overlapping).toBeGreaterThan(1);
    expect(await walk({ limit: '11', sort_order })).toHaveLength(before.length + 72);
  },
);

describe('refuses', () => {
  it.each<[string, Record<string, string>, string]>([
    ['after with page_num', { after: ids[0]!, page_num: '1' }, 'page_num'],
    ['limit with page_size', { limit: '5', page_size: '5' }, 'page_size'],
    ['after and before', { after: ids[0]!, before: ids[1]! }, 'before'],
    ['a limit of 0', { limit: '0' }, 'limit'],
    ['a limit of 101', { limit: '101' }, 'limit'],
    ['an empty cursor', { after: '' }, 'after'],
    ['another order', { limit: '5', sort_order: 'UP' }, 'sort_order'],
  ])('%s', async (_what, query, field) => {
    const answer = await get(query);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
    expect(answer.json().fields).toHaveProperty(field);
  });

  it('a cursor of another project or mode, as one that does not exist', async () => {
    const [foreign, missing] = [
      await get({ after: ids[0]! }, other.authorization.TEST),
      await get({ after: newId() }, other.authorization.TEST),
    ];
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 1001]);
    expect(foreign.body).toBe(missing.body);
    expect((await get({ before: ids[0]! }, sender.authorization.LIVE)).body).toContain('1001');
    expect((await get({ after: 'no id at all' })).json().code).toBe(1001);
  });
});
