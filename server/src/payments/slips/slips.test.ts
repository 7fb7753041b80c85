// Bank transfers: a slip each, credited with what staff have read on it, above an amount by two of them who
// read the same.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import { makeOwner, newestMail } from '../../../test/factories.ts';
import { slipFile, uploadFrom } from '../../../test/files.ts';
import { balanceOf, paymentOf } from '../../../test/payments.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await testApp();
const finance = await makeStaff(t, { role: 'FINANCE' });
const second = await makeStaff(t, { role: 'ADMIN' });
type Asker = typeof finance;

const fileOf = async (browser: Browser, file = slipFile()) =>
  (await uploadFrom(browser, file)).json().id as string;
const send = async (browser: Browser, json: { amount: string; file: string; key?: string }) =>
  (await browser.call('POST', '/v1/web/bank_payments', { json })).json();
let references = 0;
const reference = () => `FT-${++references}`;
type Reading = { total: string; reference: string; differs?: boolean };
const readAs = async (id: string, json: Reading, by: Asker = finance) =>
  (await by.browser.post(`/v1/staff/slips/${id}/confirm`, undefined, { json })).json();
/** Reads what has to be on a slip for this to be credited: with 18 % on top. */
const confirm = (
  id: string,
  { amount, reference }: { amount: string; reference: string },
  by: Asker = finance,
) => readAs(id, { total: (Number(amount) * 1.18).toFixed(2), reference, differs: true }, by);
const reject = async (id: string, by: Asker = finance) =>
  (
    await by.browser.post(`/v1/staff/slips/${id}/reject`, undefined, {
      json: { reason: 'It cannot be read' },
    })
  ).json();

async function sent(amount = '1000', options = {}) {
  const owner = await makeOwner(t, options);
  const payment = await send(owner.browser, { amount, file: await fileOf(owner.browser) });
  return { ...owner, id: payment.id as string };
}

describe('a slip', () => {
  it('waits for staff, who view it and credit the amount received', async () => {
    const { browser, person, id, teamId } = await sent('1000');
    expect(await paymentOf(browser, id)).toMatchObject({
      type: 'BANK_TX',
      status: 'PENDING',
      amount: 1000,
      total: 1180,
    });
    const seen = (await finance.browser.get(`/v1/staff/slips/${id}`)).json();
    expect(seen).toMatchObject({
      team: { id: teamId },
      claimed: 1000,
      claimed_total: 1180,
      may_decide: true,
    });
    const file = `/v1/staff/slips/${id}/documents/${seen.documents[0].id}`;
    expect((await finance.browser.get(file)).headers['content-disposition']).toMatch(/^attachment/);
    expect((await auditOf(t, 'DOCUMENT_OPENED'))[0]).toMatchObject({
      team_id: teamId,
      staff_email: finance.email,
    });
    expect(await confirm(id, { amount: '900', reference: ' ft  77 ' })).toMatchObject({
      status: 'SUCCEEDED',
      credited: 900,
      reference: 'FT 77',
      decided_by: finance.email,
    });
    expect(await paymentOf(browser, id)).toMatchObject({
      status: 'SUCCEEDED',
      amount: 900,
      tax: 162,
      total: 1062,
    });
    expect(await balanceOf(browser)).toBe(900);
    expect((await newestMail(t, person.email)).text).toContain('1,062.00 LKR');
    expect((await auditOf(t, 'SLIP_CONFIRMED'))[0]).toMatchObject({
      subject: id,
      detail: { amount: 900, reference: 'FT 77' },
    });
    // A transfer has one name at the bank, and one decision.
    const other = await sent();
    expect(await confirm(other.id, { amount: '900', reference: 'FT 77' })).toMatchObject({
      code: 1013,
      fields: { reference: expect.any(String) },
    });
    expect(await confirm(id, { amount: '900', reference: 'FT 78' })).toMatchObject({
      code: 1013,
      description: expect.stringContaining(finance.email),
    });
    expect((await reject(id)).code).toBe(1013);
    const typed = { amount: '900', reference: reference() };
    const [one, two] = [await sent(), await sent()];
    const atOnce = await Promise.all([confirm(one.id, typed), confirm(two.id, typed, second)]);
    expect(atOnce.map(({ code }) => code).sort()).toEqual([1013, undefined]);
  });

  it('is valid for one payment across all teams, until it is rejected', async () => {
    const one = await makeOwner(t);
    const other = await makeOwner(t);
    const file = slipFile();
    const first = await send(one.browser, { amount: '500', file: await fileOf(one.browser, file) });
    expect(first.status).toBe('PENDING');
    for (const browser of [one.browser, other.browser])
      expect(await send(browser, { amount: '500', file: await fileOf(browser, file) })).toMatchObject({
        code: 1013,
        fields: { file: expect.any(String) },
      });
    expect((await other.browser.get('/v1/web/payments')).json()).toEqual([]);
    expect(await reject(first.id)).toMatchObject({ status: 'FAILED', reason: 'It cannot be read' });
    expect((await newestMail(t, one.person.email)).text).toContain('It cannot be read');
    expect((await paymentOf(one.browser, first.id)).failure).toBe('It cannot be read');
    expect((await send(one.browser, { amount: '500', file: await fileOf(one.browser, file) })).status).toBe(
      'PENDING',
    );
    expect(await balanceOf(one.browser)).toBe(0);
  });

  it('makes one payment, however often its form is submitted', async () => {
    const { browser } = await makeOwner(t);
    const form = { amount: '500', file: await fileOf(browser), key: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(browser, form)));
    const kept = (await browser.get('/v1/web/payments')).json();
    expect(kept).toHaveLength(1);
    expect(answers.map(({ id }) => id)).toEqual(Array(3).fill(kept[0].id));
  });

  it("is refused if it is missing, another team's, or used for something else", async () => {
    const { browser } = await makeOwner(t);
    const other = await makeOwner(t);
    expect(await send(browser, { amount: '500', file: '' })).toMatchObject({
      code: 1002,
      fields: { file: 'Bank slip is required' },
    });
    expect((await send(browser, { amount: '500', file: await fileOf(other.browser) })).code).toBe(1001);
    const file = await fileOf(browser);
    const json = { account_type: 'INDIVIDUAL', documents: [{ id: file, name: 'Passport' }] };
    await browser.call('POST', '/v1/web/verification_requests', { json });
    expect((await send(browser, { amount: '500', file })).code).toBe(1013);
    expect((await browser.get('/v1/web/payments')).json()).toEqual([]);
  });
});

