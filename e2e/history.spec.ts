// Two years of known messages: every figure of Home, the log and its reports against a count in the test, for
// projects in two time zones, viewed from Colombo.
import { readFile } from 'node:fs/promises';
import { customDays, type DaySpan, RANGES, type Range, rangeDays, timeUnit } from '@godwit/contract/ranges';
import type { Overview } from '@godwit/contract/stats';
import type { Download, Page } from '@playwright/test';
import { pdfText } from '../server/test/pdfText.ts';
import { expect, test } from './fixtures.ts';
import { createProject, newPerson, type Region, signUp } from './people.ts';
import { godwit, makePast, type PastMessage } from './service.ts';

const MESSAGES = 600;
type Days = Range | { from: string; to: string };
type Mode = 'TEST' | 'LIVE';

/**
 * The views of Home: every kind of period, both modes and both currencies. The server's tests recount all
 * combinations.
 */
const LOOKS: { region: Region; zone: string; symbol: string; mode: Mode; some: Days[] }[] = [
  { region: 'LK', zone: 'Asia/Colombo', symbol: 'Rs\u00a0', mode: 'TEST', some: ['1d', '4w', '12m'] },
  {
    ...{ region: 'AU', zone: 'Australia/Sydney', symbol: 'A$', mode: 'LIVE' },
    some: ['7d', { from: '2026-03-20', to: '2026-04-20' }],
  },
];

/** A message with its day in the project's zone. */
type Dated = PastMessage & { day: string };
type Past = { messages: Dated[]; zone: string; symbol: string };

for (const { region, zone, symbol, mode, some } of LOOKS) {
  test(`a past in ${zone}: every figure of Home matches its messages`, async ({ page }) => {
    const past = await begin(page, region, zone, symbol);
    await page.goto('/home?view=table');
    const testMode = page.getByRole('switch', { name: 'Test Mode' });
    if ((await testMode.isChecked()) !== (mode === 'TEST')) await testMode.click();
    await expect(testMode).toBeChecked({ checked: mode === 'TEST' });
    for (const days of some) await expectFigures(page, past, mode, days);
  });
}

test('a past in another zone: the log, its filters and its reports match its messages', async ({ page }) => {
  const zone = 'Australia/Sydney';
  const past = await begin(page, 'AU', zone, 'A$');
  const inMode = (mode: string) => past.messages.filter((message) => message.mode === mode);
  const month = rangeDays('4w', today(zone));
  const some = within(inMode('TEST'), month.from, month.to);

  await test.step('the right number, in every range', async () => {
    for (const range of Object.keys(RANGES) as Range[]) {
      const { from, to } = rangeDays(range, today(zone));
      await page.goto(`/logs?mode=TEST&range=${range}`);
      await expectResults(page, within(inMode('TEST'), from, to).length);
    }
  });

  await test.step('the last page ends with the oldest message, and stays while that is read', async () => {
    await page.goto('/logs?mode=TEST&range=4w&page_size=25');
    const pages = Math.ceil(some.length / 25);
    await page.getByRole('button', { name: `Page ${pages}`, exact: true }).click();
    await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible();
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(some.length - 25 * (pages - 1));
    const oldest = [...some].sort((a, b) => a.acceptedAt.localeCompare(b.acceptedAt))[0]!;
    await expect(rows.last()).toContainText(oldest.sender);
    await expect(rows.last()).toContainText(timeInColombo(oldest.acceptedAt));
    const address = page.url();
    await rows.last().click();
    await expect(page.getByRole('heading', { name: 'SMS Details' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('page')).toBe(new URL(address).searchParams.get('page'));
  });

  await test.step('status, number and sender filter it; the reports contain the filtered messages', async () => {
    const search = page.getByRole('textbox', { name: 'Search' });
    const isSriLankan = ({ recipient }: PastMessage) => recipient.startsWith('+94771');
    const delivered = some.filter(({ status }) => status === 'DELIVERED');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Delivered' }).click();
    await expectResults(page, delivered.length);
    await search.fill('94771');
    const shown = delivered.filter(isSriLankan);
    await expectResults(page, shown.length);

    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const lines = pdfText(await contents(pdf)).flat();
    expect(lines[0]).toBe('SMS Log Report');
    const numbers = lines.flatMap((line) => line.split('\t').find((cell) => cell.startsWith('+94')) ?? []);
    expect(numbers).toEqual(newestFirst(shown));

    await page.getByRole('button', { name: 'Choose a format' }).click();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ]);
    const [head, ...rows] = (await contents(csv)).toString().trim().split('\r\n');
    expect(head).toContain(`Date (${zone})`);
    expect(rows.map((row) => row.split(',')[3]?.match(/\+\d+/)?.[0])).toEqual(newestFirst(shown));

    await search.fill('LankaPost');
    await expectResults(page, delivered.filter(({ sender }) => sender === 'LankaPost').length);
  });
});

