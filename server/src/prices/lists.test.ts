// Staff changing price lists: compared first, applied as compared, and charged from the very instant on.
import { indexPrices } from '@godwit/contract/payments/priceByPrefix';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeLiveSender, send } from '../../test/carriers.ts';
import { makeOwner } from '../../test/factories.ts';
import { auditOf, makeStaff } from '../../test/staff.ts';
import { pricesAt } from '../messages/accept/sendingProfile.ts';

const t = await testApp();
const { browser: finance, email } = await makeStaff(t, { role: 'FINANCE' });

type Change = { kind: string; dial_prefix: string; old_price: number | null; new_price: number | null };
const call = async (path: string, json: object) =>
  (await finance.post(`/v1/staff/prices${path}`, undefined, { json })).json();
const list = async (region: string, at = '') =>
  (await finance.get(`/v1/staff/prices?region=${region}${at && `&at=${at}`}`)).json();
const exported = async (region: string) =>
  (await finance.get(`/v1/staff/prices/export?region=${region}`)).body;
const inAnHour = (ms = 0) => new Date(Date.now() + 3_600_000 + ms).toISOString();
/** Previews and applies. */
async function change(region: string, csv: string, valid_from: string | null = null) {
  const upload = { region, csv, valid_from };
  const { digest } = await call('/preview', upload);
  return call('', { ...upload, digest });
}
const head = 'dial_prefix,name,price';

describe('a price list', () => {
  it('is read as it counts now, and leaves as CSV that changes nothing when it comes back', async () => {
    const before = await list('LK');
    expect(before).toMatchObject({ region: 'LK', currency: 'LKR', upcoming: [] });
    expect(before.rows).toContainEqual({ dial_prefix: '94', name: 'Sri Lanka', price: 0.8 });
    const csv = await exported('LK');
    expect(csv.split('\r\n').slice(0, 2)).toEqual([head, expect.stringMatching(/^,.+,\d+\.\d\d$/)]);
    const preview = await call('/preview', { region: 'LK', valid_from: null, csv });
    expect(preview).toMatchObject({ changes: [], problems: [], unchanged: before.rows.length });
    expect((await change('LK', csv)).fields.csv).toMatch(/nothing to change/);
    expect((await auditOf(t, 'PRICES_EXPORTED'))[0]).toMatchObject({ staff_email: email, subject: 'LK' });
  });

  it('shows what another one would change, row by row', async () => {
    const csv = (await exported('AU'))
      .replace(/^94,Sri Lanka,.*$/m, '94,Sri Lanka,0.15')
      .replace(/^61,.*\r\n/m, '')
      .concat('9477,Sri Lanka Dialog,0.2\r\n');
    const { changes, unchanged } = await call('/preview', { region: 'AU', valid_from: inAnHour(), csv });
    expect(changes).toEqual([
      { kind: 'REMOVED', dial_prefix: '61', name: 'Australia', old_price: 0.059, new_price: null },
      { kind: 'CHANGED', dial_prefix: '94', name: 'Sri Lanka', old_price: 0.112, new_price: 0.15 },
      { kind: 'ADDED', dial_prefix: '9477', name: 'Sri Lanka Dialog', old_price: null, new_price: 0.2 },
    ]);
    expect(unchanged).toBe((await list('AU')).rows.length - 2);
  });

  it.each(['\r\n', '\n', '\r'])(
    'may end its lines as several programs do, the first with %j',
    async (first) => {
      const [header, ...rows] = (await exported('LK')).trimEnd().split('\r\n');
      const ends = ['\n', '\r\n', '\r'];
      const csv = header + first + rows.map((row, i) => row + ends[i % 3]).join('');
      const preview = await call('/preview', { region: 'LK', valid_from: null, csv });
      expect(preview).toMatchObject({ changes: [], problems: [], unchanged: rows.length });
    },
  );

  it.each([
    ['no header', '94,Sri Lanka,0.8', 1, /first line must name/],
    ['only a header', head, 1, /first line must name/],
    ['nothing', '\n', 1, /first line must name/],
    ['a prefix that is none', `${head}\n94x,Sri Lanka,0.8`, 2, /up to eight digits/],
    ['a prefix twice', `${head}\n94,Sri Lanka,0.8\n+94,Lanka,0.9`, 3, /already, in line 2/],
    ['no name', `${head}\n94,,0.8`, 2, /Give a name/],
    ['a formula for a name', `${head}\n94,=1+1,0.8`, 2, /begins with a letter/],
    ['no price', `${head}\n94,Sri Lanka,`, 2, /above zero/],
    ['a price of zero', `${head}\n94,Sri Lanka,0.0000`, 2, /above zero/],
    ['a price below zero', `${head}\n94,Sri Lanka,-1`, 2, /above zero/],
    ['too fine a price', `${head}\n94,Sri Lanka,0.00001`, 2, /four decimals/],
    ['a quotation mark too many', `${head}\n94,"Sri Lanka,0.8`, 2, /not valid CSV/],
  ])('with %s is reported by line and not applied', async (_what, csv, line, problem) => {
    const upload = { region: 'LK', valid_from: null, csv };
    const { problems, changes, digest } = await call('/preview', upload);
    expect(problems).toEqual([{ line, problem: expect.stringMatching(problem) }]);
    expect(changes).toEqual([]);
    expect(await call('', { ...upload, digest })).toMatchObject({
      code: 1002,
      fields: { csv: expect.any(String) },
    });
  });

  it('is taken as spreadsheets write it', async () => {
    const csv = `\ufeffPrice, Name ,DIAL_PREFIX,Remark\r\n0.9,"Korea, South",+82,x\r\n\r\n12,Everywhere else,,\r\n`;
    const { changes, problems } = await call('/preview', { region: 'LK', valid_from: null, csv });
    expect(problems).toEqual([]);
    const kept = changes.filter(({ kind }: Change) => kind !== 'REMOVED');
    expect(kept).toMatchObject([
      { dial_prefix: '', new_price: 12 },
      { dial_prefix: '82', name: 'Korea, South', new_price: 0.9 },
    ]);
  });

  it('is not applied when something changed since it was compared', async () => {
    const csv = `${await exported('LK')}9470,Sri Lanka Mobitel,0.7\r\n`;
    const upload = { region: 'LK', csv, valid_from: inAnHour() };
    const { digest } = await call('/preview', upload);
    await change('LK', `${await exported('LK')}9471,Sri Lanka Mobitel,0.7\r\n`, inAnHour(-60_000));
    expect((await call('', { ...upload, digest })).code).toBe(1013);
    expect((await call('', { ...upload, digest: 'x' })).code).toBe(1013);
    const [{ valid_from }] = (await list('LK')).upcoming;
    await call('/cancel', { region: 'LK', valid_from });
  });

  it('can be for a time to come, seen before, and taken back until then', async () => {
    const before = await list('LK');
    const at = inAnHour();
    const after = await change('LK', `${await exported('LK')}9472,Sri Lanka Hutch,0.6\r\n`, at);
    expect(after).toMatchObject({
      rows: before.rows,
      upcoming: [{ valid_from: at, rows: before.rows.length + 1 }],
    });
    const then = await list('LK', at);
    expect(then.rows).toContainEqual({ dial_prefix: '9472', name: 'Sri Lanka Hutch', price: 0.6 });
    const { browser } = await makeOwner(t);
    expect((await browser.get('/v1/web/prices')).json()).toHaveLength(before.rows.length);
    // Another list replaces the one for the same instant.
    const replaced = await change('LK', `${await exported('LK')}9472,Sri Lanka Hutch,0.65\r\n`, at);
    expect(replaced.upcoming).toHaveLength(1);
    expect((await call('/cancel', { region: 'LK', valid_from: at })).upcoming).toEqual([]);
    expect((await call('/cancel', { region: 'LK', valid_from: at })).code).toBe(1013);
    expect((await call('/cancel', { region: 'LK', valid_from: before.valid_from })).code).toBe(1013);
    expect((await auditOf(t, 'PRICES_CANCELLED'))[0]).toMatchObject({ detail: { valid_from: at } });
  });

  it('cannot be for a time that has passed, or another region', async () => {
    const csv = `${head}\n94,Sri Lanka,0.9`;
    const past = await call('/preview', { region: 'LK', csv, valid_from: '2026-01-01T00:00:00.000Z' });
    expect(past).toMatchObject({
      code: 1002,
      fields: { valid_from: 'This time has passed. Choose a later time, or now.' },
    });
    expect((await call('/preview', { region: 'NZ', csv, valid_from: null })).code).toBe(1002);
  });

  it('is there once when two apply the same one at once', async () => {
    const upload = {
      region: 'AU',
      csv: `${await exported('AU')}9473,Sri Lanka,0.6\r\n`,
      valid_from: inAnHour(),
    };
    const { digest } = await call('/preview', upload);
    await Promise.all([1, 2].map(() => call('', { ...upload, digest })));
    const { rows, upcoming } = await list('AU');
    expect(upcoming).toEqual([{ valid_from: upload.valid_from, rows: rows.length + 1 }]);
  });
});