describe('the amount on a slip', () => {
  it('is the total, whose tax is never credited', async () => {
    const { browser, id } = await sent('5000');
    const read = { total: '5900', reference: reference() };
    expect(await readAs(id, read)).toMatchObject({ status: 'SUCCEEDED', credited: 5000 });
    expect(await paymentOf(browser, id)).toMatchObject({ amount: 5000, tax: 900, total: 5900 });
    expect(await balanceOf(browser)).toBe(5000);
  });

  it('needs a confirmation if it differs from the claim by more than a cent', async () => {
    const [{ id }, other] = [await sent('5000'), await sent('5000')];
    const refused = await readAs(id, { total: '5000', reference: reference() });
    expect(refused).toMatchObject({ code: 1002, fields: { total: expect.any(String) } });
    expect(await readAs(id, { total: '5000', reference: reference(), differs: true })).toMatchObject({
      credited: 4237.29,
    });
    expect(await readAs(other.id, { total: '5900.01', reference: reference() })).toMatchObject({
      credited: 5000.01,
    });
  });

  it('is hidden from the second reader until the decision, in the audit log and in search', async () => {
    const { id } = await sent('30000');
    const typed = { amount: '31000', reference: reference() };
    await confirm(id, typed);
    const seen = async (path: string) => (await second.browser.get(`/v1/staff/${path}`)).json();
    const audit = async (q: string) => seen(`audit?action=SLIP_ASKED&q=${q}`);
    expect((await audit(id)).results).toMatchObject([{ subject: id, detail: { currency: 'LKR' } }]);
    expect((await audit(id)).results[0].detail).toEqual({ currency: 'LKR' });
    for (const q of [typed.reference, '31000', '36580']) expect((await audit(q)).results, q).toEqual([]);
    expect((await seen(`slips?q=${typed.reference}`)).results).toEqual([]);
    await confirm(id, typed, second);
    expect((await audit(typed.reference)).results).toMatchObject([{ detail: { total: 36_580 } }]);
    expect((await seen(`slips?status=SUCCEEDED&q=${typed.reference}`)).results).toMatchObject([{ id }]);
  });
});