/** A person of a region, verified and signed in on the page, with a project that has past messages. */
async function begin(page: Page, region: Region, zone: string, symbol: string): Promise<Past> {
  const person = { ...newPerson(), region };
  await signUp(page.request, person);
  await godwit('team', 'verify', person.email);
  const project = await createProject(page.request, 'Two years');
  const messages = (await makePast(project.id, MESSAGES)).map((message) => ({
    ...message,
    day: dayIn(zone, message.acceptedAt),
  }));
  return { messages, zone, symbol };
}

function spanOf(days: Days, zone: string): DaySpan {
  if (typeof days === 'string') return rangeDays(days, today(zone));
  const chosen = customDays(days.from, days.to);
  if (!chosen.ok) throw new Error(chosen.problem);
  return chosen.span;
}

/** Checks the cards, and the table of the chart unless the period is Today. */
async function expectFigures(page: Page, past: Past, mode: Mode, days: Days): Promise<void> {
  const { messages, zone, symbol } = past;
  const span = spanOf(days, zone);
  const query = typeof days === 'string' ? `range=${days}` : `from=${days.from}&to=${days.to}`;
  // Discards a response that the previous page still waits for, which cannot be read after it is left.
  await page.goto('about:blank');
  const answered = page.waitForResponse(/project_overview/);
  await page.goto(`/home?mode=${mode}&view=table&${query}`);
  const { prev_until: until } = (await (await answered).json()) as Overview;
  const isCompared = ({ day, acceptedAt }: Dated) =>
    until === null || day >= span.from || Date.parse(acceptedAt) < Date.parse(until);
  const count = (from: string, to: string) =>
    figures(within(messages, from, to).filter((one) => one.mode === mode && isCompared(one)));
  const now = count(span.from, span.to);
  const before = count(span.prevFrom, span.prevTo);
  const cut = until === null ? null : ` until ${timeIn(zone, until)}`;
  const compared = page.getByText(/ compared to /);
  if (cut) await expect(compared).toHaveText(new RegExp(`, so far compared to .*${cut}$`));
  else await expect(compared).not.toHaveText(/so far|until/);
  // Only four weeks have ten times as many messages as those before them.
  if (days === '4w') expect(change(now['Total Outgoing'], before['Total Outgoing'])).toBe('more than 10×');
  for (const name of FIGURES) {
    const card = page.getByRole('heading', { name: titleIn(mode, name), exact: true }).locator('..');
    await expect(card.locator('p').nth(1), `${name}, ${query}`).toHaveText(change(now[name], before[name]));
    await expect(card.locator('p').nth(2)).toHaveText(cut ? new RegExp(`^vs .*${cut}$`) : /^vs [^:]*$/);
    expectAmount(await card.locator('p').nth(0).innerText(), name, now[name], symbol);
  }
  if (days === '1d') await expect(page.getByRole('table')).toHaveCount(0);
  else await expectTable(page, past, span, timeUnit(typeof days === 'string' ? days : span), count);
}

/** Checks the chart's table row by row: each cell has the period, and the previous one below it. */
async function expectTable(
  page: Page,
  { symbol }: Past,
  span: DaySpan,
  unit: 'DAY' | 'MONTH',
  count: (from: string, to: string) => Record<Shown, number>,
): Promise<void> {
  const now = pieces(span.from, span.to, unit);
  const before = pieces(span.prevFrom, span.prevTo, unit);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(Math.max(now.length, before.length));
  const cells = await rows.locator('th, td').allInnerTexts();
  for (const [i, text] of cells.entries()) {
    const [row, column] = [Math.floor(i / (COLUMNS.length + 1)), i % (COLUMNS.length + 1)];
    const shown = text.split('\n').map((words) => words.trim());
    for (const [piece, words = ''] of [
      [now[row], shown[0]],
      [before[row], shown[1]],
    ] as const) {
      const name = COLUMNS[column - 1];
      const day = piece ? label(piece.from, unit) : '–';
      if (!name) expect(words.replace('vs ', '')).toBe(day);
      else if (piece) expectAmount(words, name, count(piece.from, piece.to)[name], symbol);
      else expect(words).toBe('–');
    }
  }
}

