// Receipts of HTTP carriers that are wrong in themselves, or name another message.
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../test/carriers.ts';
import { startHttpCarrier } from '../../../test/httpCarrier.ts';
import { receiptUrl } from './push.ts';

const carrier = await startHttpCarrier();
const config = carrier.link();
const receipt = { ...config.profile.receipt!, items: 'receipts' };
const link = { ...config, profile: { ...config.profile, receipt } };
const t = await startEngine({}, { change: (other) => (other.mode === 'LIVE' ? link : other) });
const sender = await makeLiveSender(t);

let numbers = 0;
/** Sends a message that the carrier answers with this id; returns it once it is sent. */
async function sent(id = `id-${numbers}`) {
  carrier.onCall = (call) => call.answer(200, { id });
  const to = `+9477700${String(numbers++).padStart(3, '0')}9`;
  const message = await send(t, sender, { to }, 'LIVE');
  await reaches(t, sender, message, 'SENT');
  return { message, receipt: { id, to, from: 'Lanka Shop', status: 'delivered' } };
}

const push = async (...receipts: object[]) =>
  (
    await t.app.inject({
      method: 'POST',
      url: new URL(receiptUrl(t.services, link.id)).pathname,
      payload: { receipts },
    })
  ).statusCode;

const asideCount = async () =>
  (
    await t.services.pool.query(
      "select 1 from receipt_inbox where failure is not null and due_at = 'infinity'",
    )
  ).rowCount;

describe('a call', () => {
  it('with 1,000 receipts of which one cannot be read counts all others', async () => {
    const messages = [await sent(), await sent(), await sent()];
    const strangers = Array.from({ length: 996 }, (_, index) => {
      return { id: `stranger-${index}`, to: '+94779999999', status: 'failed' };
    });
    const [first, ...others] = messages.map((one) => one.receipt);
    expect(await push(first!, ...strangers, { colour: 'red' }, ...others)).toBe(200);
    for (const { message } of messages) await reaches(t, sender, message, 'DELIVERED');
    expect(await asideCount()).toBe(1);
  });

  it('with more than 1,000 receipts is set aside whole', async () => {
    const one = await sent();
    expect(await push(...Array.from({ length: 1_001 }, () => one.receipt))).toBe(200);
    expect(await asideCount()).toBe(2);
    expect((await read(t, sender, one.message)).status).toBe('SENT');
  });
});

describe('a receipt', () => {
  it.each([
    ['national', (to: string) => to.replace('+94', '0')],
    ['national without its zero', (to: string) => to.replace('+94', '')],
    ['international with two zeros', (to: string) => to.replace('+', '00')],
  ])('with a %s number ends its message', async (_name, spelling) => {
    const one = await sent();
    await push({ ...one.receipt, to: spelling(one.receipt.to) });
    await reaches(t, sender, one.message, 'DELIVERED');
  });

  it('with a word that the profile does not know ends nothing', async () => {
    const one = await sent();
    expect(await push({ ...one.receipt, status: 'buffered' })).toBe(200);
    await push({ ...one.receipt, status: 'undelivered' });
    await reaches(t, sender, one.message, 'FAILED');
  });
});

describe('an id', () => {
  it('that another message has had ends each by its number', async () => {
    const before = await sent('one for all');
    await push(before.receipt);
    await reaches(t, sender, before.message, 'DELIVERED');
    const [next, last] = [await sent('one for all'), await sent('one for all')];
    await push({ ...last.receipt, status: 'undelivered' }, next.receipt);
    await reaches(t, sender, last.message, 'FAILED');
    await reaches(t, sender, next.message, 'DELIVERED');
    expect((await read(t, sender, before.message)).status).toBe('DELIVERED');
  });
});
