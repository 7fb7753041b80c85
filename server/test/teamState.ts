// A program that puts a person's team into a state at once, for tests from outside, with the service's
// settings in the environment: `node teamState.ts EMAIL STATE [VALUE…]`.
import { openRuntime } from '../src/runtime.ts';
import { readSettings } from '../src/settings.ts';

const CONNECTIONS = 1;
const SQL: Record<string, string> = {
  viewer: `update team_members set role = 'VIEWER' where user_id = (select id from users where email = $1) and $2::text[] is not null`,
  // Makes scheduled campaigns and messages due.
  due: `with team as (select team_id as id from team_members join users on users.id = user_id where email = $1 and $2::text[] is not null),
    campaign as (update campaigns set due_at = now() where team_id in (select id from team) and state = 'scheduled' returning id),
    message as (update send_queue set due_at = now() where team_id in (select id from team) and due_at > now() returning message_id)
    select id from campaign union all select message_id from message`,
  'opted-out': `insert into scoped_opt_outs (team_id, mode, number, scope, source)
    select team_id, mode, unnest($2::text[]), 'ALL', 'STOP' from unnest('{LIVE,TEST}'::message_mode[]) as mode, team_members join users on users.id = user_id where email = $1`,
  // Adds 200 TEST threads; the one with the given number has 10,000 messages, half of them replies.
  conversations: `with place as (select m.team_id, p.id as project_id, n.number as ours from team_members m join users on users.id = m.user_id
      join projects p on p.team_id = m.team_id join two_way_numbers n on n.team_id = m.team_id and n.project_id = p.id and n.mode = 'TEST'
      where email = $1),
    made as (select place.*, i, i % 2 = 0 as answer, (left(uuid_floor(now() - make_interval(secs => 3 * i))::text, 14) || '7' || right(gen_random_uuid()::text, 21))::uuid as id,
        case when i <= 10000 then ($2::text[])[1] else '+9470' || lpad(i::text, 7, '0') end as phone,
        now() - make_interval(secs => 3 * i) as at,
        case when i % 50 = 7 then repeat('ඔබේ ඇණවුම කොළඹින් පිටත් විය. ', 12) else 'Message ' || i end as body
      from place, generate_series(1, 10398) as i where i <= 10000 or i % 2 = 1),
    stored as (insert into messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body, encoding,
        characters, segments, cost_micros, charged_micros, day, state, accepted_at)
      select team_id, id, project_id, 'TEST', (case when answer then 'OUTGOING' else 'INCOMING' end)::message_direction, 'MESSAGING', 'WEB',
        case when answer then ours else phone end, false, case when answer then phone else ours end, body, 'GSM7', length(body), 1, 0, 0, at,
        'delivered', at from made),
    counted as (insert into message_count_deltas (team_id, project_id, mode, quarter, direction, api_type, status, count, segments, cost_micros)
      select team_id, project_id, 'TEST', quarter_of(at), (case when answer then 'OUTGOING' else 'INCOMING' end)::message_direction, 'MESSAGING',
        'DELIVERED', count(*), count(*), 0 from made group by team_id, project_id, quarter_of(at), answer)
    insert into conversations (team_id, project_id, mode, number, last_id, last_incoming_id, last_direction, last_text)
    select distinct on (phone) team_id, project_id, 'TEST', phone, id, id, 'INCOMING', left(body, 100) from made where not answer
    order by phone, id desc`,
  // For the whole service: sixty numbers, those that are counted together, and receipts that were dropped.
  'refused-incoming': `with dropped as (insert into dropped_receipts (link_id, receipts, bytes, since)
      values ('simulator-live', 99588, 29876400, now() - interval '3 hours') on conflict do nothing)
    insert into refused_incoming (link_id, recipient, reason, sender, count, last_at)
    select 'simulator-live', case when i = 3 then '' else '+9411' || lpad(i::text, 7, '0') end,
      (array['UNKNOWN_NUMBER', 'TOO_MANY', 'TOO_LONG']::incoming_refusal[])[i % 3 + 1], '+94771112223', 1 + i * i, now() - make_interval(mins => i)
    from generate_series(0, 59) as i where $1::text is not null and $2::text[] is not null`,
  // Two days of a link, of which the last half hour went badly.
  'link-counts': `with refused as (
      insert into link_refusals (link_id, at, code, meaning, count)
      select 'simulator-live', date_trunc('hour', now(), 'UTC') - make_interval(hours => i), (array['ESME_RINVDSTADR', 'ESME_RX_T_APPN', ''])[i + 1], null, 1200 / (i + 1)
      from generate_series(0, 2) as i on conflict do nothing
    ), balance as (
      insert into link_balances (link_id, asked_at, at, amount, currency, below) values ('simulator-live', now(), now(), 812.5, 'LKR', 1000)
      on conflict do nothing
    )
    insert into link_counts (link_id, grain, at, submitted, taken, refused, throttled, delivered, failed, receipts, receipt_ms)
    select 'simulator-live', 'minute', at, n, n - n / 20, n / 20, n / 50, n * share, n * (1 - share) - n / 20, n / 2, (n / 2 * (4000 + 3000 * sin(m / 300.0)))::bigint
    from generate_series(1, 2900) as m cross join lateral (select date_trunc('minute', now()) - make_interval(mins => m) as at,
      (400 + 300 * sin(m / 230.0))::integer as n, case when m < 30 then 0.3 else 0.9 end as share) as one
    where $1::text is not null and $2::text[] is not null on conflict do nothing`,
  'payment-alerts': `insert into payment_alerts (id, provider, kind, subject, team_id, detail)
    select gen_random_uuid(), 'STRIPE', unnest($2::text[]), users.id::text, team_id, '{"event": "evt_1QkTz9", "order": "GWEB12EF46A7600D8D32BD1DEBP"}'
    from team_members join users on users.id = user_id where email = $1`,
  // As if the name servers had returned the record.
  'proven-domain': `update team_domains set proved_at = now() where domain = any($2::text[])
    and team_id in (select team_id from team_members join users on users.id = user_id where email = $1)`,
  'missing-record': `update team_domains set proved_at = now(), looks_gone = 1 where domain = any($2::text[])
    and team_id in (select team_id from team_members join users on users.id = user_id where email = $1)`,
  'paid-again': `insert into payment_charges (team_id, payment_id, charge, total_micros)
    select p.team_id, p.id, unnest($2::text[]), p.total_micros from payments p join team_members m on m.team_id = p.team_id
    join users on users.id = m.user_id where email = $1 and p.provider = 'PRACTICE'`,
  'unanswered-refund': `update payment_returns r set status = 'PENDING', settled_at = null, reference = 'no answer ' || r.id
    from payments p join team_members m on m.team_id = p.team_id join users on users.id = m.user_id
    where email = $1 and $2::text[] is not null and p.team_id = r.team_id and p.id = r.payment_id and p.provider = 'PRACTICE'`,
};

const [email, state = '', ...words] = process.argv.slice(2);
const sql = SQL[state];
if (!sql) throw new Error(`Unknown state ${state}: choose from ${Object.keys(SQL).join(', ')}`);
const runtime = await openRuntime(readSettings(process.env), 'team state', CONNECTIONS);
try {
  const { rowCount } = await runtime.pool.query(sql, [email, words]);
  if (!rowCount) throw new Error(`No row changed for ${email}`);
} finally {
  await runtime.close();
}