const FIGURES = ['Total Outgoing', 'Total Delivered', 'Total Undelivered', 'Total Spend'] as const;
/** In the order of the table, which lists undelivered messages separately. */
const COLUMNS = [
  'Total Outgoing',
  'Total Delivered',
  'Total Undelivered',
  'Failed',
  'Waiting',
  'Total Spend',
] as const;
type Shown = (typeof COLUMNS)[number];

/** The title of a figure: TEST costs nothing. */
const titleIn = (mode: Mode, name: Shown) =>
  mode === 'TEST' && name === 'Total Spend' ? 'Would have cost' : name;

/** The figures of some messages; the spend in major units. */
function figures(some: readonly PastMessage[]): Record<Shown, number> {
  const delivered = some.filter(({ status }) => status === 'DELIVERED');
  const others = some.filter(({ status }) => status !== 'DELIVERED');
  return {
    'Total Outgoing': some.length,
    'Total Delivered': delivered.length,
    'Total Undelivered': others.length,
    Failed: others.filter(({ status }) => status === 'FAILED').length,
    Waiting: others.filter(({ status }) => status !== 'FAILED').length,
    'Total Spend': Number((spend(delivered) + spend(others)).toFixed(4)),
  };
}

/** Rounded to the API's four decimals for each outcome. */
const spend = (some: readonly PastMessage[]) =>
  Number((some.reduce((micros, { spentMicros }) => micros + spentMicros, 0) / 1e6).toFixed(4));

/** Money is shown to the cent, rounded either way. */
function expectAmount(text: string, name: Shown, value: number, symbol: string): void {
  if (name !== 'Total Spend') {
    expect(text).toBe(value.toLocaleString('en'));
    return;
  }
  expect(text.startsWith(symbol), text).toBe(true);
  expect(text).toMatch(/\.\d\d$/);
  const shown = Number(text.slice(symbol.length).replaceAll(',', ''));
  expect(Math.abs(shown - value), `${text} for ${value}`).toBeLessThan(0.0051);
}

/** The change shown on a card: from nothing to something is +100 %. */
function change(now: number, before: number): string | RegExp {
  if (before > 0 && now > 10 * before) return 'more than 10×';
  const percent = before === 0 ? (now === 0 ? 0 : 100) : Math.round(((now - before) / before) * 1000) / 10;
  const sign = percent > 0 ? '+' : '';
  const isNew = before === 0 && now > 0;
  return `${sign}${percent.toLocaleString('en', { minimumFractionDigits: 1 })}%${isNew ? ' (new)' : ''}`;
}

const today = (zone: string) => dayIn(zone, new Date().toISOString());

/** The day of an instant as yyyy-MM-dd. */
function dayIn(zone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant));
}

/** The time of day of an instant as HH:mm. */
const timeIn = (zone: string, instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(new Date(instant));

const timeInColombo = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Colombo', timeStyle: 'medium' }).format(
    new Date(instant),
  );

const within = (some: readonly Dated[], from: string, to: string) =>
  some.filter(({ day }) => day >= from && day <= to);

/** The days, or the parts of months, from one day to another. */
function pieces(from: string, to: string, unit: 'DAY' | 'MONTH'): { from: string; to: string }[] {
  const found: { from: string; to: string }[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const last = found.at(-1);
    if (last && unit === 'MONTH' && last.from.slice(0, 7) === day.slice(0, 7)) last.to = day;
    else found.push({ from: day, to: day });
  }
  return found;
}

/** 'DD MMM' or 'yyyy MMM'. */
function label(day: string, unit: 'DAY' | 'MONTH'): string {
  const month = new Date(day).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  return unit === 'DAY' ? `${day.slice(8)} ${month}` : `${day.slice(0, 4)} ${month}`;
}

async function expectResults(page: Page, count: number): Promise<void> {
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'Result' : 'Results'}`;
  await expect(page.getByText(words, { exact: true })).toBeVisible();
}

const newestFirst = (some: readonly PastMessage[]) =>
  [...some].sort((a, b) => b.acceptedAt.localeCompare(a.acceptedAt)).map(({ recipient }) => recipient);

async function contents(file: Download): Promise<Buffer> {
  return readFile(await file.path());
}
