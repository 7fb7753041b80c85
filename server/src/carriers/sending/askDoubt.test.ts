// Messages in doubt at carriers over HTTP that can be asked about them, or that recognise a repeat.
import { describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, until } from '../../../test/campaigns.ts';
import { makeLiveSender, reaches, read, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type Call, type HttpCarrier, startHttpCarrier } from '../../../test/httpCarrier.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import type { HttpConfig } from '../links/config.ts';
import type { Profile } from '../links/http/profile.ts';
import { referenceOf } from '../links/http/reference.ts';

const ASK: Profile['ask'] = {
  get: '/asked/{{ref}}',
  taken: "state == 'taken'",
  notTaken: "state == 'unknown'",
  id: 'id',
  code: 'code',
};
let numbers = 0;
const newNumber = () => `+9477500${String(numbers++).padStart(4, '0')}`;
const isAsk = ({ path }: Call) => path.startsWith('/asked/');

/** A link of a carrier, with a profile that is `generic-json` changed. */
function linkOf(carrier: HttpCarrier, id: string, change: Partial<Profile>, tier = 1): HttpConfig {
  const config = carrier.link({ id, routes: [{ prefix: '', tier }] });
  return { ...config, profile: { ...config.profile, ...change } };
}

/** An engine whose LIVE messages go to `first`, and to `second` if they may not go there. */
async function engineOf(change: Partial<Profile>, timings: Partial<typeof SHORT>) {
  const [first, second] = [await startHttpCarrier(), await startHttpCarrier()];
  const t = await startEngine(
    {},
    {
      timings: { ...SHORT, responseTimeoutMs: 1_000, ...timings },
      more: [linkOf(first, 'first', change)],
      change: (link) => (link.mode === 'LIVE' ? linkOf(second, 'second', {}, 2) : link),
    },
  );
  return { t, first, second };
}

const sends = ({ calls }: HttpCarrier, to?: string) =>
  calls.filter((call) => !isAsk(call) && (to === undefined || call.json.to === to));
const asks = ({ calls }: HttpCarrier) => calls.filter(isAsk);

describe('a carrier that does not answer and can be asked', async () => {
  const { t, first, second } = await engineOf({ ask: ASK }, { doubtMs: 60_000 });
  const sender = await makeLiveSender(t);
  /** The answers to requests about a reference; without one the carrier is not certain. */
  const answers = new Map<string, (call: Call) => void>();
  first.onCall = (call) => {
    if (isAsk(call)) (answers.get(call.path.split('/').at(-1)!) ?? ((one) => one.answer(200, {})))(call);
  };

  it('and has the message, makes it sent with the id that it gives', async () => {
    const to = newNumber();
    const message = await send(t, sender, { to }, 'LIVE');
    const ref = referenceOf(message.id);
    let asked = 0;
    answers.set(ref, (call) => {
      asked++;
      if (asked === 1) call.answer(503, {});
      else call.answer(200, { state: 'taken', id: 'id-later' });
    });
    await reaches(t, sender, message, 'SENT');
    expect(sends(first, to)).toHaveLength(1);
    expect(sends(second, to)).toHaveLength(0);
    expect(asked).toBe(2);
    expect(asks(first)[0]!.headers.authorization).toBe('Bearer hush');
    const { rows } = await t.services.pool.query(
      'select carrier_id from carrier_refs where message_id = $1',
      [message.id],
    );
    expect(rows).toEqual([{ carrier_id: 'id-later' }]);
  });

  it('and does not have it, frees it for another carrier', async () => {
    const to = newNumber();
    const message = await send(t, sender, { to }, 'LIVE');
    answers.set(referenceOf(message.id), (call) => call.answer(404, { state: 'unknown', code: 103 }));
    await reaches(t, sender, message, 'SENT');
    expect(sends(first, to)).toHaveLength(1);
    expect(sends(second, to)).toHaveLength(1);
    const { rows } = await t.services.pool.query(
      'select outcome, detail from submit_attempts where message_id = $1 order by at',
      [message.id],
    );
    expect(rows).toEqual([
      { outcome: 'UNANSWERED', detail: null },
      { outcome: 'PUT_OFF', detail: '103' },
    ]);
  });

  it('and is not certain, leaves it in doubt', async () => {
    const to = newNumber();
    const message = await send(t, sender, { to }, 'LIVE');
    let asked = 0;
    answers.set(referenceOf(message.id), (call) => {
      asked++;
      call.answer(200, { state: 'pending' });
    });
    await waitFor(() => asked >= 3, { what: 'three requests', timeoutMs: 30_000 });
    expect((await read(t, sender, message)).status).toBe('ACCEPTED');
    expect(sends(first, to)).toHaveLength(1);
    expect(sends(second, to)).toHaveLength(0);
  });
});

describe('a campaign that a carrier takes in one request', async () => {
  const send: Profile['send'] = { post: '/', json: { ref: '{{ref}}', to: [{ $each: '{{to}}' }] } };
  const { t, first } = await engineOf(
    { ask: ASK, send, limits: { batch: 10, counts: 'requests' } },
    { doubtMs: 60_000 },
  );
  const sender = await makeLiveSender(t);
  const { accept } = t.messaging;
  const campaigns = startCampaigns({ ...t.services, accept, signals: t.signals, stepMs: 1_000 });

  it('and does not answer is asked once about all of them', async () => {
    first.onCall = (call) => {
      if (isAsk(call)) call.answer(200, { state: 'taken', id: 'one-for-all' });
    };
    const contacts = Array.from({ length: 4 }, (_, index) => ({ number: numberOf(index) }));
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', contacts);
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop' });
    await until(sender, campaign, ({ counts }) => counts.sent === 4, 60_000);
    await campaigns.stop();
    const requests = sends(first);
    expect(requests.flatMap(({ json }) => json.to).toSorted()).toEqual(
      contacts.map(({ number }) => number).toSorted(),
    );
    expect(requests.length).toBeLessThan(4);
    expect(
      asks(first)
        .map(({ path }) => path.split('/').at(-1))
        .toSorted(),
    ).toEqual(requests.map(({ json }) => json.ref).toSorted());
  });
});

describe('a carrier that recognises a repeat', async () => {
  const { t, first, second } = await engineOf(
    { safe_repeats: true, codes: { taken: ['known'] } },
    { responseTimeoutMs: 1_000 },
  );

  it.each([false, true])('gets a message again under its reference; promotional: %s', async (promotional) => {
    const sender = await makeLiveSender(t, { promotional });
    const to = newNumber();
    first.onCall = (call) => {
      if (sends(first, to).length < 3) call.response.destroy();
      else call.answer(200, { code: 'known', id: `id-${to}` });
    };
    const message = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    expect(new Set(sends(first, to).map(({ json }) => json.reference))).toEqual(
      new Set([referenceOf(message.id)]),
    );
    expect(sends(first, to)).toHaveLength(3);
    expect(sends(second, to)).toHaveLength(0);
  });

  it('leaves a ledger that agrees', async () => {
    expect(await ledgerDifferences(t.services.pool)).toEqual([]);
  });
});