describe('a charge', () => {
  it('is by the list that counts when the message is accepted, to the instant', async () => {
    const sender = await makeLiveSender(t);
    const csv = (await exported('LK')).replace(/^94,Sri Lanka,.*$/m, '94,Sri Lanka,0.9');
    const sent = [await send(t, sender, { to: '+94771234567' }, 'LIVE')];
    await change('LK', csv);
    const from = () => list('LK').then(({ valid_from }) => valid_from as string);
    const old = await from();
    while ((await from()) === old || sent.at(-1)!.cost !== 0.9) {
      sent.push(await send(t, sender, { to: '+94771234567' }, 'LIVE'));
    }
    const start = await from();
    for (const { accepted_at, cost } of sent) expect(cost, accepted_at).toBe(accepted_at < start ? 0.8 : 0.9);
    expect(new Set(sent.map(({ cost }) => cost))).toEqual(new Set([0.8, 0.9]));
    const { browser } = await makeOwner(t);
    const shown = (await browser.get('/v1/web/prices')).json() as { dial_prefix: string; price: number }[];
    expect(shown.find(({ dial_prefix }) => dial_prefix === '94')?.price).toBe(0.9);
  });

  it('goes by the list that began last, whatever lists there are', () => {
    const price = (micros: number) =>
      indexPrices([{ dial_prefix: '', name: 'Everywhere', price_micros: BigInt(micros) }]);
    const starts = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(starts, fc.integer({ min: -5, max: 60 }), (seconds, at) => {
        const newestFirst = [...seconds].sort((a, b) => b - a);
        const priceLists = newestFirst.map((s) => ({ validFrom: new Date(s * 1000), prices: price(s + 1) }));
        const due = Math.max(...seconds.filter((s) => s <= at));
        const found = pricesAt({ priceLists }, new Date(at * 1000)).byPrefix.get('');
        expect(found?.price_micros).toBe(due < 0 ? undefined : BigInt(due + 1));
      }),
    );
  });
});
