// A carrier that shows the sender of its own account to everybody, as Modica does.
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { registerName } from '../../../test/registrations.ts';
import { makeStaff } from '../../../test/staff.ts';
import { groupLinks } from '../links/groups.ts';
import { listLinks } from '../staff/links.ts';

const held = await startHeldCarrier();
const modica = await startHttpCarrier();
// It has the numbers of Perth alone, and comes before the other link for those of +6147.
const t = await startEngine(
  {},
  {
    change: (link) => ({
      ...held.serve(link),
      routes: ['', '6147'].map((prefix) => ({ prefix, tier: 2, weight: 1 })),
    }),
    more: [
      modica.link({
        profile: 'modica',
        secrets: { user: 'u', pass: 'p' },
        routes: [{ prefix: '6148' }, { prefix: '6147' }, { prefix: '94' }],
      }),
    ],
  },
);
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const sender = await makeLiveSender(t);
held.onSubmit = (submit) => submit.take();
modica.onCall = (call) => call.answer(202, { id: `m${modica.calls.length}` });
const name = { teamId: sender.teamId, projectId: sender.project.id, sender: 'Lanka Shop' };
const callsTo = (to: string) => modica.calls.filter(({ json }) => json.destination === to);

it('carries names to countries without a register, in which no law wants a certain one', async () => {
  const to = '+94771230001';
  await reaches(t, sender, await send(t, sender, { to }, 'LIVE'), 'SENT');
  expect(callsTo(to)).toHaveLength(1);
});

it('carries no name to Australia, registered or not: another link does', async () => {
  const [unknown, known] = ['+61470000001', '+61470000002'];
  await reaches(t, sender, await send(t, sender, { to: unknown }, 'LIVE'), 'SENT');
  await registerName(t, name);
  await reaches(t, sender, await send(t, sender, { to: known }, 'LIVE'), 'SENT');
  expect([callsTo(unknown), callsTo(known)]).toEqual([[], []]);
  const sources = held.submits.map(({ to, pdu }) => [to, pdu.sourceAddr]);
  expect(sources).toEqual([
    [unknown, 'Unverified'],
    [known, 'Lanka Shop'],
  ]);
});

it('fails and refunds a name to Australia that no other link can carry', async () => {
  const to = '+61480000001';
  const message = await reaches(t, sender, await send(t, sender, { to }, 'LIVE'), 'FAILED');
  expect(message.failure).toMatchObject({ code: 'SENDER' });
  expect(callsTo(to)).toEqual([]);
});

it('is told apart on the staff pages', async () => {
  const fixed = async () => (await listLinks(t.services)).map((link) => [link.id, link.fixed_sender]);
  await waitFor(async () => (await fixed()).length === 3, { what: 'the reports of all links' });
  expect((await fixed()).toSorted()).toEqual([
    ['http', true],
    ['simulator-live', false],
    ['simulator-test', false],
  ]);
  const { browser } = await makeStaff(t, { role: 'SUPPORT' });
  expect((await browser.get('/v1/staff/carriers/http')).json().link).toMatchObject({ fixed_sender: true });
});
