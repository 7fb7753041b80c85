// Names to a country with a register: what recipients see, at the carrier's side.
import type { Explanation } from '@godwit/contract/messages/explanation';
import { openRules } from '@godwit/contract/rules/table';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender } from '../../../test/factories.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { type Call, startHttpCarrier } from '../../../test/httpCarrier.ts';
import {
  proposeName,
  registerName,
  submitName,
  twoStaff,
  withdrawName,
} from '../../../test/registrations.ts';
import { IN_FORCE } from '../../db/registrations.ts';
import { REGISTERED_IN } from '../../db/senderSent.ts';
import { raw, unprepared } from '../../db/sql.ts';
import { confirmRegistration, moveRegistration } from '../../senders/registrations.ts';
import { groupLinks } from '../links/groups.ts';
import { selectSendable } from './queueQueries.ts';

const NAME = 'Lanka Shop';
const LONG = 'Your parcel has left Colombo. '.repeat(12);

const held = await startHeldCarrier();
const overHttp = await startHttpCarrier();
// Perth's numbers go over HTTP, all others over SMPP, whose link claims that names are international numbers.
// HTTP also takes over numbers of +6147.
const t = await startEngine(
  {},
  {
    change: (link) =>
      held.serve({
        ...link,
        ...{ source_ton: 1, sessions: 1, routes: [...link.routes, { prefix: '6147', tier: 1, weight: 1 }] },
        telco: 'alpha',
      }),
    more: [
      { ...overHttp.link({ routes: [{ prefix: '6148' }, { prefix: '6147', tier: 2 }], telco: 'beta' }) },
    ],
  },
);
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const sender = await makeLiveSender(t);
let numbers = 0;
const australian = () => `+61412${String(++numbers).padStart(6, '0')}`;

const name = { teamId: sender.teamId, projectId: sender.project.id, sender: NAME };
let registration = '';
/** Registers the name, or takes that away. */
const register = async (isRegistered: boolean) => {
  const { rows } = await t.services.pool.query(
    `select id, ${IN_FORCE} as counts from sender_registrations r where team_id = $1 and sender_key = 'lanka shop'`,
    [sender.teamId],
  );
  const isNow = rows[0]?.counts === true;
  if (isRegistered && !isNow) registration = await registerName(t, name);
  if (!isRegistered && isNow) await withdrawName(t, rows[0].id);
};
const expire = () =>
  t.services.pool.query('update sender_registrations set expires_at = now() where id = $1', [registration]);
/** The sender that the next message shows. */
const seen = async (from = NAME) => {
  held.onSubmit = (submit) => submit.take();
  const to = australian();
  await send(t, sender, { to, from }, 'LIVE');
  return (await held.submitsTo(to, 1))[0]!.pdu.sourceAddr;
};

let read = 0;
const readRegistrations = (from: string) =>
  unprepared(`read-registrations-${++read}`)`select ${REGISTERED_IN} as found from ${raw(from)} as m`.text;

const sentName = async (id: string) => {
  const { rows } = await t.services.pool.query('select sender_sent from messages where id = $1', [id]);
  return rows[0].sender_sent as string | null;
};

/** Has the networks of a country block names that its register does not hold, until the test is over. */
function blockOthers(country: string): void {
  const { countryRules } = t.services;
  const shipped = countryRules.now;
  onTestFinished(() => {
    countryRules.now = shipped;
  });
  const origin = { source: 'A test', read_on: '2026-11-23', status: 'HOUSE', counsel: null } as const;
  const refuse = {
    ...origin,
    unverified: false,
    value: { else: 'REFUSE' },
    from: null,
    until: null,
  } as const;
  countryRules.now = openRules([{ [country]: { register: [refuse] } }]);
}

