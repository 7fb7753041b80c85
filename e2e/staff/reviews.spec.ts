// Staff decide requests: queues, decisions that need a reason, colleagues at the same time, and the view of
// each role.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { png } from '../../server/test/files.ts';
import { totpCode } from '../../server/test/totp.ts';
import { expect, test } from '../fixtures.ts';
import { threePages } from '../identity/steps.ts';
import { LAPTOP, PHONE } from '../overflow.ts';
import { send } from '../people.ts';
import { inspect } from '../screens.ts';
import { tabTo } from '../tabTo.ts';
import { newCustomer, requestSender, submitIdentity } from './customers.ts';
import { anotherPage, enterStaff, fillLogin, openPage, searchFor } from './people.ts';

/** A unique last name; names have letters only. */
const newName = (): string =>
  `Perera X${randomUUID()
    .slice(0, 6)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

test('the queues: filled, filtered and empty, with one request open', async ({ page, baseURL }) => {
  const name = newName();
  const customer = await newCustomer(baseURL!, name);
  await submitIdentity(customer, ['registration-1.png', 'registration-2.png']);
  await submitIdentity(await newCustomer(baseURL!, `${name} Jayawardenapura`), ['front.png']);
  // The number is that of the bank, so a look-alike of its name reaches staff.
  const bank = { owner_scheme: 'ABN', owner_number: '48 123 123 124', name_basis: 'TRADE_MARK' };
  const file = { name: 'trade-mark.png', mimeType: 'image/png', buffer: png(30, 20) };
  const uploaded = await send<{ id: string }>(customer.request, '/generic/file_upload', {
    multipart: { file },
  });
  await requestSender(await newCustomer(baseURL!, `${name} Wickramasinghe`), 'Bank Offers', {
    ...{ ...bank, legal_name: 'Somebody Else Pty Ltd' },
  });
  await requestSender(customer, 'C0mmBank', {
    ...bank,
    ...{ owner_country: 'AU', contact_name: 'Nadeesha Perera', contact_role: 'Secretary' },
    documents: [{ id: uploaded.id, name: 'Trade mark' }],
  });
  await enterStaff(page, 'COMPLIANCE');

  await openPage(page, 'Work', 'Identity');
  const queue = page.getByRole('list', { name: 'Identity requests' });
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  await expect(queue.getByRole('link')).toHaveCount(2);
  await expect(page).toHaveURL(/q=Perera/);
  await expect(page.getByRole('link', { name: /^Identity \d/ })).toBeVisible();
  await inspect(page, 'staff-identity-queue');

  await queue.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: `Nadeesha ${name}` })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(2);
  await inspect(page, 'staff-identity');

  await page.getByRole('textbox', { name: 'Search' }).fill(`nobody ${name}`);
  await expect(page.getByText('No request matches this.')).toBeVisible();

  await page.getByRole('link', { name: 'Sender IDs' }).click();
  await expect(page.getByRole('heading', { name: 'Sender ID requests' })).toBeVisible();
  await searchFor(page, customer.person.email);
  const senders = page.getByRole('list', { name: 'Sender ID requests' }).getByRole('link');
  await expect(senders).toHaveCount(1);
  await senders.click();
  await expect(page.getByText('Offers of the week')).toBeVisible();
  await expect(
    page.getByText('Not begun. Without a registration, recipients there see “Unverified”.'),
  ).toBeVisible();
  await expect(page.getByText('The number is that of CommBank. Anybody can type it')).toBeVisible();
  await expect(page.getByText('ABN 48123123124 also has other legal names').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enter kind and dates of Trade mark' }).click();
  const noting = page.getByRole('dialog', { name: 'Kind and dates of Trade mark' });
  await noting.getByRole('combobox', { name: 'Kind of document' }).click();
  await page.getByRole('option', { name: 'Trade mark' }).click();
  await noting.getByLabel('Last day (UTC)').fill('2026-01-31');
  await inspect(page, 'staff-evidence', { whole: false });
  await noting.getByRole('button', { name: 'Save kind and dates' }).click();
  await expect(page.getByText('Trade mark, expired 31 Jan 2026.')).toBeVisible();
  await inspect(page, 'staff-sender');

  // Other tests withdraw requests, so those of nobody are asked for.
  const withdrawn = '**/v1/staff/sender_ids?*status=WITHDRAWN*';
  await page.route(withdrawn, (route) =>
    route.continue({ url: `${route.request().url()}&q=${encodeURIComponent(name)}` }),
  );
  await page.goto('/staff/sender-ids?status=WITHDRAWN');
  await expect(page.getByText('There are no such requests.')).toBeVisible();
  await inspect(page, 'staff-queue-empty');
  await page.goto('/staff/nowhere');
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

test('a document is zoomed, turned and paged; one that cannot be shown is downloaded', async ({
  page,
  baseURL,
}) => {
  const customer = await newCustomer(baseURL!, newName());
  await enterStaff(page, 'COMPLIANCE');
  const scan = { name: 'front.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const torn = { name: 'torn.png', mimeType: 'image/png', buffer: png() };
  await submitIdentity(customer, [scan, threePages('certificate.pdf'), torn]);
  await page.goto(`/staff/identity?q=${encodeURIComponent(customer.person.email)}`);
  await page.getByRole('list', { name: 'Identity requests' }).getByRole('link').click();
  const open = (number: number) =>
    page.getByRole('button', { name: `Open Business Registration, page ${number}` });
  const viewer = page.getByRole('dialog');
  const canvas = viewer.getByRole('group');
  const sheet = canvas.getByRole('img');
  const size = viewer.getByRole('status', { name: 'Size' });
  const sizeOf = async (what: Locator) => (await what.boundingBox())!;

  await test.step('a picture, by keys, the wheel and two fingers', async () => {
    await open(1).click();
    await expect(viewer.getByRole('heading', { name: 'front.png' })).toBeVisible();
    await expect(sheet).toBeVisible();
    await expect(canvas).toBeFocused();
    const area = await sizeOf(canvas);
    expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(480);
    const fitting = (await size.textContent())!;
    expect((await sizeOf(sheet)).width).toBeCloseTo(area.width, -2);
    await page.keyboard.press('+');
    await expect(size).not.toHaveText(fitting);
    await page.keyboard.press('-');
    await expect(size).toHaveText(fitting);
    await page.keyboard.press('r');
    await expect.poll(async () => (await sizeOf(sheet)).height > (await sizeOf(sheet)).width).toBe(true);
    await viewer.getByRole('button', { name: /^Zoom in/ }).click();
    await viewer.getByRole('button', { name: /^Fit to width/ }).click();
    for (let turns = 0; turns < 3; turns++) await page.keyboard.press('r');
    await expect(size).toHaveText(fitting);
    await canvas.hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect(size).not.toHaveText(fitting);
    await page.keyboard.press('0');
    await expect(size).toHaveText(fitting);
    await pinch(page, canvas);
    await expect(size).not.toHaveText(fitting);
    await page.keyboard.press('0');
    await inspect(page, 'staff-identity-document', { whole: false });
    await page.keyboard.press('Escape');
    await expect(open(1)).toBeFocused();
  });

  await test.step('a PDF, page by page', async () => {
    await open(2).click();
    await expect(viewer.getByText('Page 1 of 3')).toBeVisible();
    const drawn = () => page.evaluate<string>(`document.querySelector('canvas').toDataURL()`);
    await expect(viewer.locator('canvas')).toBeVisible();
    const first = await drawn();
    await page.keyboard.press('PageDown');
    await expect(viewer.getByText('Page 2 of 3')).toBeVisible();
    await expect.poll(drawn).not.toBe(first);
    expect(await page.evaluate(MIDDLE), 'a scan in black').toEqual([0, 0, 0, 255]);
    await page.keyboard.press('PageUp');
    await expect.poll(drawn).toBe(first);
    await inspect(page, 'staff-identity-pdf', { whole: false });
  });

  await test.step('a page that cannot be shown, and another document during its fade', async () => {
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await expect(viewer.getByText('This page cannot be shown here.')).toBeVisible();
    await inspect(page, 'staff-identity-broken-page', { whole: false });
    await page.keyboard.press('Escape');
    await open(1).press('Enter');
    await expect(viewer.getByRole('heading', { name: 'front.png' })).toBeVisible();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a file that no browser can show', async () => {
    await open(3).click();
    await expect(viewer.getByText('This document cannot be shown here.')).toBeVisible();
    await inspect(page, 'staff-identity-broken', { whole: false });
    const saving = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download' }).click();
    expect((await saving).suggestedFilename()).toBe('torn.png');
  });
});

/** The pixel in the middle of the drawing: red, green, blue, opaque. */
const MIDDLE = `(() => {
  const canvas = document.querySelector('canvas');
  return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data];
})()`;

/** Spreads two fingers on an element. */
async function pinch(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox())!;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) => {
    const at = (id: number, by: number) => ({ id, x: middle.x + by, y: middle.y });
    return fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : [at(0, -apart), at(1, apart)],
    });
  };
  await touch('touchStart', 40);
  for (const apart of [50, 60, 70]) await touch('touchMove', apart);
  await touch('touchEnd', null);
  await fingers.detach();
}

test('the inbox: all that waits, oldest first, and decided with the document beside it', async ({
  page,
  baseURL,
}) => {
  const name = newName();
  const customer = await newCustomer(baseURL!, name);
  await submitIdentity(customer, ['front.png']);
  await requestSender(customer, 'LR Offers');
  await enterStaff(page, 'COMPLIANCE');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  const own = page.getByRole('list', { name: 'Inbox' }).getByRole('link').filter({ hasText: name });
  await expect(own).toContainText([/Identity$/, /Sender ID ·/]);
  await inspect(page, 'staff-inbox', { on: 'wide' });
  await page.setViewportSize(PHONE);
  await page.goto('/staff/inbox');
  await expect(own).toHaveCount(2);
  await inspect(page, 'staff-inbox', { on: 'phone' });
  await page.setViewportSize(LAPTOP);

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: /^Identity/ }).click();
  await expect(own).toHaveCount(1);
  await own.click();
  const open = page.getByRole('button', { name: /^Open Business/ });
  // The case that was open before may have two.
  await expect(open).toHaveCount(1);
  await open.click();
  const document = page.getByRole('region', { name: 'front.png' });
  await expect(document.getByRole('img', { name: 'front.png' })).toBeVisible();
  const turned = () => document.getByRole('img').locator('..').getAttribute('style');
  const upright = await turned();
  await page.getByLabel('Reason').pressSequentially('r');
  expect(await turned()).toBe(upright);
  await page.getByLabel('Reason').fill('');
  await inspect(page, 'staff-inbox-case');
  const decided = page.url();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('status').getByText('Approved. The customer gets an email.')).toBeVisible();
  await expect(own).toHaveCount(0);
  await expect(page).not.toHaveURL(decided);
  await page.goto(decided);
  await expect(page.getByText(/^Approved by dilani/)).toBeVisible();
});

test('a rejection needs a reason, and the next request shows earlier decisions', async ({
  page,
  baseURL,
}) => {
  const customer = await newCustomer(baseURL!, newName());
  await submitIdentity(customer, ['front.png']);
  await enterStaff(page, 'COMPLIANCE');
  await openPage(page, 'Work', 'Identity');
  await searchFor(page, customer.person.email);
  const queue = page.getByRole('list', { name: 'Identity requests' });
  await expect(queue.getByRole('link')).toHaveCount(1);
  await queue.getByRole('link').click();

  const reason = page.getByLabel('Reason (mailed to the customer when rejected)');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Give a reason')).toBeVisible();
  await expect(reason).toBeFocused();
  await inspect(page, 'staff-identity-no-reason');

  // From the field on by keyboard alone.
  await reason.focus();
  await page.keyboard.type('Page 2 is missing.');
  await tabTo(page, page.getByRole('button', { name: 'Reject' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Rejected by dilani.*Page 2 is missing\.$/)).toBeVisible();
  await expect(page.getByText('Nothing waits').or(page.getByText('No request matches this.'))).toBeVisible();
  await inspect(page, 'staff-identity-decided');

  await submitIdentity(customer, ['front.png', 'back.png']);
  await page.reload();
  await queue.getByRole('link').click();
  await expect(page.getByText(/Rejected: Page 2 is missing\.$/)).toBeVisible();
  await inspect(page, 'staff-identity-second');
});

test('staff do not decide about a team of their own', async ({ page, baseURL }) => {
  const { email } = await enterStaff(page, 'ADMIN');
  const own = await newCustomer(baseURL!, newName(), email);
  await submitIdentity(own, ['front.png']);
  await page.goto(`/staff/identity?q=${encodeURIComponent(email)}`);
  await page.getByRole('list', { name: 'Identity requests' }).getByRole('link').click();
  await expect(page.getByText('You are a member of this team: a colleague has to decide.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
});

test('of two simultaneous decisions one is refused, and shows the other', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await newCustomer(baseURL!, newName());
  await submitIdentity(customer, ['front.png']);
  const other = await anotherPage(browser);
  const { email: faster } = await enterStaff(other, 'COMPLIANCE');
  await enterStaff(page, 'COMPLIANCE');
  for (const desk of [page, other]) {
    await desk.goto(`/staff/identity?q=${encodeURIComponent(customer.person.email)}`);
    await desk.getByRole('list', { name: 'Identity requests' }).getByRole('link').click();
    await expect(desk.getByRole('button', { name: 'Approve' })).toBeVisible();
  }
  await other.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText(`Approved by ${faster}`)).toBeVisible();
  await page.getByLabel('Reason').fill('The picture is too dark.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(`${faster} decided this already`)).toBeVisible();
  await expect(page.getByText(`Approved by ${faster}`)).toBeVisible();
});

test('a session that ends during a decision continues without loss', async ({ page, baseURL }) => {
  const customer = await newCustomer(baseURL!, newName());
  await submitIdentity(customer, ['front.png']);
  const { email, password, secret } = await enterStaff(page, 'COMPLIANCE');
  await page.goto(`/staff/identity?q=${encodeURIComponent(customer.person.email)}`);
  await page.getByRole('list', { name: 'Identity requests' }).getByRole('link').click();
  await page.getByLabel('Reason').fill('The picture is too dark.');
  await page.context().clearCookies({ name: 'godwit_staff' });
  await page.getByRole('button', { name: 'Reject' }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('what you typed is kept')).toBeVisible();
  await inspect(page, 'staff-relogin', { whole: false });
  await fillLogin(page, email, password);
  await expect(dialog.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Rejected by dilani.*The picture is too dark\.$/)).toBeVisible();
});

test('a role sees only the areas and pages it may use', async ({ page }) => {
  await enterStaff(page, 'SUPPORT');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Customers', 'Money', 'Network']);
  const pages = (area: string) => page.getByRole('navigation', { name: area }).getByRole('link');
  await expect(pages('Customers')).toHaveText(['Teams', 'People']);
  await openPage(page, 'Money', 'Tax');
  await expect(pages('Money')).toHaveText(['Prices', 'Tax']);
  await openPage(page, 'Network', 'Trace');
  await expect(pages('Network')).toHaveText(['Status', 'Carriers', 'Trace']);
  await page.goto('/staff/identity');
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();

  await page.getByRole('button', { name: /^Account of dilani/ }).click();
  await expect(page.getByText('Support', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await page.goto('/staff/carriers');
  await expect(page).toHaveURL('/staff/sign-in');
});

test('the areas and their pages fold into a drawer on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterStaff(page, 'ADMIN');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Staff' });
  await expect(drawer.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await inspect(page, 'staff-drawer', { on: 'phone', whole: false });
  await drawer.getByRole('link', { name: 'Sender IDs' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Sender ID requests' })).toBeVisible();
});

test('the search opens pages, teams, people and traces', async ({ page, baseURL }) => {
  const name = newName();
  await newCustomer(baseURL!, name);
  await enterStaff(page, 'SUPPORT');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const results = (group: string) => dialog.getByRole('group', { name: group }).getByRole('option');

  await page.keyboard.press('Control+k');
  await expect(results('Pages')).toHaveCount(7);
  await page.keyboard.type(name);
  await expect(results('Teams')).toHaveCount(1);
  await expect(results('People')).toContainText(name);
  await inspect(page, 'staff-search', { whole: false });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();

  await page.getByRole('button', { name: /^Search/ }).click();
  await page.keyboard.type('carr');
  await expect(results('Pages')).toHaveText(['CarriersNetwork']);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('019aa0b4-1c2d-7e3f-8a4b-5c6d7e8f9a0b');
  await results('Trace').click();
  await expect(page.getByText('There is no message with this id.')).toBeVisible();
});
