// Which link takes which message, without sockets.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Health, JudgedLink } from '../link.ts';
import { simulatorLinks } from '../links/config.ts';
import { assign, capacityOf, hasOther, senderOver, staysWith } from './routing.ts';
import { openWeightedFairQueue } from './weightedFairQueue.ts';

const [config] = simulatorLinks(1, ['LIVE']);
type Given = {
  id: string;
  tier?: number;
  weight?: number;
  capacity?: number;
  healthCapacity?: number;
  share?: number;
  bound?: boolean;
  reserved?: number;
  state?: ReturnType<Health['state']>;
  elsewhere?: boolean;
  /** Whether it recognises repeats. */
  safe?: boolean;
  telco?: string;
};

/** Links with this much capacity. Assigning a message does not reduce it. */
function made(given: Given[]) {
  const links = new Map(
    given.map((one): [string, JudgedLink] => {
      const {
        id,
        capacity = 1_000,
        healthCapacity = 1_000,
        share = 1,
        bound = true,
        reserved = 0,
        state = 'OPEN',
        elsewhere = false,
        safe = false,
        telco,
      } = one;
      const profile = { safe_repeats: safe, codes: {} };
      return [
        id,
        {
          link: {
            config: { ...config!, id, telco, ...(safe && { profile }) },
            capacity: () => capacity,
            bound: () => bound,
            elsewhere: () => elsewhere,
          } as JudgedLink['link'],
          health: { capacity: () => healthCapacity, share: () => share, state: () => state } as Health,
          reserved,
        },
      ];
    }),
  );
  const routes = given.map(({ id, tier = 1, weight = 1 }) => ({ linkId: id, tier, weight }));
  const queue = openWeightedFairQueue<string>();
  const counts = (works: Parameters<typeof staysWith>[0][]) => {
    const taken: Record<string, number> = {};
    const named = { sender: 'Shop', senderBegun: null, seenOver: () => 'Shop', registeredIn: null };
    const messages = works.map((work) => ({ ...named, ...work }));
    for (const { to } of assign(messages, { routes, links, queue }))
      taken[to.link.config.id] = (taken[to.link.config.id] ?? 0) + 1;
    return taken;
  };
  return { links, routes, counts };
}
const fresh = (count: number) => Array.from({ length: count }, () => ({ triedLink: null, begunLink: null }));

it('a message keeps its sender over links of one telco, and over another has the one that counts there', () => {
  const { links } = made([
    { id: 'a', telco: 'alpha' },
    { id: 'b', telco: 'beta' },
    { id: 'c', telco: 'alpha' },
  ]);
  const over = (id: string, of: object) => {
    const message = {
      sender: 'Shop',
      senderBegun: 'Shop',
      begunLink: 'a',
      seenOver: () => 'Shop',
      registeredIn: null,
      ...of,
    };
    return senderOver(message, links.get(id)!, links);
  };
  const withAlpha = (telco: string | null) => (telco === 'alpha' ? 'Shop' : 'Unverified');
  expect(['a', 'b', 'c'].map((id) => over(id, { seenOver: withAlpha }))).toEqual([
    'Shop',
    'Unverified',
    'Shop',
  ]);
  // Withdrawn since it was begun.
  expect(['a', 'b', 'c'].map((id) => over(id, { seenOver: () => null }))).toEqual(['Shop', null, 'Shop']);
  expect(over('b', { seenOver: withAlpha, senderBegun: null, begunLink: null })).toBe('Unverified');
});

it('messages prefer the link of their telco, then that of their substitute, to one that shows Unverified', () => {
  const { links, routes } = made([
    { id: 'a', telco: 'alpha' },
    { id: 'b', telco: 'beta', tier: 2 },
  ]);
  const toLink = (beta: string | null, alpha: string | null) => {
    const seenOver = (telco: string | null) => (telco === 'beta' ? beta : alpha);
    const message = {
      sender: 'Shop',
      senderBegun: null,
      begunLink: null,
      triedLink: null,
      registeredIn: {},
      seenOver,
    };
    const queue = openWeightedFairQueue<string>();
    return assign([message], { routes, links, queue })[0]?.to.link.config.id;
  };
  expect(toLink('Unverified', 'Unverified')).toBe('a');
  expect(toLink('Shop', 'Unverified')).toBe('b');
  expect(toLink('+94770000001', 'Unverified')).toBe('b');
  expect(toLink('Shop', '+94770000001')).toBe('b');
  expect(toLink('Shop', null)).toBe('b');
  expect(toLink(null, null)).toBeUndefined();
});