describe('a name that the Australian register does not hold', () => {
  it('leaves as Unverified, as a name, whatever the link says', async () => {
    held.onSubmit = (submit) => submit.take();
    await register(false);
    for (const mode of ['LIVE', 'TEST'] as const) {
      const to = australian();
      const { id } = await send(t, sender, { to }, mode);
      expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({
        sourceAddr: UNVERIFIED_SENDER,
        sourceAddrTon: 5,
        sourceAddrNpi: 0,
      });
      expect(await sentName(id)).toBe(UNVERIFIED_SENDER);
    }
  });

  it('leaves as Unverified without any rules of Australia', async () => {
    const { countryRules } = t.services;
    const shipped = countryRules.now;
    onTestFinished(() => {
      countryRules.now = shipped;
    });
    countryRules.now = openRules([]);
    await register(false);
    expect(await seen()).toBe(UNVERIFIED_SENDER);
  });

  it('leaves as Unverified even if all stages before the link take Australia for a country without rules', async () => {
    const { countryRules } = t.services;
    const shipped = countryRules.now;
    onTestFinished(() => {
      countryRules.now = shipped;
    });
    await register(true);
    const none = { of: () => shipped().of('FR'), registers: [], registering: [] };
    countryRules.now = () => ({ ...shipped(), ...none });
    held.onSubmit = (submit) => submit.take();
    const to = australian();
    const { id } = await send(t, sender, { to }, 'LIVE');
    expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({
      sourceAddr: UNVERIFIED_SENDER,
      sourceAddrTon: 5,
    });
    expect(await sentName(id)).toBe(UNVERIFIED_SENDER);
  });

  it('leaves as Unverified over HTTP', async () => {
    await register(false);
    const calls: Call[] = [];
    overHttp.onCall = (call) => {
      calls.push(call);
      call.answer(200, { id: 'a1' });
    };
    await reaches(t, sender, await send(t, sender, { to: '+61480000001' }, 'LIVE'), 'SENT');
    expect(calls.map(({ json }) => json.from)).toEqual([UNVERIFIED_SENDER]);
  });

  it('is matched by a receipt without an id that comes to Unverified', async () => {
    await register(false);
    held.onSubmit = (submit) => submit.take('');
    const to = australian();
    const message = await send(t, sender, { to }, 'LIVE');
    const [submit] = await held.submitsTo(to, 1);
    await reaches(t, sender, message, 'SENT');
    await submit!.receipt('DELIVERED');
    await reaches(t, sender, message, 'DELIVERED');
  });
});

describe('a name that is registered with one telco', () => {
  const registerWith = async (telco: string) => {
    await register(false);
    registration = await registerName(t, { ...name, telcos: [telco] });
  };
  let shared = 0;
  /** Over SMPP with alpha, otherwise over HTTP with beta. */
  const ofBoth = () => `+6147001${String(++shared).padStart(4, '0')}`;
  const callTo = (to: string) => overHttp.calls.find(({ json }) => json.to === to)?.json;
  const takeAll = () => {
    held.onSubmit = (submit) => submit.take();
    overHttp.onCall = (call) => call.answer(200, { id: `b${overHttp.calls.length}` });
  };

  it('goes over its link first, although another comes before it', async () => {
    takeAll();
    await registerWith('beta');
    const to = ofBoth();
    await reaches(t, sender, await send(t, sender, { to }, 'LIVE'), 'SENT');
    expect(callTo(to)).toMatchObject({ from: NAME });
  });

  it('leaves as Unverified over the link of another telco once its own does not take the message', async () => {
    takeAll();
    await registerWith('alpha');
    held.onSubmit = (submit) => submit.refuse(0x64);
    const to = ofBoth();
    const message = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    expect((await held.submitsTo(to, 1))[0]!.pdu.sourceAddr).toBe(NAME);
    expect(callTo(to)).toMatchObject({ from: UNVERIFIED_SENDER });
    expect(await sentName(message.id)).toBe(UNVERIFIED_SENDER);
    const path = `/v1/web/messages/${message.id}/explanation?project_id=${sender.project.id}`;
    const { steps } = (await sender.browser.get(path)).json() as Explanation;
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'SENDER', state: 'REGISTERED', turn: 'US' }),
    );
  });

  it('leaves as Unverified if none of the links is its own', async () => {
    takeAll();
    await registerWith('beta');
    expect(await seen()).toBe(UNVERIFIED_SENDER);
    await registerWith('alpha');
    expect(await seen()).toBe(NAME);
  });

  it('waits for its own link if networks block others, and is refunded if there is none', async () => {
    takeAll();
    await registerWith('beta');
    blockOthers('AU');
    const to = ofBoth();
    overHttp.onCall = (call) => call.answer(503, {});
    const message = await send(t, sender, { to }, 'LIVE');
    await waitFor(() => callTo(to) !== undefined, { what: 'a call' });
    takeAll();
    await reaches(t, sender, message, 'SENT');
    expect(overHttp.calls.filter(({ json }) => json.to === to).map(({ json }) => json.from)).not.toContain(
      UNVERIFIED_SENDER,
    );
    expect(held.submits.filter((one) => one.to === to)).toEqual([]);
    const lost = await send(t, sender, { to: australian() }, 'LIVE');
    await reaches(t, sender, lost, 'FAILED');
  });
});