describe('a large transfer', () => {
  it('is credited when two people have read the same values', async () => {
    const { browser, id } = await sent('30000');
    const read = { amount: '30000', reference: reference() };
    expect(await confirm(id, read)).toMatchObject({
      status: 'PENDING',
      asked_by: finance.email,
      may_decide: false,
      credited: null,
    });
    expect((await confirm(id, read)).code).toBe(1012);
    expect(await confirm(id, { ...read, amount: '30001' }, second)).toMatchObject({ code: 1013 });
    expect(await balanceOf(browser)).toBe(0);
    expect(await confirm(id, read, second)).toMatchObject({
      status: 'SUCCEEDED',
      decided_by: second.email,
      asked_by: finance.email,
    });
    expect(await balanceOf(browser)).toBe(30_000);
  });

  it('can be corrected by its first reader until the second one agrees', async () => {
    const { browser, id } = await sent('30000');
    const typed = { amount: '300000', reference: reference() };
    expect(await confirm(id, typed)).toMatchObject({ may_decide: false, may_correct: true });
    const right = { amount: '30000', reference: reference() };
    expect((await confirm(id, right, second)).code).toBe(1013);
    expect(await confirm(id, right)).toMatchObject({ status: 'PENDING', credited: null });
    expect((await auditOf(t, 'SLIP_ASKED')).slice(0, 2)).toMatchObject([
      { subject: id, detail: { amount: 30_000, reference: right.reference } },
      { subject: id, detail: { amount: 300_000 } },
    ]);
    // Not alone either if it was corrected to little, and not to what another payment has.
    expect(await confirm(id, { ...right, amount: '500' })).toMatchObject({ status: 'PENDING' });
    await confirm(id, right);
    const other = await sent('500');
    expect((await confirm(other.id, { amount: '500', reference: right.reference })).code).toBe(1013);
    expect((await confirm(other.id, { amount: '500', reference: typed.reference })).status).toBe('SUCCEEDED');
    expect((await confirm(id, typed)).fields).toHaveProperty('reference');
    expect((await confirm(id, typed, second)).code).toBe(1013);
    expect(await confirm(id, right, second)).toMatchObject({ status: 'SUCCEEDED', may_correct: false });
    expect((await confirm(id, { ...right, amount: '1' })).code).toBe(1013);
    expect(await balanceOf(browser)).toBe(30_000);
  });

  it('cannot be split into small ones, or into one and an adjustment', async () => {
    const { browser, id } = await sent('20000');
    const next = await send(browser, { amount: '9000', file: await fileOf(browser) });
    const both = await Promise.all([
      confirm(id, { amount: '20000', reference: reference() }),
      confirm(next.id, { amount: '9000', reference: reference() }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['PENDING', 'SUCCEEDED']);
    const { id: after, teamId } = await sent('9000');
    const json = { amount: '20000', reason: 'Goodwill', key: crypto.randomUUID() };
    await finance.browser.post(`/v1/staff/teams/${teamId}/adjustments`, undefined, { json });
    expect((await confirm(after, { amount: '9000', reference: reference() })).status).toBe('PENDING');
    const before = await sent('20000');
    expect(await confirm(before.id, { amount: '20000', reference: reference() })).toMatchObject({
      status: 'SUCCEEDED',
    });
    const more = { json: { ...json, amount: '9000', key: crypto.randomUUID() } };
    expect(
      (await finance.browser.post(`/v1/staff/teams/${before.teamId}/adjustments`, undefined, more)).json(),
    ).toMatchObject({ status: 'PENDING' });
  });

  it('is decided by one of several concurrent decisions', async () => {
    const { browser, id } = await sent('500');
    const read = { amount: '500', reference: reference() };
    const answers = await Promise.all([confirm(id, read), confirm(id, read, second), reject(id, second)]);
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(2);
    const winner = answers.find(({ status }) => status);
    expect(await balanceOf(browser)).toBe(winner.status === 'SUCCEEDED' ? 500 : 0);
  });
});

it('staff cannot decide about a team of their own', async () => {
  const { id, person } = await sent();
  const own = await makeStaff(t, { role: 'FINANCE', email: person.email });
  expect((await confirm(id, { amount: '1', reference: reference() }, own)).code).toBe(1012);
  expect((await reject(id, own)).code).toBe(1012);
  expect((await own.browser.get(`/v1/staff/slips/${id}`)).json()).toMatchObject({
    own_team: true,
    may_decide: false,
  });
});

it('the queue can be filtered and searched, and the ledger agrees', async () => {
  const { id, person } = await sent();
  const found = async (query: string) => (await finance.browser.get(`/v1/staff/slips?${query}`)).json();
  expect((await found(`q=${person.email}`)).results).toMatchObject([{ id }]);
  expect((await found(`status=FAILED&q=${person.email}`)).total).toBe(0);
  expect((await found('status=NONE')).code).toBe(1002);
  expect(await ledgerDifferences(t.services.pool)).toEqual([]);
});
