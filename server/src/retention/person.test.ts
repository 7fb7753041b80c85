// Data exports are complete: an account's for its owner, a number's by the operator.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { makeSender } from '../../test/factories.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { exportPerson } from '../commands/person.ts';
import type { Runtime } from '../runtime.ts';

const t = await testApp();
const { pool } = t.services;
const runtime = t.services as Runtime;
const NUMBER = '+94771112223';
const parse = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

type Sender = Awaited<ReturnType<typeof makeSender>>;
const send = ({ authorization }: Sender, to: string) =>
  t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization.TEST },
    payload: { to, from: 'SANDBOX', body: `Hello ${to}` },
  });

describe('the export of an account', () => {
  it('has all that is held on its holder, nothing of others, and no secret', async () => {
    const [one, other] = [await makeSender(t), await makeSender(t)];
    const answer = await one.browser.post('/v1/web/profile/export');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="account.jsonl"',
      'cache-control': 'no-store',
    });
    const things = parse(answer.body);
    const of = (kind: string) => things.filter((thing) => thing.kind === kind);
    expect(of('account')).toMatchObject([{ email: one.person.email, first_name: 'Nimal', language: 'en' }]);
    expect(of('membership')).toMatchObject([{ team_id: one.teamId, role: 'OWNER' }]);
    expect(of('session')).toHaveLength(1);
    expect(of('mail').length).toBeGreaterThan(0);
    expect(of('audit_entry')).toMatchObject([{ action: 'ACCOUNT_EXPORTED' }]);
    expect(answer.body).not.toContain(other.person.email);
    expect(answer.body).not.toContain(other.teamId);
    expect(answer.body).not.toMatch(/hash|sealed|argon2/);
    expect((await openBrowser(t.app).post('/v1/web/profile/export')).json().code).toBe(4001);
  });

  it('has at most ten thousand of a kind, and reports when there are more', async () => {
    const one = await makeSender(t);
    await t.services.pool.query(
      `insert into mails (id, recipient, subject, text_body, html_body, sent_at) select gen_random_uuid(), $1, n, '', '', now() from generate_series(1, 10000) n`,
      [one.person.email],
    );
    const things = parse((await one.browser.post('/v1/web/profile/export')).body);
    const mails = things.filter(({ kind }) => kind === 'mail');
    expect(mails).toHaveLength(10_001);
    expect(mails.at(-1)).toEqual({ kind: 'mail', left_out: expect.stringMatching(/more of these/) });
    expect(things.filter((thing) => thing.left_out)).toHaveLength(1);
  });

  it('is made five times an hour', async () => {
    const one = await makeSender(t);
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await one.browser.post('/v1/web/profile/export')).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('godwit export-person', () => {
  it('has what every team holds about a number, and nothing about another one', async () => {
    const [one, other, third] = [await makeSender(t), await makeSender(t), await makeSender(t)];
    for (const to of [NUMBER, NUMBER, '+94779998887']) expect((await send(one, to)).statusCode).toBe(201);
    await send(other, NUMBER);
    await send(third, '+94779998887');
    const project = one.project.id;
    await pool.query(
      `with contact as (insert into contacts (team_id, id, number, first_name) values
          ($1, gen_random_uuid(), $3, 'Kamala'), ($1, gen_random_uuid(), '+94779998887', 'Somebody') returning id, number),
        grouped as (insert into contact_groups (team_id, id, name) values ($1, gen_random_uuid(), 'Parents') returning id),
        member as (insert into contact_group_members (team_id, group_id, contact_id) select $1, grouped.id, contact.id from grouped, contact),
        campaign as (insert into campaigns (team_id, id, project_id, mode, name, content, sender, group_ids, due_at, state, open)
          values ($1, gen_random_uuid(), $2, 'TEST', 'Fair', 'x', 'Kade', '{}', now(), 'done', false) returning id),
        recipient as (insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name)
          select $1, id, number, 'Kamala', '' from campaign, unnest(array[$3, '+94779998887']) as number),
        opted as (insert into scoped_opt_outs values ($1, 'LIVE', $3, 'ALL', 'STOP')),
        changed as (insert into opt_out_changes (team_id, id, mode, number, scope, source, created_at)
          values ($1, gen_random_uuid(), 'LIVE', $3, 'ALL', 'STOP', now())),
        consented as (insert into consents (team_id, mode, number, happened_at, kind, source, origin)
          values ($1, 'LIVE', $3, now(), 'GIVEN', 'A form', 'API')),
        link as (insert into opt_out_links (token, team_id, number) values ('abc', $1, $3)),
        thread as (insert into conversations (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
          values ($1, $2, 'TEST', $3, gen_random_uuid(), gen_random_uuid(), 'INCOMING', 'Yes')),
        keyword as (insert into keyword_actions (team_id, message_id, project_id, mode, phone, number, reply)
          values ($1, gen_random_uuid(), $2, 'TEST', $3, '12345', 'Thanks')),
        verified as (insert into verifications (team_id, id, project_id, mode, number_key, prefix, recipient, sender, salt, code_length, expires_at, message_id)
          values ($1, gen_random_uuid(), $2, 'LIVE', '', '947722', $3, 'Shop', '', 6, now(), gen_random_uuid())),
        reported as (insert into scam_cases (id, team_id, message_id, opened_by, report, facts)
          select gen_random_uuid(), $1, gen_random_uuid(), 'dilani', 'A call', jsonb_build_object('message', jsonb_build_object('to', number))
          from unnest(array[$3, '+94779998887']) as number),
        url as (insert into send_urls (id, team_id, project_id, mode, name, lookup, ending, sender, recipients, body)
          values (gen_random_uuid(), $1, $2, 'TEST', 'Pump', 'a', 'abcd', 'Kade', array['+94779990000', $3], 'Empty'))
      insert into refused_incoming (link_id, recipient, reason, sender, count) values ('a', '12345', 'TOO_MANY', $3, 1)`,
      [one.teamId, project, NUMBER],
    );
    await pool.query(
      `insert into client_references select team_id, id, project_id, mode, 'order 1042' from messages
        where team_id = $1 and recipient = $2 order by id limit 1`,
      [other.teamId, NUMBER],
    );
    // Messages from that number.
    await pool.query(
      `update messages set direction = 'INCOMING', sender = recipient, recipient = '12345' where id = (
        select id from messages where team_id = $1 and recipient = $2 order by id limit 1)`,
      [one.teamId, NUMBER],
    );
    const file = join(throwawayFolder(), 'person.jsonl');
    const report = await exportPerson(runtime, ['+94 77 111 2223', file]);
    const text = readFileSync(file, 'utf8');
    const things = parse(text);
    expect(report.data).toMatchObject({ number: NUMBER, things: things.length, teams: 2 });
    expect(statSync(file).mode & 0o077).toBe(0);
    const count = (kind: string) => things.filter((thing) => thing.kind === kind).length;
    expect(things.filter(({ kind }) => kind === 'contact')).toMatchObject([
      { number: NUMBER, first_name: 'Kamala', groups: ['Parents'], team_id: one.teamId },
    ]);
    const messages = things.filter(({ kind }) => kind === 'message');
    expect(messages.map(({ team_id, direction }) => [team_id, direction]).sort()).toEqual(
      [
        [one.teamId, 'INCOMING'],
        [one.teamId, 'OUTGOING'],
        [other.teamId, 'OUTGOING'],
      ].sort(),
    );
    const referenced = messages.filter(({ client_reference: reference }) => reference !== null);
    expect(referenced).toMatchObject([{ team_id: other.teamId, client_reference: 'order 1042' }]);
    const kinds = [
      'campaign_recipient',
      'opt_out',
      'opt_out_change',
      'consent',
      'opt_out_link',
      'conversation',
      'keyword_action',
      'send_url',
      'verification',
      'fraud_case',
    ];
    for (const kind of kinds) expect([kind, count(kind)]).toEqual([kind, 1]);
    expect(count('refused_incoming')).toBe(1);
    expect(text).not.toContain('+94779998887');
    expect(text).not.toContain(third.teamId);
    await expect(exportPerson(runtime, [NUMBER, file])).rejects.toThrow('is there already');
    await expect(exportPerson(runtime, ['77', join(throwawayFolder(), 'x')])).rejects.toThrow(
      'no phone number',
    );
    const { rows } = await pool.query(
      `select staff_email, subject from audit_log where action = 'PERSON_EXPORTED'`,
    );
    expect(rows).toEqual([{ staff_email: 'command line', subject: '…2223' }]);
  });

  it('knows of every column that numbers are in', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name !~ '^messages_' and data_type in ('text', 'ARRAY')
         and column_name in ('number', 'numbers', 'recipient', 'recipients', 'phone', 'sender', 'source', 'destination') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...GIVEN, ...NOT_GIVEN].sort());
  });
});

