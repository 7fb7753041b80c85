// Receipts and statements as PDFs: numbered, with both parties, in the language and script of the person who
// opens them.
import { LANGUAGES, type Language } from '@godwit/contract/languages';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Browser } from '../../../test/browser.ts';
import { makeOwner } from '../../../test/factories.ts';
import { slipFile, uploadFrom } from '../../../test/files.ts';
import { begin, practise } from '../../../test/payments.ts';
import { pdfText } from '../../../test/pdfText.ts';
import { makeStaff } from '../../../test/staff.ts';
import { transaction } from '../../db/transaction.ts';
import { printable, runsOf } from '../../http/pdfText.ts';
import { missingOfSeller } from '../../settingPairs.ts';
import { PDF_WORDS } from './pdfWords.ts';
import { issueReceipt } from './receiptQueries.ts';

const seller = {
  sellerName: 'Godwit (Pvt) Ltd',
  sellerAddress: '1 Main Street\nColombo 01',
  sellerTaxNumber: '114-7',
};
const t = await testApp();
Object.assign(t.services.settings, seller);
const { pool } = t.services;
const finance = await makeStaff(t, { role: 'FINANCE' });
let references = 0;

/** Pays by a transfer that staff confirm; returns the payment's id. */
async function pay(browser: Browser): Promise<string> {
  const file = (await uploadFrom(browser, slipFile())).json().id;
  const { id } = (
    await browser.call('POST', '/v1/web/bank_payments', { json: { amount: '100', file } })
  ).json();
  const json = { total: '118', reference: `PDF-${++references}`, differs: false };
  await finance.browser.post(`/v1/staff/slips/${id}/confirm`, undefined, { json });
  return id;
}

const receiptOf = async (browser: Browser, id: string) =>
  (await browser.get(`/v1/web/payments/${id}/receipt.pdf`)).rawPayload;
const linesOf = async (browser: Browser, id: string) => pdfText(await receiptOf(browser, id)).flat();
const numberOf = async (browser: Browser, id: string) =>
  Number(/^Receipt (\d{6,})$/.exec((await linesOf(browser, id))[0]!)?.[1]);
const speak = (email: string, language: Language) =>
  pool.query('update users set language = $2 where email = $1', [email, language]);

describe('a receipt number', () => {
  it('is consecutive, even for concurrent payments, and a rollback leaves no gap', async () => {
    const { browser } = await makeOwner(t);
    const [first, ...more] = [await pay(browser), ...(await Promise.all([pay(browser), pay(browser)]))];
    const start = await numberOf(browser, first!);
    const others = await Promise.all(more.map((id) => numberOf(browser, id)));
    expect(others.sort((a, b) => a - b)).toEqual([start + 1, start + 2]);
    const lost = transaction(pool, async (client) => {
      await issueReceipt(client, { id: crypto.randomUUID(), team_id: crypto.randomUUID() });
      throw new Error('Lost');
    });
    await expect(lost).rejects.toThrow('Lost');
    const next = await pay(browser);
    // Numbered when it is credited, not when it is opened.
    const last = await pay(browser);
    expect(await numberOf(browser, last)).toBe(start + 4);
    expect(await numberOf(browser, next)).toBe(start + 3);
    expect(await numberOf(browser, next)).toBe(start + 3);
    // As if an older version had credited it.
    await pool.query('delete from receipts where payment_id = $1', [last]);
    expect(await numberOf(browser, last)).toBe(start + 4);
  });

  it('is not given to a practice payment', async () => {
    const { browser } = await makeOwner(t);
    const checkout = await begin(browser, '100');
    await practise(t, checkout.ipg === 'STRIPE' ? checkout.stripe_params.url : '', 'succeed');
    expect((await linesOf(browser, checkout.id))[0]).toBe('Receipt');
    expect((await pool.query('select from receipts where payment_id = $1', [checkout.id])).rowCount).toBe(0);
  });
});

it('a PDF names the seller and the buyer, which is the team until billing details are set', async () => {
  const { browser, teamId } = await makeOwner(t);
  const id = await pay(browser);
  await pool.query(`update teams set name = 'Café Ceylon' where id = $1`, [teamId]);
  const sold = ['Godwit (Pvt) Ltd', '1 Main Street', 'Colombo 01', 'Tax number: 114-7'];
  expect((await linesOf(browser, id)).slice(1, 6)).toEqual([...sold, 'Billed to: Café Ceylon']);
  expect((await browser.get('/v1/web/billing/details')).json()).toEqual({
    ...{ name: 'Café Ceylon', address: '', tax_number: '' },
  });
  const details = { name: 'Ceylon Cafés Ltd', address: '5 Lake Road\nKandy', tax_number: '99-1' };
  expect((await browser.call('POST', '/v1/web/billing/details', { json: details })).json()).toEqual(details);
  const bought = ['Billed to: Ceylon Cafés Ltd', '5 Lake Road', 'Kandy', 'Tax number: 99-1'];
  expect((await linesOf(browser, id)).slice(5, 9)).toEqual(bought);
  const month = new Date().toISOString().slice(0, 7);
  const statement = await browser.get(`/v1/web/statements/${month}/file.pdf`);
  expect(pdfText(statement.rawPayload).flat()).toEqual(expect.arrayContaining([...sold, ...bought]));
});

it.each([
  ['si', /NotoSansSinhala/],
  ['ta', /NotoSansTamil/],
] as const)('a PDF in %s uses the font of that language', async (language, font) => {
  const { browser, person, teamId } = await makeOwner(t);
  const id = await pay(browser);
  expect((await receiptOf(browser, id)).toString('latin1')).not.toMatch(/NotoSans/);
  await speak(person.email, language);
  expect((await receiptOf(browser, id)).toString('latin1')).toMatch(font);
  await speak(person.email, 'en');
  // A name is printed in its own script in a PDF of any language.
  const name = language === 'si' ? 'ශ්‍රී ලංකා' : 'கொழும்பு';
  await pool.query('update teams set name = $2 where id = $1', [teamId, name]);
  const named = await receiptOf(browser, id);
  expect(named.toString('latin1')).toMatch(font);
  expect(pdfText(named).flat().join()).not.toContain(teamId);
});

it('the fonts cover every word of a PDF, and joiners stay with their letters', () => {
  const values = LANGUAGES.flatMap((language) =>
    Object.values(PDF_WORDS[language]).map((word) =>
      typeof word === 'function'
        ? (word as (...given: unknown[]) => string)('1', true)
        : [word].flat().join(' '),
    ),
  );
  expect(values.filter((text) => printable(text) === null)).toEqual([]);
  expect(printable('Ж')).toBeNull();
  expect(runsOf('A ශ්‍රී 1')).toEqual([
    { script: 'latin', text: 'A ' },
    { script: 'sinhala', text: 'ශ්‍රී' },
    { script: 'latin', text: ' 1' },
  ]);
});

it('startup names the missing seller settings once payments are real', () => {
  const none = { sellerName: null, sellerAddress: null, sellerTaxNumber: null };
  const unpaid = { stripeSecretKey: null, payhereMerchantId: null, bankDetails: null };
  expect(missingOfSeller({ ...none, ...unpaid })).toBeNull();
  expect(missingOfSeller({ ...seller, ...unpaid, stripeSecretKey: 'x' })).toBeNull();
  expect(missingOfSeller({ ...none, ...unpaid, payhereMerchantId: '1', sellerName: 'Godwit' })).toMatch(
    /: set SELLER_ADDRESS, SELLER_TAX_NUMBER$/,
  );
});
