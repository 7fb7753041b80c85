// Reports of a log: the content of the files, and their limits, refusals and cancellation.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { statusLabel } from '@godwit/contract/messages/statuses';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { makePast, type PastMessage } from '../../../test/history.ts';
import { pdfText } from '../../../test/pdfText.ts';
import { openReader } from '../../db/reads.ts';
import { abortableQuery, transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { insertMessages } from '../accept/queries.ts';
import { filterOf } from '../log/log.ts';
import type { LogFilter } from '../log/queries.ts';
import { writePdf } from './pdf.ts';
import { type ReportRow, readRows, writeCsv } from './report.ts';

const t = await testApp();
// The connections that read reports.
const { pool, kysely } = t.services.pools.long;
const sender = await makeSender(t);
const TIMEZONE = 'Australia/Lord_Howe';
await pool.query('update projects set timezone = $2 where id = $1', [sender.project.id, TIMEZONE]);
const past = { teamId: sender.teamId, projectId: sender.project.id, timezone: TIMEZONE };
const messages = await makePast(pool, past, 2500);

const report = (file: string, query: string, who = sender) =>
  who.browser.get(`/v1/web/messages/report.${file}?project_id=${who.project.id}&mode=TEST&${query}`);

/** The rows a report should have, newest first. */
function rowsOf(some: PastMessage[]): string[][] {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIMEZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return some
    .filter(({ mode }) => mode === 'TEST')
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((m) => [
      local.format(m.acceptedAt),
      'Outgoing',
      m.sender,
      m.recipient,
      m.id,
      String(m.segments),
      statusLabel(m.status),
    ]);
}

/** Parses CSV whose cells have no line breaks. */
function parseCsv(text: string): string[][] {
  const lines = text.split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, -1)
      .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!)),
  );
}

describe('report.csv', () => {
  it('holds every row of the log, with times in the zone named in its head', async () => {
    const answer = await report('csv', '');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="report.csv"',
      'cache-control': 'no-store',
    });
    const [head, ...rows] = parseCsv(answer.body);
    const [date, ...heads] = [`Date (${TIMEZONE})`, 'API', 'From', 'To', 'Message ID', 'Segments', 'Status'];
    expect(head).toEqual([date, ...heads, 'Reason', 'Cost (LKR)', 'Campaign']);
    const right = rowsOf(messages).map((row) => row.with(3, `="${row[3]}"`));
    expect(rows.map((row) => row.slice(0, 7))).toEqual(right);
    for (const [status, reason] of rows.map((row) => [row[6], row[7]]))
      expect(reason !== '').toBe(status === 'Failed');
    expect(answer.headers['x-total-rows']).toBe(String(right.length));
  });

  it('applies the filters and order of the log', async () => {
    const ids = async (query: string) =>
      parseCsv((await report('csv', query)).body)
        .slice(1)
        .map((row) => row[4]);
    const right = (of: (message: PastMessage) => boolean) => rowsOf(messages.filter(of)).map((row) => row[4]);
    expect(await ids('status=FAILED')).toEqual(right(({ status }) => status === 'FAILED'));
    for (const q of ['%2B94771', '0771']) {
      expect(await ids(`q=${q}`)).toEqual(right(({ recipient }) => recipient.startsWith('+94771')));
    }
    expect(await ids('q=94')).toEqual(
      right(({ recipient, sender }) => recipient.startsWith('+94') || sender.startsWith('94')),
    );
    expect(await ids('from=2026-01-01&to=2026-11-01&sort_order=ASC')).toEqual(
      right(({ day }) => day >= '2026-01-01' && day <= '2026-11-01').reverse(),
    );
    expect(await ids('to=2020-01-01')).toEqual([]);
  });

  it('writes every cell that looks like a formula as text', async () => {
    const cells = ['=1+1', '+94771234567', '-1', '@SUM(A1)', '\tx', '\rx', 'a "b", c'];
    const rows = async function* () {
      yield [cells as unknown as ReportRow];
    };
    let text = '';
    for await (const piece of writeCsv(rows(), { timezone: 'UTC', currency: 'LKR', withText: false }))
      text += piece;
    expect(text.slice(text.indexOf('\n') + 1)).toBe(
      `'=1+1,"=""+94771234567""",'-1,'@SUM(A1),'\tx,"'\rx","a ""b"", c"\r\n`,
    );
  });
});

