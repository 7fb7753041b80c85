// Turns: inside a lane no team waits behind another's many messages (promise E6, by order; its times are a bench's).
import { expect, it } from 'vitest';
import { reaches, send, startEngine } from '../../test/carriers.ts';
import { makeSender } from '../../test/factories.ts';

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