describe('messages are spread', () => {
  it('by weight, over one large pick or many small ones', () => {
    const all = made([
      { id: 'a', weight: 3 },
      { id: 'b', weight: 1 },
    ]);
    expect(all.counts(fresh(40))).toEqual({ a: 30, b: 10 });
    const one = made([
      { id: 'a', weight: 3 },
      { id: 'b', weight: 1 },
    ]);
    const each = Array.from({ length: 40 }, () => Object.keys(one.counts(fresh(1)))[0]);
    expect(each.filter((id) => id === 'b')).toHaveLength(10);
  });

  it('neither behind a link that another process uses, nor away from one with parts of them', () => {
    const given = [
      { id: 'a', bound: false, elsewhere: true },
      { id: 'b', tier: 2 },
    ];
    const { links, routes, counts } = made(given);
    expect(counts(fresh(5))).toEqual({});
    expect(capacityOf(routes, links)).toBe(0);
    const begun = { triedLink: null, begunLink: 'a' };
    expect(staysWith(begun, routes, links)).toBe(true);
    const beside = made([given[0]!, { id: 'b' }]);
    expect(beside.counts([...fresh(5), begun])).toEqual({ b: 5 });
    expect(made([{ id: 'a', bound: false }, given[1]!]).counts(fresh(5))).toEqual({ b: 5 });
  });

  it('by health as well', () => {
    const { counts } = made([{ id: 'a', share: 0.25 }, { id: 'b' }]);
    expect(counts(fresh(50))).toEqual({ a: 10, b: 40 });
  });

  it('over the lowest tier that can take any, the next only once it is full', () => {
    const { counts, routes, links } = made([
      { id: 'dear', tier: 2 },
      { id: 'cheap', capacity: 5 },
    ]);
    expect(counts(fresh(5))).toEqual({ cheap: 5 });
    expect(counts(fresh(8))).toEqual({ cheap: 5, dear: 3 });
    expect(capacityOf(routes, links)).toBe(5);
  });

  it('but stay with a link that has begun them while it works, full or not', () => {
    const begun = [{ triedLink: 'begun', begunLink: 'begun' }];
    const open = made([{ id: 'begun' }, { id: 'other' }]);
    expect(open.counts(begun)).toEqual({ begun: 1 });
    const full = made([{ id: 'begun', capacity: 0 }, { id: 'other' }]);
    expect(full.counts(begun)).toEqual({});
    expect(staysWith(begun[0]!, full.routes, full.links)).toBe(true);
    for (const how of [{ bound: false }, { state: 'CLOSED' as const, healthCapacity: 0 }]) {
      const gone = made([{ id: 'begun', ...how }, { id: 'other' }]);
      expect(gone.counts(begun)).toEqual({ other: 1 });
    }
  });

  it('but stay with a link that may have taken them and recognises a repeat', () => {
    const doubtful = { triedLink: 'a', begunLink: null, attempts: 1 };
    const other = { id: 'b' };
    expect(made([{ id: 'a', safe: true }, other]).counts([doubtful])).toEqual({ a: 1 });
    expect(made([{ id: 'a', safe: true }, other]).counts([{ ...doubtful, attempts: 0 }])).toEqual({ b: 1 });
    expect(made([{ id: 'a' }, other]).counts([doubtful])).toEqual({ b: 1 });
    const down = made([{ id: 'a', safe: true, bound: false }, other]);
    expect(down.counts([doubtful])).toEqual({ b: 1 });
    expect(down.counts([{ ...doubtful, contentClass: 'PROMOTIONAL' }])).toEqual({});
    expect(made([other]).counts([{ ...doubtful, contentClass: 'PROMOTIONAL' }])).toEqual({ b: 1 });
  });

  it('over the next tier beside a link that is only probed', () => {
    const { counts, routes, links } = made([
      { id: 'probed', healthCapacity: 1, state: 'PROBING' },
      { id: 'next', tier: 2, capacity: 7 },
      { id: 'last', tier: 3 },
    ]);
    expect(capacityOf(routes, links)).toBe(8);
    expect(counts(fresh(8))).toEqual({ probed: 1, next: 7 });
  });

  it.each([{ bound: false }, { capacity: 0 }, { healthCapacity: 0 }, { capacity: 3, reserved: 3 }])(
    'over the next tier if the first one is %o',
    (how) => {
      const { counts, routes, links } = made([
        { id: 'cheap', ...how },
        { id: 'dear', tier: 2, capacity: 7 },
      ]);
      expect(counts(fresh(10))).toEqual({ dear: 7 });
      expect(capacityOf(routes, links)).toBe(7);
      expect([hasOther(routes, links, 'dear'), hasOther(routes, links, 'cheap')]).toEqual([false, true]);
    },
  );

  it('away from the link that has just refused them, unless there is no other', () => {
    const tried = { triedLink: 'a', begunLink: null };
    expect(made([{ id: 'a' }, { id: 'b', tier: 2 }]).counts([tried, tried])).toEqual({ b: 2 });
    expect(made([{ id: 'a' }, { id: 'b', tier: 2, capacity: 1 }]).counts([tried, tried])).toEqual({
      a: 1,
      b: 1,
    });
    expect(made([{ id: 'a' }]).counts([tried])).toEqual({ a: 1 });
  });

  it('within the capacity of each link', () => {
    const link = fc.record({
      tier: fc.integer({ min: 1, max: 3 }),
      weight: fc.integer({ min: 1, max: 1_000 }),
      capacity: fc.integer({ min: 0, max: 20 }),
      healthCapacity: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 5 }), fc.integer({ min: 0, max: 60 }), (some, count) => {
        const given = some.map((one, i) => ({ ...one, id: `link-${i}` }));
        const taken = made(given).counts(fresh(count));
        const capacities = given.map(({ capacity, healthCapacity }) => Math.min(capacity, healthCapacity));
        for (const [i, { id }] of given.entries()) expect(taken[id] ?? 0).toBeLessThanOrEqual(capacities[i]!);
        const all = capacities.reduce((sum, capacity) => sum + capacity, 0);
        expect(Object.values(taken).reduce((sum, n) => sum + n, 0)).toBe(Math.min(count, all));
      }),
    );
  });
});
