// Explanations of a message for its customer and for staff: each kind of wait, refusal and detour, over SMPP
// on TCP.
import type { Explanation, ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { commandStatus } from '@godwit/smpp/codec/status';
import { type Behaviour, startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeStaff } from '../../../test/staff.ts';
import { simulatorLinks } from '../links/config.ts';

const first = await startSimulator();
afterAll(() => first.close());
const cheap = {
  ...simulatorLinks(first.port, ['LIVE'])[0]!,
  id: 'cheap',
  routes: [{ prefix: '94', tier: 1, weight: 3 }],
};
const at94 = [{ prefix: '94', tier: 2, weight: 1 }];
/** A link that is never bound: the first choice of some numbers, and the only one of others. */
const gone = {
  ...cheap,
  id: 'gone',
  port: 1,
  routes: [
    { prefix: '9471', tier: 1, weight: 1 },
    { prefix: '9472', tier: 1, weight: 1 },
  ],
};
const timings = { ...SHORT, responseTimeoutMs: 1_000, doubtMs: 1_000 };
const t = await startEngine(
  {},
  {
    timings,
    more: [cheap, gone],
    change: (link) =>
      link.mode === 'TEST' ? link : { ...link, routes: [...at94, { prefix: '9471', tier: 2, weight: 1 }] },
  },
);
const sender = await makeLiveSender(t, { amount: '10000' });
const { browser: staff } = await makeStaff(t, { role: 'ADMIN' });

const GOOD: Partial<Behaviour> = { refuseWith: null, silent: false, throttleAbovePerSecond: null };
const TO = '+94771230001';

const told = async ({ id }: SmsObject, of = sender) => {
  const answer = await of.browser.get(`/v1/web/messages/${id}/explanation?project_id=${of.project.id}`);
  return (answer.json() as Explanation).steps;
};
const toldStaff = async ({ id }: SmsObject) =>
  (await staff.get(`/v1/staff/messages/${id}/trace`)).json().explanation as ExplanationStep[];
const ofKind = <Kind extends ExplanationStep['kind']>(steps: ExplanationStep[], kind: Kind) =>
  steps.filter((step): step is StepOf<Kind> => step.kind === kind);
const live = (to = TO, body = 'Hello') => send(t, sender, { to, body }, 'LIVE');
const change = (id: string, action: 'pause' | 'resume') =>
  staff.post(`/v1/staff/carriers/${id}/${action}`, { reason: 'Tests of explanations.' });
/**
 * Sends until link states are as expected: until the newest message went over `link`, with this reason if
 * given.
 */
const sentBy = (link: string, why?: string) =>
  waitFor(
    async () => {
      const message = await live();
      await reaches(t, sender, message, 'DELIVERED');
      const [route] = ofKind(await toldStaff(message), 'ROUTE');
      return route?.link === link && route.passed[0]?.why === why ? { message, route } : null;
    },
    { what: `a message over ${link}, ${why}`, timeoutMs: 30_000 },
  );

beforeEach(async () => {
  first.behave(GOOD);
  await sentBy('cheap');
});

describe('a message without problems', () => {
  it('shows its price and segments, to staff also the link', async () => {
    const message = await live(TO, 'It’s ready: ආයුබෝවන්');
    await reaches(t, sender, message, 'DELIVERED');
    const steps = await waitFor(async () => {
      const now = await told(message);
      return now.some(({ kind }) => kind === 'RECEIPT') ? now : null;
    });
    expect(steps.map(({ kind }) => kind).sort()).toEqual(['ATTEMPT', 'ENCODING', 'END', 'PRICE', 'RECEIPT']);
    const [encoding] = ofKind(steps, 'ENCODING');
    expect(encoding).toMatchObject({
      encoding: 'UNICODE',
      segments: 1,
      per_segment: 70,
      hidden: 0,
      more: false,
    });
    expect(encoding?.characters.slice(0, 2)).toEqual([
      { character: '’', index: 3 },
      { character: 'ආ', index: 13 },
    ]);
    expect(ofKind(steps, 'PRICE')).toEqual([
      {
        ...{ kind: 'PRICE', prefix: '94', name: 'Sri Lanka', valid_from: expect.any(String) },
        ...{ price: 0.8, segments: 1, cost: 0.8, currency: 'LKR' },
      },
    ]);
    expect(ofKind(steps, 'ATTEMPT')).toMatchObject([
      { outcome: 'TAKEN', times: 1, status: null, link: null },
    ]);
    expect(ofKind(steps, 'RECEIPT')).toMatchObject([{ state: 'DELIVERED', part: 1, parts: 1, link: null }]);
    expect(steps.at(-1)).toMatchObject({ failure: null, refunded: false });
    expect(JSON.stringify(steps)).not.toContain('cheap');

    const forStaff = await toldStaff(message);
    expect(ofKind(forStaff, 'ROUTE')).toMatchObject([
      { choice: 1, passed: [], link: 'cheap', prefix: '94', tier: 1, weight: 3, weights: 3 },
    ]);
    expect(ofKind(forStaff, 'ENCODING')[0]).toMatchObject({ characters: [{ character: '’' }] });
    expect(ofKind(forStaff, 'ENCODING')[0]!.hidden).toBeGreaterThan(3);
    expect(JSON.stringify(forStaff)).not.toContain('ආ');
  });

  it('is visible only to its own team', async () => {
    const message = await live();
    const other = await makeLiveSender(t);
    expect(await told(message, other)).toBeUndefined();
  });

  it('shows nothing of carriers once their data expires', async () => {
    const message = await live();
    await reaches(t, sender, message, 'DELIVERED');
    await waitFor(async () => ofKind(await told(message), 'RECEIPT').length > 0);
    await t.services.pool.query('delete from carrier_refs where message_id = $1', [message.id]);
    expect((await told(message)).map(({ kind }) => kind)).toEqual(['ENCODING', 'PRICE', 'END', 'FORGOTTEN']);
  });
});

describe('a rejection', () => {
  it.each([
    ['ESME_RINVDSTADR', 'RECIPIENT'],
    ['ESME_RINVSRCADR', 'SENDER'],
    ['ESME_RSUBMITFAIL', 'REFUSED'],
  ] as const)('with %s is explained, with its refund', async (status, meaning) => {
    first.behave({ refuseWith: commandStatus[status] });
    const message = await live();
    await reaches(t, sender, message, 'FAILED');
    const steps = await told(message);
    expect(ofKind(steps, 'ATTEMPT')).toMatchObject([{ outcome: 'REFUSED', status: null, meaning }]);
    expect(ofKind(await toldStaff(message), 'ATTEMPT')).toMatchObject([{ status, meaning }]);
    expect(ofKind(steps, 'END')).toMatchObject([{ failure: 'REJECTED', refunded: true }]);
  });

  it('by a receipt has the state, and for staff the code of the carrier', async () => {
    const message = await live('+94771230002');
    await reaches(t, sender, message, 'FAILED');
    const steps = await told(message);
    expect(ofKind(steps, 'RECEIPT')).toMatchObject([{ state: 'UNDELIVERABLE', error: null }]);
    expect(ofKind(await toldStaff(message), 'RECEIPT')).toMatchObject([
      { state: 'UNDELIVERABLE', error: expect.stringMatching(/^\d{3}$/) },
    ]);
    expect(ofKind(steps, 'END')).toMatchObject([{ failure: 'UNDELIVERED', refunded: false }]);
  });
});

describe('rerouting around a link', () => {
  it('that had just put it off', async () => {
    first.behave({ refuseWith: commandStatus.ESME_RSYSERR });
    const message = await live();
    await reaches(t, sender, message, 'DELIVERED');
    const steps = await told(message);
    expect(ofKind(steps, 'ATTEMPT')).toMatchObject([
      { outcome: 'PUT_OFF', meaning: 'CARRIER_ERROR' },
      { outcome: 'TAKEN' },
    ]);
    expect(ofKind(steps, 'ROUTE')).toMatchObject([
      { choice: 2, passed: [{ link: null, why: 'TRIED' }], link: null, tier: null, prefix: null },
    ]);
    expect(ofKind(await toldStaff(message), 'ROUTE')).toMatchObject([
      { choice: 1, link: 'cheap', passed: [] },
      { choice: 2, link: 'simulator-live', tier: 2, passed: [{ link: 'cheap', why: 'TRIED' }] },
    ]);
  });

  it('that was closed for its errors, throttled, or paused', async () => {
    first.behave({ refuseWith: commandStatus.ESME_RSYSERR });
    await sentBy('simulator-live', 'CLOSED');
    first.behave(GOOD);
    await sentBy('cheap');
    await change('cheap', 'pause');
    const { route } = await sentBy('simulator-live', 'PAUSED');
    expect(route).toMatchObject({ choice: 2, passed: [{ link: 'cheap', why: 'PAUSED' }] });
    await change('cheap', 'resume');
  });

  it('that is not connected', async () => {
    const message = await live('+94711230001');
    await reaches(t, sender, message, 'DELIVERED');
    expect(ofKind(await toldStaff(message), 'ROUTE')).toMatchObject([
      { choice: 2, prefix: '9471', link: 'simulator-live', passed: [{ link: 'gone', why: 'DOWN' }] },
    ]);
    expect(ofKind(await told(message), 'ROUTE')).toMatchObject([{ passed: [{ link: null, why: 'DOWN' }] }]);
  });

  it('that requested a slow-down', async () => {
    first.behave({ throttleAbovePerSecond: 0 });
    const message = await live();
    await reaches(t, sender, message, 'DELIVERED');
    expect(ofKind(await told(message), 'ATTEMPT')[0]).toMatchObject({
      ...{ outcome: 'PUT_OFF', meaning: 'THROTTLED' },
    });
  });
});

describe('a wait', () => {
  it('for the requested time', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const message = await send(t, sender, { to: TO, send_at: at }, 'LIVE');
    const wait = { kind: 'WAIT', reason: 'SCHEDULED', from: message.events.accepted_at, links: null };
    expect((await told(message)).slice(2)).toEqual([{ ...wait, until: `${at}.000Z` }]);
    const answer = await sender.browser.post(`/v1/web/messages/${message.id}/cancel`, {
      project_id: sender.project.id,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const [cancelled, end] = (await told(message)).slice(2) as [StepOf<'WAIT'>, StepOf<'END'>];
    expect(end).toMatchObject({ kind: 'END', failure: 'CANCELLED', refunded: true });
    expect(cancelled).toEqual({ ...wait, until: end.at });
  });

  it('for the end of quiet hours', async () => {
    const promoter = await makeLiveSender(t, { promotional: true });
    const clock = (afterMs: number) =>
      new Date(Date.now() + 5.5 * 3_600_000 + afterMs).toISOString().slice(11, 16);
    const hours = { from: clock(-3_600_000), to: clock(7_200_000) };
    await promoter.browser.post(`/v1/web/projects/${promoter.project.id}/quiet_hours`, hours);
    const message = await send(t, promoter, { to: TO }, 'LIVE');
    expect((await told(message, promoter)).slice(2)).toEqual([
      {
        ...{ kind: 'WAIT', reason: 'QUIET_HOURS', links: null },
        ...{ from: message.events.accepted_at, until: message.send_at },
      },
    ]);
  });

  it('for links that staff paused, then for the team that they paused', async () => {
    const links = ['cheap', 'simulator-live'];
    for (const id of links) await change(id, 'pause');
    // A process applies it with its next report.
    await waitFor(async () =>
      (await staff.get('/v1/staff/carriers'))
        .json()
        .every(
          ({ id, state, rate }: { id: string; state: string; rate: number }) =>
            !links.includes(id) || (state === 'PAUSED' && rate === 0),
        ),
    );
    const message = await live();
    const waiting = await waitFor(async () => ofKind(await toldStaff(message), 'WAIT')[0]);
    expect(waiting).toEqual({
      ...{ kind: 'WAIT', reason: 'PAUSED', from: message.events.accepted_at, until: null },
      links: links.map((link) => ({ link, why: 'PAUSED' })),
    });
    expect(ofKind(await told(message), 'WAIT')).toEqual([{ ...waiting, links: null }]);

    const { teamId } = sender;
    await staff.post(`/v1/staff/teams/${teamId}/pause`, { reason: 'Tests of explanations.' });
    expect(ofKind(await told(message), 'WAIT')).toMatchObject([{ reason: 'SENDING_PAUSED', until: null }]);
    await staff.post(`/v1/staff/teams/${teamId}/resume`, { reason: 'Tests of explanations.' });
    for (const id of links) await change(id, 'resume');
    await reaches(t, sender, message, 'DELIVERED');
    expect(ofKind(await told(message), 'WAIT')[0]).toMatchObject({ until: expect.any(String) });
  });

  it('for an answer that never came', async () => {
    first.behave({ silent: true });
    const message = await live();
    await waitFor(async () => ofKind(await told(message), 'ATTEMPT')[0]?.outcome === 'UNANSWERED');
    first.behave(GOOD);
    await reaches(t, sender, message, 'DELIVERED');
    const steps = await told(message);
    expect(ofKind(steps, 'ATTEMPT').map(({ outcome }) => outcome)).toEqual(['UNANSWERED', 'TAKEN']);
    expect(ofKind(steps, 'WAIT')).toMatchObject([{ reason: 'NO_ANSWER', until: expect.any(String) }]);
  });

  // Keep this test last: a group without a link is scanned again only after a minute.
  it('for a link to connect, and for a link with a route', async () => {
    const [toGone, toNone] = [await live('+94721230001'), await live('+61412345678')];
    const waitOf = (message: SmsObject) => waitFor(async () => ofKind(await toldStaff(message), 'WAIT')[0]);
    expect(await waitOf(toGone)).toMatchObject({ reason: 'DOWN', links: [{ link: 'gone', why: 'DOWN' }] });
    expect(await waitOf(toNone)).toMatchObject({ reason: 'NO_ROUTE', until: null, links: null });
  });
});