describe('report.pdf', () => {
  it('is A4 portrait with title, zone and the seven columns, and holds every row once', async () => {
    const answer = await report('pdf', 'range=12m&status=DELIVERED');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report.pdf"',
    });
    const source = answer.rawPayload.toString('latin1');
    expect(source.startsWith('%PDF-')).toBe(true);
    expect(source).toMatch(/\/MediaBox \[0 0 595\.28 841\.89\]/);

    const pages = pdfText(answer.rawPayload);
    expect(pages[0]!.slice(0, 6)).toEqual([
      'SMS Log Report',
      'Project Shop · TEST',
      'Last 12 months',
      'Status: Delivered',
      expect.stringMatching(/^Times are in Australia\/Lord_Howe\. Made \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/),
      expect.stringMatching(/^\d+ messages\.$/),
    ]);
    const head = 'Date\tAPI\tFrom\tTo\tMessage ID\tSegments\tStatus';
    const rows = pages.flatMap((lines, page) => {
      expect(lines).toContain(head);
      expect(lines.at(-1)).toBe(`Page ${page + 1}`);
      return lines.slice(lines.indexOf(head) + 1, -1).map((line) => line.split('\t'));
    });
    const yearAgo = Date.now() - 366 * 86_400_000;
    const delivered = rowsOf(messages.filter(({ status }) => status === 'DELIVERED'));
    expect(rows.length).toBeGreaterThan(300);
    expect(rows).toEqual(delivered.slice(0, rows.length));
    expect(answer.headers['x-total-rows']).toBe(String(rows.length));
    expect(Date.parse(delivered[rows.length]![0]!)).toBeLessThan(yearAgo + 2 * 86_400_000);
  });

  it('is truncated at 10,000 rows and states it', async () => {
    const busy = await makeSender(t);
    const { status: _status, ...like } = messages[0]!;
    const place = { teamId: busy.teamId, projectId: busy.project.id, mode: 'TEST' as const };
    for (let i = 0; i < 10; i++) {
      const rows = Array.from({ length: 1001 }, () => ({
        ...like,
        ...place,
        id: newId(),
        acceptedAt: new Date(),
        linkGroup: 'TEST:',
        priority: 0,
        validityMs: 1000,
        linkId: null,
        leaseMs: null,
        heldFor: null,
        hidden: null,
      }));
      await insertMessages(pool, rows);
    }
    const answer = await report('pdf', 'range=1d', busy);
    expect(answer.headers['x-total-rows']).toBe('10000');
    const lines = pdfText(answer.rawPayload).flat();
    expect(lines).toContain('Cut: the first 10,000 of 10,010 messages. Download the CSV for all of them.');
    expect(lines.filter((line) => line.includes('\tOutgoing\t'))).toHaveLength(10_000);
    const searched = pdfText((await report('pdf', `q=${like.recipient.slice(1)}`, busy)).rawPayload).flat();
    expect(searched).toContain(
      'Cut: the first 10,000 of more than 10,000 messages. Download the CSV for all of them.',
    );
    // Two reports of 10,000 rows take long on a busy machine.
  });

  it("shows the id of a project if its fonts lack the name's characters", async () => {
    const head = { mode: 'TEST', filters: [], timezone: 'UTC', madeAt: 'now', total: 0 } as const;
    const none = (async function* () {})();
    const doc = writePdf(none, { ...head, project: { id: 'the-id', name: 'Киоск' } });
    const [lines] = pdfText(Buffer.concat(await doc.toArray()));
    expect(lines).toContain('Project the-id · TEST');
    expect(lines).toContain('0 messages.');
    const named = writePdf((async function* () {})(), { ...head, project: { id: 'the-id', name: 'කඩය' } });
    const bytes = Buffer.concat(await named.toArray());
    expect(bytes.toString('latin1')).toMatch(/NotoSansSinhala/);
    expect(pdfText(bytes).flat().join()).not.toContain('the-id');
  });
});

