// A program: brings the team of a person into a state at once, for tests that see the service from outside.
// node teamState.ts EMAIL viewer, EMAIL due, EMAIL opted-out NUMBER…, EMAIL payment-alerts KIND… or EMAIL unanswered-refund, with the settings of the
// service in the environment.
import { openRuntime } from '../src/runtime.ts';
import { readSettings } from '../src/settings.ts';

const CONNECTIONS = 1;
const SQL: Record<string, string> = {
  viewer: `update team_members set role = 'VIEWER' where user_id = (select id from users where email = $1) and $2::text[] is not null`,
  // What is scheduled: campaigns and single messages.
  due: `with team as (select team_id as id from team_members join users on users.id = user_id where email = $1 and $2::text[] is not null),
    campaign as (update campaigns set due_at = now() where team_id in (select id from team) and state = 'scheduled' returning id),
    message as (update send_queue set due_at = now() where team_id in (select id from team) and due_at > now() returning message_id)
    select id from campaign union all select message_id from message`,
  'opted-out': `insert into opt_outs (team_id, number, source)
    select team_id, unnest($2::text[]), 'STOP' from team_members join users on users.id = user_id where email = $1`,
  'payment-alerts': `insert into payment_alerts (id, provider, kind, subject, team_id, detail)
    select gen_random_uuid(), 'STRIPE', unnest($2::text[]), users.id::text, team_id, '{"event": "evt_1QkTz9", "order": "GWEB12EF46A7600D8D32BD1DEBP"}'
    from team_members join users on users.id = user_id where email = $1`,
  'unanswered-refund': `update payment_returns r set status = 'PENDING', settled_at = null, reference = 'no answer ' || r.id
    from payments p join team_members m on m.team_id = p.team_id join users on users.id = m.user_id
    where email = $1 and $2::text[] is not null and p.team_id = r.team_id and p.id = r.payment_id and p.provider = 'PRACTICE'`,
};

const [email, state = '', ...words] = process.argv.slice(2);
const sql = SQL[state];
if (!sql) throw new Error(`There is no state ${state}: give one of ${Object.keys(SQL).join(', ')}`);
const runtime = await openRuntime(readSettings(process.env), 'team state', CONNECTIONS);
try {
  const { rowCount } = await runtime.pool.query(sql, [email, words]);
  if (!rowCount) throw new Error(`Nothing has changed for ${email}`);
} finally {
  await runtime.close();
}
