// Calls of HTTP carriers under attack: limits, and receipts that cannot be read.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { httpLinkOf } from '../../../test/httpCarrier.ts';
import { receiptProblems } from './hints.ts';
import { receiptUrl } from './push.ts';
import { MAX_SET_ASIDE } from './unreadable.ts';

const links = ['one', 'two', 'three'].map((id) => httpLinkOf({ id }));
const pushLimits = { wrong: { count: 3, seconds: 3_600 }, link: { count: 5, seconds: 3_600 } };
const limited = await testApp({}, { links: () => links, pushLimits });
const t = await testApp({}, { links: () => links });
const push = ({ app, services }: typeof t, link: string, payload: unknown) =>
  app.inject({
    method: 'POST',
    url: new URL(receiptUrl(services, link)).pathname,
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const receipt = { id: '1', to: '94770000001', status: 'delivered' };

describe('limits', () => {
  it('stop guesses from a network, but not the carrier there', async () => {
    const guess = () => limited.app.inject({ method: 'POST', url: '/v1/hooks/carriers/one/AAAA' });
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await guess()).statusCode);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await push(limited, 'one', receipt)).statusCode).toBe(200);
  });

  it('hold for each link by itself', async () => {
    const statuses = [];
    for (let call = 0; call < 7; call++) statuses.push((await push(limited, 'two', receipt)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await push(limited, 'three', receipt)).statusCode).toBe(200);
  });

  it('refuse a body above 256 KiB', async () => {
    expect((await push(t, 'one', { ...receipt, more: 'x'.repeat(262_144) })).statusCode).toBe(413);
  });
});

describe('receipts that cannot be read', () => {
  const asideOf = async (link: string) =>
    (
      await t.services.pool.query(
        `select pdu from receipt_inbox where link_id = $1 and failure is not null and due_at = 'infinity' order by id`,
        [link],
      )
    ).rows.map(({ pdu }) => pdu as Buffer);

  it('are answered, set aside with their beginning, and counted for staff', async () => {
    for (const payload of ['{"id":', { hello: 'x'.repeat(5_000) }])
      expect((await push(t, 'one', payload)).statusCode).toBe(200);
    const aside = await asideOf('one');
    expect(aside.map((pdu) => pdu.length)).toEqual([6, 1_024]);
    expect(String(aside[0])).toBe('{"id":');
    expect((await receiptProblems(t.services)).join()).toContain(
      '2 receipts or incoming messages of link one are set aside',
    );
  });

  it('stay at most so many of a link, and leave the others their place', async () => {
    await t.services.pool.query(
      `insert into receipt_inbox (link_id, pdu, due_at, failure) select 'two', '', 'infinity', 'x' from generate_series(1, $1)`,
      [MAX_SET_ASIDE - 1],
    );
    for (let call = 0; call < 4; call++) expect((await push(t, 'two', {})).statusCode).toBe(200);
    expect(await asideOf('two')).toHaveLength(MAX_SET_ASIDE);
    await push(t, 'three', {});
    expect(await asideOf('three')).toHaveLength(1);
  });
});
