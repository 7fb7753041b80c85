// A faulty carrier delays messages that another one could take by a few attempts at most, over SMPP on TCP.

import { commandStatus } from '@godwit/smpp/codec/status';
import { type Behaviour, startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeStaff } from '../../../test/staff.ts';
import { simulatorLinks } from '../links/config.ts';
import { REJECTED_IN_ROW, UNPROVEN } from '../links/health.ts';

const COUNT = 40;
const first = await startSimulator();
afterAll(() => first.close());
const cheap = { ...simulatorLinks(first.port, ['LIVE'])[0]!, id: 'cheap' };
const dear = [{ prefix: '', tier: 2, weight: 1 }];
const timings = { ...SHORT, responseTimeoutMs: 1_000, doubtMs: 1_000 };
const t = await startEngine({}, { timings, more: [cheap], change: (link) => ({ ...link, routes: dear }) });
const sender = await makeLiveSender(t, { amount: '10000' });
const { browser: staff } = await makeStaff(t, { role: 'ADMIN' });

const GOOD: Partial<Behaviour> = { refuseWith: null, silent: false, throttleAbovePerSecond: null };
const healthOf = async (id: string) =>
  (await staff.get('/v1/staff/carriers')).json().find((link: { id: string }) => link.id === id)?.health;
const sendMany = (body: string) =>
  Promise.all(
    Array.from({ length: COUNT }, (_, i) =>
      send(t, sender, { to: '+94770000001', body: `${body} ${i}` }, 'LIVE'),
    ),
  );
const delivered = (messages: Awaited<ReturnType<typeof sendMany>>) =>
  Promise.all(messages.map((message) => reaches(t, sender, message, 'DELIVERED')));
/** The final state of a message; null while it is open. */
const finalOf = ({ status, failure }: Awaited<ReturnType<typeof read>>) =>
  failure?.code ?? (status === 'DELIVERED' ? status : null);
const takenBy = ({ stats }: Pick<typeof first, 'stats'>, body: string) =>
  [...stats().messages].filter(([key]) => key.includes(body)).length;

/** Sends until the cheap carrier has taken enough in a row to count as healthy. */
beforeEach(async () => {
  first.behave(GOOD);
  await waitFor(
    async () => {
      const before = first.stats().accepted;
      await reaches(t, sender, await send(t, sender, { to: '+94770000001' }, 'LIVE'), 'DELIVERED');
      return first.stats().accepted > before && (await healthOf('cheap'))?.state === 'OPEN';
    },
    { what: 'traffic back on the first tier', timeoutMs: 30_000 },
  );
});

describe('a carrier of the first tier', () => {
  it('that works carries everything', async () => {
    const before = t.simulator.stats().submits;
    for (let i = 0; i < COUNT; i++) await send(t, sender, { to: '+94770000003', body: `works ${i}` }, 'LIVE');
    await waitFor(async () => takenBy(first, 'works') === COUNT);
    expect(t.simulator.stats().submits).toBe(before);
  });

  it.each([
    ['errs', { refuseWith: commandStatus.ESME_RSYSERR }],
    ['throttles everything', { throttleAbovePerSecond: 0 }],
  ])('that %s leaves all messages to the second, after few attempts', async (body, behaviour) => {
    first.behave(behaviour);
    const tried = first.stats().submits;
    await delivered(await sendMany(body));
    expect(takenBy(t.simulator, body)).toBe(COUNT);
    expect(first.stats().submits - tried).toBeLessThanOrEqual(COUNT);
    const more = first.stats().submits;
    await delivered(await sendMany(`${body} still`));
    expect(first.stats().submits - more).toBeLessThanOrEqual(UNPROVEN);
  });

  it('that fails is shown as closed with the reason, and logged once', async () => {
    first.behave({ refuseWith: commandStatus.ESME_RSYSERR });
    const lines = () => t.log.filter((line) => line.includes('the link is closed')).length;
    const before = lines();
    await delivered(await sendMany('shown'));
    await waitFor(async () => (await healthOf('cheap')).words?.includes('messages refused'));
    await waitFor(async () => lines() === before + 1);
  });

  it('that rejects everything is closed, and the others go by the second', async () => {
    first.behave({ refuseWith: commandStatus.ESME_RUNKNOWNERR });
    const messages: Awaited<ReturnType<typeof sendMany>> = [];
    await waitFor(
      async () => {
        messages.push(...(await sendMany('rejected')));
        return (await healthOf('cheap')).words?.includes('messages rejected');
      },
      { what: 'the link closed', timeoutMs: 30_000 },
    );
    const ended = await Promise.all(
      messages.map((message) => waitFor(async () => finalOf(await read(t, sender, message)))),
    );
    expect(ended.filter((how) => how === 'REJECTED').length).toBeGreaterThanOrEqual(REJECTED_IN_ROW);
    const before = first.stats().submits;
    const more = await sendMany('rejected still');
    await Promise.all(more.map((message) => waitFor(async () => finalOf(await read(t, sender, message)))));
    expect(first.stats().submits - before).toBeLessThanOrEqual(UNPROVEN);
  });

  it('that is silent puts a few in doubt, and the others go by the second', async () => {
    first.behave({ silent: true });
    const before = first.stats().submits;
    const messages = await sendMany('silent');
    await Promise.all(messages.map((message) => reaches(t, sender, message, 'DELIVERED')));
    await delivered(await sendMany('silent again'));
    expect(first.stats().submits - before).toBeLessThan(COUNT);
  });
});
