// Filters of the public API's log, compared with a naive implementation: filter all messages and sort.
import type { SmsObject } from '@godwit/contract/messages/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addCampaign } from '../../../test/campaigns.ts';
import { makeSender } from '../../../test/factories.ts';
import { makePast, type PastMessage } from '../../../test/history.ts';
import { newId } from '../../ids.ts';
import { listFromCursor } from './cursorQueries.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);
const other = await makeSender(t);
const { teamId, project } = sender;
const past = { teamId, projectId: project.id, timezone: 'Asia/Colombo' };
const messages = await makePast(pool, past, 600);
// The second tenant has messages with the same senders and numbers.
const foreign = { teamId: other.teamId, projectId: other.project.id, timezone: 'Asia/Colombo' };
await makePast(pool, foreign, 100);

const campaign = (mode: 'TEST' | 'LIVE', owner = past) =>
  addCampaign(t.services, { ...owner, mode, name: newId(), content: 'Hello' });
const campaigns = { TEST: await campaign('TEST'), LIVE: await campaign('LIVE') };
await pool.query(`update campaigns set created_at = now() - interval '100 days'`);
// Some messages have a recipient or a reference in common, and some of the last hundred days a campaign.
const recent = messages.filter(({ acceptedAt }) => acceptedAt > new Date(Date.now() - 99 * 86_400_000));
const ofCampaign = new Set(recent.filter((_, i) => i % 3 === 0).map(({ id }) => id));
const toOne = new Set(messages.filter((_, i) => i % 5 === 0).map(({ id }) => id));
const referenced = new Set(messages.filter((_, i) => i % 4 === 0).map(({ id }) => id));
const ONE = '+94771234567';
await pool.query(
  'update messages set campaign_id = case mode when $2 then $3::uuid else $4 end where id = any($1)',
  [...[[...ofCampaign], 'TEST', campaigns.TEST, campaigns.LIVE]],
);
await pool.query('update messages set recipient = $2 where id = any($1)', [[...toOne], ONE]);
await pool.query(
  `insert into client_references (team_id, message_id, project_id, mode, reference)
    select team_id, id, project_id, mode, 'some' from messages where id = any($1)`,
  [[...referenced]],
);

type Query = Record<string, string>;
const get = (query: Query, authorization = sender.authorization.TEST) =>
  t.app.inject({ url: `/v1/messages?${new URLSearchParams(query)}`, headers: { authorization } });
const idsOf = (results: SmsObject[]) => results.map(({ id }) => id);

async function walk(query: Query, authorization = sender.authorization.TEST): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const answer = await get({ ...query, ...(next && { after: next }) }, authorization);
    expect(answer.statusCode, answer.body).toBe(200);
    seen.push(...idsOf(answer.json().results));
    next = answer.json().next;
  } while (next !== null);
  return seen;
}

/** The ids that a filter should find, in order, by the naive implementation. */
function plain(mode: 'TEST' | 'LIVE', { sort_order, ...query }: Query): string[] {
  const is = (message: PastMessage) =>
    message.mode === mode &&
    (!query.sender || message.sender.toLowerCase() === query.sender.toLowerCase()) &&
    (!query.recipient || (toOne.has(message.id) ? ONE : message.recipient) === query.recipient) &&
    (!query.status || message.status === query.status) &&
    (!query.campaign_id || ofCampaign.has(message.id)) &&
    (!query.client_reference || referenced.has(message.id));
  const ids = messages.filter(is).map(({ id }) => id);
  return sort_order === 'ASC' ? ids.sort() : ids.sort().reverse();
}

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

