// Names to a country with a register: what recipients see, at the carrier's side.
import { REGISTRATION_DIAL_CODES, registerFor, UNVERIFIED_SENDER } from '@godwit/contract/senders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, send, startEngine } from '../../../test/carriers.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { type Call, startHttpCarrier } from '../../../test/httpCarrier.ts';
import { SENDER_SEEN } from '../../db/senderSent.ts';
import { upsertRegistration } from '../../senders/queries.ts';
import { groupLinks } from '../links/groups.ts';

const NAME = 'Lanka Shop';
const LONG = 'Your parcel has left Colombo. '.repeat(12);

const held = await startHeldCarrier();
const overHttp = await startHttpCarrier();
// Perth's numbers go over HTTP, all others over SMPP, whose link claims that names are international numbers.
const t = await startEngine(
  {},
  {
    change: (link) => held.serve({ ...link, source_ton: 1 }),
    more: [{ ...overHttp.link({ routes: [{ prefix: '6148' }] }) }],
  },
);
t.messaging.rules.linkGroup = groupLinks(t.links).find;
const sender = await makeLiveSender(t);
let numbers = 0;
const australian = () => `+61412${String(++numbers).padStart(6, '0')}`;

const register = (state: 'REGISTERED' | 'NOT_REGISTERED') =>
  upsertRegistration(t.services.kysely, {
    ...{ teamId: sender.teamId, projectId: sender.project.id, sender: NAME, country: 'AU', state },
  });

const sentName = async (id: string) => {
  const { rows } = await t.services.pool.query('select sender_sent from messages where id = $1', [id]);
  return rows[0].sender_sent as string | null;
};

describe('a name that the Australian register does not hold', () => {
  it('leaves as Unverified, as a name, whatever the link says', async () => {
    held.onSubmit = (submit) => submit.take();
    await register('NOT_REGISTERED');
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

  it('leaves as Unverified over HTTP', async () => {
    await register('NOT_REGISTERED');
    const calls: Call[] = [];
    overHttp.onCall = (call) => {
      calls.push(call);
      call.answer(200, { id: 'a1' });
    };
    await reaches(t, sender, await send(t, sender, { to: '+61480000001' }, 'LIVE'), 'SENT');
    expect(calls.map(({ json }) => json.from)).toEqual([UNVERIFIED_SENDER]);
  });

  it('is matched by a receipt without an id that comes to Unverified', async () => {
    await register('NOT_REGISTERED');
    held.onSubmit = (submit) => submit.take('');
    const to = australian();
    const message = await send(t, sender, { to }, 'LIVE');
    const [submit] = await held.submitsTo(to, 1);
    await reaches(t, sender, message, 'SENT');
    await submit!.receipt('DELIVERED');
    await reaches(t, sender, message, 'DELIVERED');
  });
});

describe('a registered name', () => {
  it('leaves plain as soon as it is registered, and no longer once it is not', async () => {
    held.onSubmit = (submit) => submit.take();
    for (const [state, seen] of [
      ['REGISTERED', NAME],
      ['NOT_REGISTERED', UNVERIFIED_SENDER],
    ] as const) {
      await register(state);
      const to = australian();
      await send(t, sender, { to }, 'LIVE');
      expect((await held.submitsTo(to, 1))[0]!.pdu).toMatchObject({ sourceAddr: seen });
    }
  });

  it('that is withdrawn while the carrier puts the message off leaves as Unverified', async () => {
    await register('REGISTERED');
    const to = australian();
    held.onSubmit = async (submit) => {
      if (held.submits.filter((one) => one.to === to).length > 1) return submit.take();
      await register('NOT_REGISTERED');
      submit.refuse(0x58);
    };
    await send(t, sender, { to }, 'LIVE');
    const names = (await held.submitsTo(to, 2)).map(({ pdu }) => pdu.sourceAddr);
    expect(names).toEqual([NAME, UNVERIFIED_SENDER]);
  });

  it('that is withdrawn between two parts stays, so that a phone joins them', async () => {
    await register('REGISTERED');
    const to = australian();
    held.onSubmit = (submit) => {
      // The first part is taken, and the others are put off until the name is withdrawn.
      const soFar = held.submits.filter((one) => one.to === to).length;
      if (submit.part === 1 || soFar > 3) submit.take();
      else submit.refuse(0x58);
    };
    const message = await send(t, sender, { to, body: LONG }, 'LIVE');
    await held.submitsTo(to, 2);
    await register('NOT_REGISTERED');
    await reaches(t, sender, message, 'SENT');
    const names = held.submits.filter((one) => one.to === to).map(({ pdu }) => pdu.sourceAddr);
    expect(new Set(names)).toEqual(new Set([NAME]));
  });
});

describe('other senders', () => {
  it('to another country leave as they are, and nothing is stored about them', async () => {
    await register('NOT_REGISTERED');
    held.onSubmit = (submit) => submit.take();
    const { id } = await send(t, sender, { to: '+94771230099' }, 'LIVE');
    expect((await held.submitsTo('+94771230099', 1))[0]!.pdu).toMatchObject({ sourceAddr: NAME });
    expect(await sentName(id)).toBeNull();
  });
});

describe('the rule in SQL', () => {
  it('is that of the contract, for any sender and recipient', async () => {
    const recipients = fc.oneof(
      fc.constantFrom('+618916412345', '+94771234567', '+6141'),
      fc.constantFrom(...Object.values(REGISTRATION_DIAL_CODES)).map((code) => `+${code}412345678`),
      fc.stringMatching(/^\+[1-9]\d{5,13}$/),
    );
    const senders = fc.oneof(
      fc.constantFrom(NAME, '+61480000000', '48250', 'lanka shop', '0a1'),
      fc.stringMatching(/^[A-Za-z0-9_ ]{3,11}$/),
    );
    await register('REGISTERED');
    await fc.assert(
      fc.asyncProperty(recipients, senders, async (recipient, name) => {
        const { rows } = await t.services.pool.query(
          `select ${SENDER_SEEN} as seen from (select $1::uuid as team_id, $2::uuid as project_id, $3::text as sender, $4::text as recipient) as m`,
          [sender.teamId, sender.project.id, name, recipient],
        );
        const isFree = registerFor(name, recipient) === null || name === NAME;
        expect(rows[0].seen).toBe(isFree ? name : UNVERIFIED_SENDER);
      }),
      { numRuns: 300 },
    );
  });
});
