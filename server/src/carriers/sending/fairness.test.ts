// Fair scheduling: within a priority no team waits behind another team's backlog (promise E6 by order; the
// benchmark measures times).
import { expect, it } from 'vitest';
import { reaches, send, startEngine } from '../../../test/carriers.ts';
import { makeSender } from '../../../test/factories.ts';
import { teamsWithMessages } from './queueQueries.ts';

const BUSY = 400;
const PER_SECOND = 100;

const t = await startEngine({}, { change: (link) => ({ ...link, throughput: PER_SECOND }) });

it('sends one team’s message while another has hundreds waiting', async () => {
  const busy = await makeSender(t);
  const quiet = await makeSender(t);
  await Promise.all(
    Array.from({ length: BUSY }, (_, i) => send(t, busy, { to: '+94770000003', body: `busy ${i}` })),
  );
  await reaches(t, quiet, await send(t, quiet, { to: '+94770000003' }), 'SENT');

  const { rows } = await t.services.pool.query(
    "select count(*)::integer as waiting from messages where project_id = $1 and state = 'accepted'",
    [busy.project.id],
  );
  expect(rows[0].waiting).toBeGreaterThan(BUSY / 2);
});

it('schedules teams with due messages fairly in each priority, and skips the others', async () => {
  const teamIds = (await Promise.all([1, 2, 3, 4].map(() => makeSender(t)))).map(({ teamId }) => teamId);
  const [later, both, due, bulk] = teamIds.sort() as [string, string, string, string];
  const rows = [
    { teamId: later, priority: 0, dueIn: '1 day' },
    { teamId: both, priority: 0, dueIn: '1 day' },
    { teamId: both, priority: 0, dueIn: '-1 s' },
    { teamId: due, priority: 0, dueIn: '-1 s' },
    { teamId: bulk, priority: 1, dueIn: '-1 s' },
  ];
  for (const { teamId, priority, dueIn } of rows) {
    await t.services.pool.query(
      `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
        values (gen_random_uuid(), $1, 'nobody works it', $2, now() + $3::interval, now() + interval '2 days')`,
      [teamId, priority, dueIn],
    );
  }
  const roundRobins = [
    { priority: 0, lastTeam: both },
    { priority: 1, lastTeam: bulk },
  ];
  const teams = await teamsWithMessages(t.services.pool, {
    linkGroup: 'nobody works it',
    roundRobins,
    limit: 10,
  });
  expect(teams.map(({ priority, teamId }) => ({ priority, teamId }))).toEqual([
    { priority: 0, teamId: due },
    { priority: 0, teamId: both },
    { priority: 1, teamId: bulk },
  ]);
});