describe('a walk with filters', () => {
  it('lists every message that has all of them once, in either order', async () => {
    const queries = fc.record({
      limit: fc.integer({ min: 1, max: 100 }),
      sort_order: fc.constantFrom('ASC', 'DESC'),
      mode: fc.constantFrom('TEST' as const, 'LIVE' as const),
      sender: optional('Lanka Shop', 'LANKA_SHOP', 'Nobody'),
      recipient: optional(ONE, '+94770000000'),
      status: optional('ACCEPTED', 'SENT', 'DELIVERED', 'FAILED'),
      ofCampaign: fc.boolean(),
      client_reference: optional('some'),
    });
    const property = fc.asyncProperty(queries, async ({ mode, limit, ofCampaign, ...given }) => {
      const asked = { ...given, campaign_id: ofCampaign ? campaigns[mode] : undefined };
      const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as Query;
      const seen = await walk({ ...filter, limit: String(limit) }, sender.authorization[mode]);
      expect(seen).toEqual(plain(mode, filter));
    });
    await fc.assert(property, { numRuns: 60 });
    expect(plain('TEST', { campaign_id: campaigns.TEST, status: 'DELIVERED' }).length).toBeGreaterThan(5);
  });

  it('needs no limit, and finds a number whose + arrives as a blank', async () => {
    const right = plain('TEST', { recipient: ONE });
    for (const recipient of [ONE, ` ${ONE.slice(1)}`, ONE.slice(1)]) {
      const { results } = (await get({ recipient })).json();
      expect(idsOf(results)).toEqual(right.slice(0, 25));
    }
  });

  it('finds the messages of another team, project or mode only with its key', async () => {
    const mine = new Set(messages.map(({ id }) => id));
    const theirs = await walk({ sender: 'Lanka Shop', limit: '50' }, other.authorization.TEST);
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.filter((id) => mine.has(id))).toEqual([]);
    expect((await get({ recipient: ONE }, other.authorization.TEST)).json()).toEqual({
      results: [],
      next: null,
    });
  });
});

describe('reads a bounded number of messages', () => {
  const stretch = { from: new Date(0), before: new Date('9999-12-31T00:00:00Z') };
  const none = { recipient: null, sender: null, states: null, campaignId: null, reference: null };

  it.each(['ASC', 'DESC'] as const)('and continues where it stopped: %s', async (order) => {
    const filter = { ...none, states: ['failed' as const] };
    const log = plain('TEST', { sort_order: order });
    const right = plain('TEST', { status: 'FAILED', sort_order: order });
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const walk = { teamId, projectId: project.id, mode: 'TEST', stretch, filter, cursor } as const;
      const page: Awaited<ReturnType<typeof listFromCursor>> = await listFromCursor(pool, walk, {
        order,
        limit: 10,
        most: 7,
      });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
      pages++;
    } while (cursor !== null);
    expect(seen).toEqual(right);
    expect(pages).toBeGreaterThanOrEqual(Math.floor(log.length / 7));
  });
});

describe('refuses', () => {
  it.each<[string, Query, string]>([
    ['a filter with page_num', { sender: 'A', page_num: '1', page_size: '5', sort_order: 'ASC' }, 'page_num'],
    ['a status that is none', { status: 'SENDING' }, 'status'],
    ['a national number', { recipient: '0771234567' }, 'recipient'],
    ['a recipient that is no number', { recipient: 'Nimal' }, 'recipient'],
    ['an empty sender', { sender: '' }, 'sender'],
    ['a sender that is too long', { sender: 'x'.repeat(65) }, 'sender'],
    ['an empty campaign', { campaign_id: '' }, 'campaign_id'],
  ])('%s', async (_what, query, field) => {
    const answer = await get(query);
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 1002]);
    expect(answer.json().fields).toHaveProperty(field);
  });

  it('a campaign of another team or mode as one that does not exist', async () => {
    const bodies = [];
    for (const campaign_id of [await campaign('TEST', foreign), campaigns.LIVE, newId(), 'no id']) {
      const answer = await get({ campaign_id });
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([404, 1001]);
      bodies.push(answer.body);
    }
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0]!).fields).toHaveProperty('campaign_id');
  });
});
