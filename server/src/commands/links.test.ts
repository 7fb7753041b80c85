// Links and the queue from the command line.
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { startHeldCarrier } from '../../test/heldCarrier.ts';
import { auditOf } from '../../test/staff.ts';
import { COMMAND_LINE } from '../audit/record.ts';
import { drainLink } from '../carriers/staff/drain.ts';
import type { Runtime } from '../runtime.ts';
import { linksDrain, linksList, linksPause, linksResume } from './links.ts';
import { queue } from './queue.ts';

const carrier = await startHeldCarrier();
const t = await startEngine({}, { change: carrier.serve });
const runtime = t.services as Runtime;
const LIVE = 'simulator-live';
const sender = await makeLiveSender(t);
await waitFor(async () => /simulator-live +LIVE +BOUND/.test((await linksList(runtime)).text));

it('pauses and resumes a link as the staff console does', async () => {
  expect((await linksPause(runtime, [LIVE, 'Their', 'maintenance'])).data).toEqual({
    link: LIVE,
    paused: true,
  });
  const { text } = await linksList(runtime);
  expect(text.split('\n')[0]).toMatch(/^link +mode +state +health/);
  expect(text).toMatch(/simulator-live +LIVE +PAUSED .* paused by command line: Their maintenance/);
  await expect(linksPause(runtime, [LIVE, 'Again'])).rejects.toThrow('already paused');
  expect((await linksResume(runtime, [LIVE, 'They', 'finished'])).data).toEqual({
    link: LIVE,
    paused: false,
  });
  const logged = { staff_email: 'command line', subject: LIVE };
  expect(await auditOf(t, 'LINK_PAUSED')).toMatchObject([
    { ...logged, detail: { reason: 'Their maintenance' } },
  ]);
  expect(await auditOf(t, 'LINK_RESUMED')).toMatchObject([
    { ...logged, detail: { reason: 'They finished' } },
  ]);
});

it('refuses a link that does not exist, and a change without a reason', async () => {
  await expect(linksPause(runtime, ['nothing', 'Because'])).rejects.toThrow('no link nothing');
  await expect(linksDrain(runtime, ['nothing', 'Because'])).rejects.toThrow('no link nothing');
  await expect(linksResume(runtime, [])).rejects.toThrow('Name the link');
  await expect(linksDrain(runtime, [LIVE])).rejects.toThrow('Give a reason');
});

it('drains a link: what is written is answered, what comes later waits', async () => {
  const written = await send(t, sender, { to: '+94771230001' }, 'LIVE');
  const [submit] = await carrier.submitsTo('+94771230001', 1);
  const asked = { id: LIVE, reason: 'They move' };
  const given = await drainLink(t.services, COMMAND_LINE, asked, { withinMs: 0 });
  expect(given).toMatchObject({ isDrained: false, unanswered: 1 });

  const draining = linksDrain(runtime, [LIVE, 'They', 'move']);
  submit!.take();
  expect(await draining).toEqual({
    text: `${LIVE} is paused, and every message written over it is answered.`,
    data: { link: LIVE, paused: true, drained: true, unanswered: 0 },
  });
  await reaches(t, sender, written, 'SENT');
  expect(await auditOf(t, 'LINK_PAUSED')).toHaveLength(2);

  const later = await send(t, sender, { to: '+94771230002' }, 'LIVE');
  const report = await queue(runtime);
  expect(report.data).toMatchObject({
    total: 1,
    rows: [{ links: [LIVE], team_id: sender.teamId, paused: false, due: 1, in_flight: 0, in_doubt: 0 }],
  });
  expect(report.text).toMatch(
    /^link group +links +team .*\nLIVE:\S* +simulator-live .* 1 +0 +0 +0 +0 +\d+ s$/,
  );
  await linksResume(runtime, [LIVE, 'They', 'moved']);
  (await carrier.submitsTo('+94771230002', 1))[0]!.take();
  await reaches(t, sender, later, 'SENT');
  await waitFor(async () => (await queue(runtime)).text === 'No message waits.');
});