describe('a registered name', () => {
  it('leaves plain once two persons have registered it, and no longer once one has withdrawn it', async () => {
    await register(false);
    const [one, other] = await twoStaff(t);
    const id = await submitName(t, one, name);
    expect(await seen(), 'handed in').toBe(UNVERIFIED_SENDER);
    const proposal = await proposeName(t, one, id);
    expect(await seen(), 'proposed').toBe(UNVERIFIED_SENDER);
    const alone = await confirmRegistration(t.services, one, { id, proposal });
    expect(alone).toMatchObject({ refused: 'notAllowed' });
    expect(await seen(), 'confirmed by the same person').toBe(UNVERIFIED_SENDER);
    expect(await confirmRegistration(t.services, other, { id, proposal })).toBeNull();
    expect(await seen(), 'confirmed by another one').toBe(NAME);
    const taken = { id, to: 'WITHDRAWN', reason: 'The business was sold.' } as const;
    expect(await moveRegistration(t.services, one, taken)).toBeNull();
    expect(await seen(), 'withdrawn').toBe(UNVERIFIED_SENDER);
  });

  it('counts in any case', async () => {
    await register(true);
    await addSender(t, { ...name, sender: 'LANKA SHOP' });
    expect(await seen('LANKA SHOP')).toBe('LANKA SHOP');
    // TEST takes any spelling; the answer and the carrier have the same one.
    const to = australian();
    const spelt = await send(t, sender, { to, from: 'lanka SHOP' }, 'TEST');
    const { pdu } = (await held.submitsTo(to, 1))[0]!;
    expect([spelt.sender_shown, pdu.sourceAddr]).toEqual(['lanka SHOP', 'lanka SHOP']);
    await register(false);
    expect(await seen('LANKA SHOP')).toBe(UNVERIFIED_SENDER);
  });

  it('counts from its beginning on', async () => {
    await register(true);
    const begins = (when: string) =>
      t.services.pool.query(
        `update sender_registrations set valid_from = now() + $2::interval where id = $1`,
        [registration, when],
      );
    await begins('1 hour');
    expect(await seen()).toBe(UNVERIFIED_SENDER);
    await begins('0');
    expect(await seen()).toBe(NAME);
  });

  it('that ends while the carrier puts the message off leaves as Unverified', async () => {
    await register(false);
    registration = await registerName(t, name);
    const to = australian();
    held.onSubmit = async (submit) => {
      if (held.submits.filter((one) => one.to === to).length > 1) return submit.take();
      await expire();
      submit.refuse(0x58);
    };
    const message = await send(t, sender, { to }, 'LIVE');
    expect(message.sender_shown).toBe(NAME);
    const names = (await held.submitsTo(to, 2)).map(({ pdu }) => pdu.sourceAddr);
    expect(names).toEqual([NAME, UNVERIFIED_SENDER]);
    expect(await seen(), 'the next message').toBe(UNVERIFIED_SENDER);
  });

  it('that ends between accept and the first submit leaves as Unverified', async () => {
    await register(false);
    registration = await registerName(t, name);
    held.onSubmit = (submit) => submit.take();
    const to = australian();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const message = await send(t, sender, { to, send_at: tomorrow }, 'LIVE');
    expect(message.sender_shown).toBe(NAME);
    await expire();
    await t.services.pool.query('update send_queue set due_at = now() where message_id = $1', [message.id]);
    const names = (await held.submitsTo(to, 1)).map(({ pdu }) => pdu.sourceAddr);
    expect(names).toEqual([UNVERIFIED_SENDER]);
  });

  it('that is withdrawn while the carrier puts the message off leaves as Unverified', async () => {
    await register(true);
    const to = australian();
    held.onSubmit = async (submit) => {
      if (held.submits.filter((one) => one.to === to).length > 1) return submit.take();
      await register(false);
      submit.refuse(0x58);
    };
    await send(t, sender, { to }, 'LIVE');
    const names = (await held.submitsTo(to, 2)).map(({ pdu }) => pdu.sourceAddr);
    expect(names).toEqual([NAME, UNVERIFIED_SENDER]);
  });

  it('that is withdrawn between two parts stays, so that a phone joins them', async () => {
    await register(true);
    const to = australian();
    held.onSubmit = (submit) => {
      // The first part is taken, and the others are put off until the name is withdrawn.
      const soFar = held.submits.filter((one) => one.to === to).length;
      if (submit.part === 1 || soFar > 3) submit.take();
      else submit.refuse(0x58);
    };
    const message = await send(t, sender, { to, body: LONG }, 'LIVE');
    await held.submitsTo(to, 2);
    await register(false);
    await reaches(t, sender, message, 'SENT');
    const names = held.submits.filter((one) => one.to === to).map(({ pdu }) => pdu.sourceAddr);
    expect(new Set(names)).toEqual(new Set([NAME]));
  });

  it('that was chosen for another link, which wrote nothing, does not follow parts that left as Unverified', async () => {
    await register(false);
    const to = australian();
    held.onSubmit = (submit) => {
      const soFar = held.submits.filter((one) => one.to === to).length;
      if (submit.part === 1 || soFar > 3) submit.take();
      else submit.refuse(0x58);
    };
    const message = await send(t, sender, { to, body: LONG }, 'LIVE');
    await held.submitsTo(to, 2);
    // As a claim for a link of another telco stores it, whose proof has ended before it writes.
    await t.services.pool.query('update messages set sender_sent = sender where id = $1', [message.id]);
    await reaches(t, sender, message, 'SENT');
    const names = held.submits.filter((one) => one.to === to).map(({ pdu }) => pdu.sourceAddr);
    expect(new Set(names)).toEqual(new Set([UNVERIFIED_SENDER]));
    expect(await sentName(message.id)).toBe(UNVERIFIED_SENDER);
  });

  it('that is withdrawn before another link sends all of the message again leaves as Unverified', async () => {
    await register(true);
    const to = '+61470000001';
    // Refused for now, so the rest waits for five seconds.
    held.onSubmit = (submit) => (submit.part === 1 ? submit.take() : submit.refuse(0x64));
    const message = await send(t, sender, { to, body: LONG }, 'LIVE');
    const [first] = await held.submitsTo(to, 2);
    await register(false);
    held.bindStatus = () => 0x0d;
    first!.connection.destroy();
    await reaches(t, sender, message, 'SENT');
    held.bindStatus = () => 0;
    expect(overHttp.calls.at(-1)!.json).toMatchObject({ to, from: UNVERIFIED_SENDER });
    expect(await sentName(message.id)).toBe(UNVERIFIED_SENDER);
  });
});