describe('a report', () => {
  it.each([
    ['an unknown range', 'range=2d', 400, 1002],
    ['a date that is none', 'from=2026-02-30&to=2026-03-01', 400, 1007],
    ['from after to', 'from=2026-03-02&to=2026-03-01', 400, 1002],
    ['an unknown status', 'status=LOST', 400, 1002],
  ])('with %s is refused', async (_what, query, status, code) => {
    for (const file of ['csv', 'pdf']) {
      const answer = await report(file, query);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
  });

  it('stops if its reader disconnects, and one user gets at most two at once', async () => {
    await t.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = t.app.server.address() as AddressInfo;
    const cookie = [...sender.browser.cookies].map((pair) => pair.join('=')).join('; ');
    const open = async () => {
      const path = `/v1/web/messages/report.csv?project_id=${sender.project.id}&mode=TEST`;
      const call = get({ host: '127.0.0.1', port, path, headers: { cookie } });
      const [answer] = await once(call, 'response');
      // Not read, so data beyond the socket buffers has to wait.
      return { call, status: answer.statusCode as number };
    };
    // The first row of the log is locked, so no report can finish.
    const waiting = await transaction(pool, async (client) => {
      await client.query('lock table messages in access exclusive mode');
      const waiting = [open(), open(), open()];
      const third = await Promise.race(waiting);
      expect(third.status).toBe(429);
      return waiting;
    });
    for (const one of await Promise.all(waiting)) one.call.destroy();
    await waitFor(async () => {
      const { call, status } = await open();
      call.destroy();
      return status === 200;
    });
  });

  it('reads a failed batch again', async () => {
    const project = { team_id: sender.teamId, id: sender.project.id, timezone: TIMEZONE };
    const filter = filterOf(project, 'TEST', { sort_order: 'DESC' }, new Date()) as LogFilter;
    let connects = 0;
    const restarted = {
      connect: async () => {
        if (++connects === 2) throw pgError('the database system is shutting down', '57P03');
        return pool.connect();
      },
    } as unknown as typeof pool;
    const signal = new AbortController().signal;
    const reading = {
      filter,
      order: 'DESC',
      most: 10_000,
      timezone: TIMEZONE,
      withText: false,
      signal,
    } as const;
    const ids: string[] = [];
    for await (const batch of readRows(
      { reader: openReader({ pool: restarted, kysely }, []), archive: null },
      reading,
    ))
      ids.push(...batch.map((row) => row[4]!));
    expect(ids).toEqual(rowsOf(messages).map((row) => row[4]));
  });

  it('does not repeat a batch that took too long', async () => {
    const project = { team_id: sender.teamId, id: sender.project.id, timezone: TIMEZONE };
    const filter = filterOf(project, 'TEST', { sort_order: 'DESC' }, new Date()) as LogFilter;
    let connects = 0;
    const slow = {
      connect: async () => {
        connects++;
        throw pgError('canceling statement due to statement timeout', '57014');
      },
    } as unknown as typeof pool;
    const signal = new AbortController().signal;
    const reader = openReader({ pool: slow, kysely }, []);
    const rows = readRows(
      { reader, archive: null },
      {
        filter,
        order: 'DESC',
        most: 10_000,
        timezone: TIMEZONE,
        withText: false,
        signal,
      },
    );
    await expect(rows.next()).rejects.toThrow('statement timeout');
    expect(connects).toBe(1);
  });

  it('that fails midway is visibly incomplete, and one that cannot start is an error', async () => {
    const [first] = rowsOf(messages).slice(-1);
    // A value that no report can write.
    await pool.query(`update messages set accepted_at = 'infinity' where id = $1`, [first![4]]);
    if (!t.app.server.listening) await t.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = t.app.server.address() as AddressInfo;
    const cookie = [...sender.browser.cookies].map((pair) => pair.join('=')).join('; ');
    for (const file of ['csv', 'pdf']) {
      const path = `/v1/web/messages/report.${file}?project_id=${sender.project.id}&mode=TEST&sort_order=DESC`;
      const [answer] = (await once(
        get({ host: '127.0.0.1', port, path, headers: { cookie } }),
        'response',
      )) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      await expect(buffer(answer)).rejects.toThrow('aborted');
      expect(answer.complete).toBe(false);
      expect((await report(file, 'sort_order=ASC')).statusCode).toBe(500);
    }
    await pool.query('update messages set accepted_at = now() where id = $1', [first![4]]);
  });

  it('stops the query that is running for it', async () => {
    const over = new AbortController();
    const sleeping = abortableQuery(pool, over.signal, 'select pg_sleep(600)', []);
    const running = async () => {
      const { rows } = await pool.query(
        `select count(*)::integer as n from pg_stat_activity where datname = current_database() and state = 'active'
           and query like 'select pg_sleep%'`,
      );
      return rows[0].n as number;
    };
    await waitFor(async () => (await running()) === 1);
    over.abort();
    await expect(sleeping).rejects.toThrow();
    await waitFor(async () => (await running()) === 0);
  });
});

function pgError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
