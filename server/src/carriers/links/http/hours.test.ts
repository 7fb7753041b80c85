// The hours of a carrier, by a clock that the test sets.
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../../test/carriers.ts';
import { waitFor } from '../../../../test/database.ts';
import { startHttpCarrier } from '../../../../test/httpCarrier.ts';
import { readFigures } from '../../../status/queries.ts';
import { listLinks } from '../../staff/links.ts';
import { hoursText, openHours } from './hours.ts';

describe('hours', () => {
  it.each<[string, string, boolean]>([
    ['08:00-20:00 Asia/Colombo', '2026-11-26T02:29:59Z', false],
    ['08:00-20:00 Asia/Colombo', '2026-11-26T02:30:00Z', true],
    ['08:00-20:00 Asia/Colombo', '2026-11-26T14:29:59Z', true],
    ['08:00-20:00 Asia/Colombo', '2026-11-26T14:30:00Z', false],
    ['22:00-06:00 UTC', '2026-11-26T23:00:00Z', true],
    ['22:00-06:00 UTC', '2026-11-26T05:59:00Z', true],
    ['22:00-06:00 UTC', '2026-11-26T06:00:00Z', false],
    // Sydney is 10 h ahead of UTC in winter and 11 h in summer.
    ['08:00-20:00 Australia/Sydney', '2026-07-01T21:30:00Z', false],
    ['08:00-20:00 Australia/Sydney', '2026-12-01T21:30:00Z', true],
    // New York skips 02:00 to 03:00 on 8 March 2026, and repeats 01:00 to 02:00 on 1 November.
    ['02:30-20:00 America/New_York', '2026-03-08T06:59:00Z', false],
    ['02:30-20:00 America/New_York', '2026-03-08T07:00:00Z', true],
    ['01:30-20:00 America/New_York', '2026-11-01T05:30:00Z', true],
    ['01:30-20:00 America/New_York', '2026-11-01T06:15:00Z', false],
    ['01:30-20:00 America/New_York', '2026-11-01T06:30:00Z', true],
  ])('%s at %s: open is %s', (text, at, isOpen) => {
    const hours = openHours(
      text,
      () => {},
      () => Date.parse(at),
    );
    onTestFinished(hours.close);
    expect(hours.isOpen()).toBe(isOpen);
    expect(hours.words() === null).toBe(isOpen);
  });

  it.each([
    '08:00-20:00',
    '8:00-20:00 UTC',
    '08:00-24:30 UTC',
    '08:00-08:00 UTC',
    '08:00-20:00 Asia/Nowhere',
  ])('%s are refused', (text) => {
    expect(hoursText.safeParse(text).success).toBe(false);
  });
});

const carrier = await startHttpCarrier();
const second = await startHttpCarrier();

/** An engine just before its carrier opens, or after `at`. The clock stands still until the test moves it. */
async function engineAt(at: string, { tiers = 1 } = {}) {
  const clock = { ms: Date.parse(at) };
  const config = carrier.link({ hours: '08:00-20:00 Asia/Colombo' });
  const other = second.link({ id: 'second', routes: [{ prefix: '', tier: 2 }] });
  const t = await startEngine(
    {},
    {
      change: (link) => (link.mode === 'LIVE' ? config : link),
      more: tiers === 2 ? [other] : [],
      now: () => clock.ms,
    },
  );
  return { t, sender: await makeLiveSender(t), clock };
}

const linkOf = async (t: Awaited<ReturnType<typeof engineAt>>['t']) =>
  (await listLinks(t.services)).find(({ id }) => id === 'http');

it('a closed link takes nothing and says so; its messages go when it opens', async () => {
  // 50 ms before the opening by the clock of the link, and the timer for it is running.
  const { t, sender, clock } = await engineAt('2026-11-26T02:29:59.950Z');
  const message = await send(t, sender, { to: '+94775550001' }, 'LIVE');
  const link = await waitFor(async () => {
    const found = await linkOf(t);
    return found?.health.state === 'CLOSED' && found.queue.due === 1 ? found : null;
  });
  expect(link.health.words).toBe(
    'the carrier is closed at this hour: it takes messages 08:00-20:00 Asia/Colombo',
  );
  expect(carrier.calls).toHaveLength(0);
  // Alerts need nobody to act at this hour.
  const figures = (await readFigures(t.services.pool as never)).links.find(({ link }) => link === 'http');
  expect(figures).toMatchObject({ health: 'OPEN', sessions: 10, bound_sessions: 10 });
  expect((await read(t, sender, message)).status).not.toBe('SENT');
  clock.ms = Date.parse('2026-11-26T02:30:00Z');
  await reaches(t, sender, message, 'SENT');
  await waitFor(async () => (await linkOf(t))?.health.state === 'OPEN');
});

it('messages of a closed link go over another one', async () => {
  const { t, sender } = await engineAt('2026-11-26T15:00:00Z', { tiers: 2 });
  const before = carrier.calls.length;
  await reaches(t, sender, await send(t, sender, { to: '+94775550002' }, 'LIVE'), 'SENT');
  expect(second.calls).toHaveLength(1);
  expect(carrier.calls).toHaveLength(before);
});
