// Pages of a long log, compared with a naive implementation: filter all messages, sort and cut.
import { MAX_FOUND } from '@godwit/contract/messages/messages';
import { RANGES, type Range, rangeDays } from '@godwit/contract/ranges';
import { localDay } from '@godwit/contract/timezones';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { makePast, type PastMessage, seeded } from '../../../test/history.ts';
import { newId } from '../../ids.ts';
import { rollUpCounts } from '../../stats/rollup.ts';
import { insertMessages } from '../accept/queries.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);
const TIMEZONE = 'Asia/Colombo';
const past = { teamId: sender.teamId, projectId: sender.project.id, timezone: TIMEZONE };
const messages = await makePast(pool, past, 2000);
// Half of them are rolled-up counts, the other half deltas.
await rollUpCounts(pool);
messages.push(...(await makePast(pool, past, 1000, 2)));

type Query = Record<string, string>;
type Answer = {
  results: { id: string; status: string }[];
  total: number;
  total_pages: number;
  more: boolean;
};

async function list(query: Query): Promise<Answer> {
  const all = new URLSearchParams({ project_id: past.projectId, ...query });
  return (await sender.browser.get(`/v1/web/messages?${all}`)).json() as Answer;
}

/** The expected result of a query, in order, by the naive implementation. */
function plain({
  mode,
  range,
  from = '',
  to = '9999',
  status,
  failure,
  q,
  sort_order,
}: Query): PastMessage[] {
  const text = q?.trim().toLowerCase();
  const number = text && `+${text.replace('+', '')}`;
  const days = range ? rangeDays(range as Range, localDay(new Date(), TIMEZONE)) : { from, to };
  const found = messages.filter(
    (message) =>
      message.mode === mode &&
      message.day >= days.from &&
      message.day <= days.to &&
      (!status || message.status === status) &&
      (!failure || message.failure === failure) &&
      (!text || message.recipient.startsWith(number!) || message.sender.toLowerCase().startsWith(text)),
  );
  found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return sort_order === 'ASC' ? found : found.reverse();
}

async function expectPages(query: Query, size: number, pages: (count: number) => number[]) {
  const right = plain(query);
  const count = Math.ceil(right.length / size);
  for (const page of pages(count)) {
    const answer = await list({ ...query, page_num: String(page), page_size: String(size) });
    const what = JSON.stringify({ ...query, page, size });
    expect([answer.total, answer.total_pages, answer.more], what).toEqual([right.length, count, false]);
    const shown = right.slice(page * size, (page + 1) * size).map(({ id, status }) => ({ id, status }));
    expect(
      answer.results.map(({ id, status }) => ({ id, status })),
      what,
    ).toEqual(shown);
  }
}

describe('any page by its number', () => {
  const someOf = (count: number) =>
    [0, 1, Math.floor(count / 2), count - 2, count - 1, count].filter((p) => p >= 0);

  it.each(['DESC', 'ASC'])('equals the naive result, in every range, %s', async (sort_order) => {
    for (const range of Object.keys(RANGES)) {
      await expectPages({ mode: 'TEST', range, sort_order }, 25, someOf);
    }
    await expectPages({ mode: 'LIVE', from: '2025-03-01', to: '2026-09-30', sort_order }, 7, someOf);
    await expectPages({ mode: 'LIVE', from: '2026-01-31', sort_order }, 50, someOf);
  });

  it('all pages together are the whole log, each message once', async () => {
    await expectPages({ mode: 'TEST', range: '12m' }, 100, (count) => [...Array(count).keys()]);
    await expectPages({ mode: 'TEST' }, 100, (count) => [...Array(count).keys()]);
  });

  it.each(['ACCEPTED', 'SENT', 'DELIVERED', 'FAILED'])('with status %s', async (status) => {
    await expectPages({ mode: 'TEST', range: '12m', status }, 25, someOf);
    await expectPages({ mode: 'LIVE', status, direction: 'OUTGOING', sort_order: 'ASC' }, 10, someOf);
  });

  it.each(['EXPIRED', 'UNDELIVERED', 'REJECTED'])('failed as %s', async (failure) => {
    await expectPages({ mode: 'TEST', range: '12m', failure }, 25, someOf);
    await expectPages({ mode: 'LIVE', status: 'FAILED', failure, q: '+94', sort_order: 'ASC' }, 10, someOf);
  });

  it.each(['lanka', 'Lanka ', 'lanka_s', '94', '94_', '+9477', '+94771', '+4', '+99', 'SANDBOX', '%'])(
    'of a search for %s',
    async (q) => {
      await expectPages({ mode: 'TEST', range: '12m', q }, 25, someOf);
      await expectPages({ mode: 'TEST', q, status: 'DELIVERED', sort_order: 'ASC' }, 10, someOf);
    },
  );

  it('of a search for one of the messages', async () => {
    for (const { id, mode, status } of messages.slice(0, 20)) {
      const { results, total } = await list({ mode, q: id.toUpperCase() });
      expect([total, results.map((row) => [row.id, row.status])]).toEqual([1, [[id, status]]]);
    }
  });

  it('past the end is empty, with the right totals', async () => {
    const right = plain({ mode: 'TEST' }).length;
    expect(await list({ mode: 'TEST', page_num: '99999999', page_size: '100' })).toMatchObject({
      results: [],
      total: right,
      total_pages: Math.ceil(right / 100),
    });
    expect(await list({ mode: 'TEST', direction: 'INCOMING' })).toMatchObject({
      results: [],
      total: 0,
      total_pages: 0,
    });
  });

  it.each([
    ['a negative page', 'page_num=-1', 'page_num'],
    ['a page size of zero', 'page_size=0', 'page_size'],
    ['a negative page size', 'page_size=-5', 'page_size'],
    ['a huge page size', 'page_size=100000000000000000000', 'page_size'],
  ])('%s: 1002', async (_what, query, field) => {
    const answer = await sender.browser.get(
      `/v1/web/messages?project_id=${past.projectId}&mode=TEST&${query}`,
    );
    expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
    expect(answer.json().fields).toHaveProperty(field);
  });
});

it('a search that finds more than is counted reports it', async () => {
  const other = await makeSender(t);
  const random = seeded(9);
  const { status: _status, ...like } = messages[0]!;
  const rows = Array.from({ length: MAX_FOUND + 5 }, () => ({
    ...like,
    teamId: other.teamId,
    projectId: other.project.id,
    mode: 'TEST' as const,
    id: newId(),
    acceptedAt: new Date(),
    recipient: `+94775${String(Math.floor(random() * 1e6)).padStart(6, '0')}`,
    linkGroup: 'TEST:',
    priority: 0,
    validityMs: 1000,
    linkId: null,
    leaseMs: null,
    heldFor: null,
    hidden: null,
  }));
  for (let i = 0; i < rows.length; i += 1000) await insertMessages(pool, rows.slice(i, i + 1000));
  const found = async (query: string) =>
    (
      await other.browser.get(`/v1/web/messages?project_id=${other.project.id}&mode=TEST&q=%2B94775&${query}`)
    ).json() as Answer;
  const newest = rows
    .map(({ id }) => id)
    .sort()
    .reverse();
  const last = await found('page_num=99&page_size=100');
  expect(last).toMatchObject({ total: MAX_FOUND, total_pages: 100, more: true });
  expect(last.results.map(({ id }) => id)).toEqual(newest.slice(9900, 10_000));
  expect((await found('page_num=100&page_size=100')).results).toEqual([]);
  expect(await found('page_size=25&status=DELIVERED')).toMatchObject({ total: 0, more: false });
});