describe('a name to a country whose networks block others', () => {
  it('is not sent once it is not registered any more, and is refunded', async () => {
    blockOthers('SG');
    const to = '+6591234567';
    const registered = await registerName(t, { ...name, country: 'SG' });
    held.onSubmit = async (submit) => {
      await withdrawName(t, registered);
      submit.refuse(0x58);
    };
    const message = await send(t, sender, { to }, 'LIVE');
    expect(message.sender_shown).toBe(NAME);
    await reaches(t, sender, message, 'FAILED');
    const { rows } = await t.services.pool.query(
      'select failure, charged_micros from messages where id = $1',
      [message.id],
    );
    expect(rows).toEqual([{ failure: 'SENDER', charged_micros: 0n }]);
    expect(await held.submitsTo(to, 1)).toHaveLength(1);
  });
});

describe('other senders', () => {
  it('that are numbers leave for Australia as they are, over SMPP and HTTP', async () => {
    const from = '+94112300300';
    await t.services.pool.query(
      `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'Test')`,
      [from, sender.teamId, sender.project.id],
    );
    expect(await seen(from)).toBe(from.slice(1));
    overHttp.onCall = (call) => call.answer(200, { id: 'n1' });
    const to = '+61480000009';
    const { id } = await reaches(t, sender, await send(t, sender, { to, from }, 'LIVE'), 'SENT');
    expect(overHttp.calls.filter(({ json }) => json.to === to).map(({ json }) => json.from)).toEqual([from]);
    expect(await sentName(id)).toBeNull();
  });

  it('to another country leave as they are, and nothing is stored about them', async () => {
    await register(false);
    held.onSubmit = (submit) => submit.take();
    const { id } = await send(t, sender, { to: '+94771230099' }, 'LIVE');
    expect((await held.submitsTo('+94771230099', 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    expect(await sentName(id)).toBeNull();
  });
});

it('a TEST message whose name is stamped where networks block others can still be sent as it was claimed', async () => {
  await register(false);
  blockOthers('AU');
  const { pool, countryRules } = t.services;
  const { id } = await send(t, sender, { to: australian() }, 'TEST');
  const claimed = { id, teamId: sender.teamId, sender: UNVERIFIED_SENDER, telco: null };
  expect(await selectSendable(pool, [claimed], countryRules)).toEqual(new Set([id]));
});

describe('the explanation of a message', () => {
  const stepOf = async ({ id }: { id: string }) => {
    const path = `/v1/web/messages/${id}/explanation?project_id=${sender.project.id}`;
    const { steps } = (await sender.browser.get(path)).json() as Explanation;
    return steps.filter(({ kind }) => kind === 'SENDER');
  };

  it('names the sender that people saw, why, and who acts next', async () => {
    await register(false);
    held.onSubmit = (submit) => submit.take();
    const unseen = await send(t, sender, { to: australian() }, 'LIVE');
    await reaches(t, sender, unseen, 'SENT');
    const step = { kind: 'SENDER', sender: NAME, shown: UNVERIFIED_SENDER, country: 'AU' };
    expect(await stepOf(unseen)).toMatchObject([step]);
    const [one, other] = await twoStaff(t);
    const id = await submitName(t, one, name);
    expect(await stepOf(unseen)).toEqual([{ ...step, state: 'SUBMITTED', turn: 'REGISTER' }]);
    const proposal = await proposeName(t, one, id);
    expect(await stepOf(unseen)).toEqual([{ ...step, state: 'SUBMITTED', turn: 'US' }]);
    await confirmRegistration(t.services, other, { id, proposal });
    expect(await stepOf(unseen)).toEqual([{ ...step, state: 'REGISTERED', turn: null }]);
    const shown = await send(t, sender, { to: australian() }, 'LIVE');
    await reaches(t, sender, shown, 'SENT');
    expect(await stepOf(shown)).toEqual([]);
  });
});

describe('the registrations of a name', () => {
  it('are read for names to countries with a register, in any case, and for nothing else', async () => {
    await register(true);
    const registeredIn = async (given: string, recipient: string) => {
      const { rows } = await t.services.pool.query(
        readRegistrations(
          '(select $2::uuid as team_id, $3::uuid as project_id, $4::text as sender, $5::text as recipient)',
        ),
        [['+61%'], sender.teamId, sender.project.id, given, recipient],
      );
      return rows[0].found;
    };
    expect(await registeredIn('lanka SHOP', '+618916412345')).toEqual({ 'AU *': null });
    expect(await registeredIn('Lanka Shops', '+61412345678')).toEqual({});
    expect(await registeredIn(NAME, '+94771234567')).toBeNull();
    expect(await registeredIn('+61480000000', '+61412345678')).toBeNull();
  });

  it('finds a registration by the primary key', async () => {
    const client = await t.services.pool.connect();
    try {
      // The table is too small for an index otherwise.
      await client.query('begin; set local enable_seqscan = off');
      const { rows } = await client.query(`explain ${readRegistrations('messages')}`, [['+61%']]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan using sender_registrations_pkey on sender_registrations r/);
      expect(plan).toMatch(/Index Cond: .*team_id.*project_id.*sender_key/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