const GIVEN = [
  'campaign_recipients.number',
  'consents.number',
  'consents.source',
  'contact_deletions.numbers',
  'contacts.number',
  'conversation_reads.number',
  'conversations.number',
  'incoming_inbox.sender',
  'keyword_actions.phone',
  'messages.recipient',
  'messages.sender',
  'opt_out_changes.number',
  'opt_out_links.number',
  'opt_outs.number',
  'refused_incoming.sender',
  'scoped_opt_outs.number',
  'send_urls.recipients',
  'verifications.recipient',
];

/**
 * Customers' own numbers, senders, countries, mails' addresses; and carrier requests, which are removed
 * within days.
 */
const NOT_GIVEN = [
  'campaigns.sender',
  'carrier_refs.recipient',
  'carrier_refs.sender',
  'entities.number',
  'failure_counts.destination',
  'incoming_inbox.recipient',
  'keyword_actions.number',
  'mails.recipient',
  'message_count_deltas.destination',
  'receipt_inbox.recipient',
  'receipt_inbox.sender',
  'refused_incoming.recipient',
  'send_urls.sender',
  'verifications.sender',
  'sender_id_requests.sender',
  'sender_ids.sender',
  'sender_registrations.sender',
  'smpp_parts.destination',
  'smpp_parts.source',
  'smpp_receipts.destination',
  'smpp_receipts.source',
  'stamped_days.sender',
  'stamped_deltas.sender',
  'team_destinations.destination',
  'two_way_numbers.number',
];
