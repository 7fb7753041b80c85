// The API reference as an integrator uses it: read signed out, up to a verified callback, with the page's own
// programs.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { activate, type Project, sendTest } from './people.ts';
import { type Language, presentLanguages, runProgram, whileListening } from './programs.ts';
import { inspect } from './screens.ts';
import { tabTo } from './tabTo.ts';

const part = (page: Page, title: string): Locator =>
  page.locator('main section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Opens a call, if it is closed. */
async function open(page: Page, title: string): Promise<void> {
  const closed = part(page, title).getByRole('link', { name: title, exact: true, expanded: false });
  if ((await closed.count()) > 0) await closed.click();
}

/** Returns the program of a part in a language, from its copy icon. */
async function copied(page: Page, title: string, language: Language, named = title): Promise<string> {
  const section = part(page, title);
  await open(page, title);
  await section
    .getByRole('radiogroup', { name: `${named}: language` })
    .getByText(language)
    .click();
  await section.getByRole('button', { name: `Copy ${named}: ${language}` }).click();
  await expect(section.getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

test('is public, its menu follows the scroll position, and the keyboard reaches everything', async ({
  page,
  person,
}) => {
  await page.goto('/api');
  await expect(page).toHaveTitle('API Reference · Godwit');
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Godwit', 'Dashboard', 'Api']);
  const menu = page.getByRole('navigation', { name: 'API Reference' });
  await expect(menu.getByRole('link')).toHaveText([
    ...['Introduction', 'Authentication', 'Test Mode', 'Error Codes', 'Idempotency', 'Rate Limits'],
    ...['Messages', 'Send an SMS', 'Get SMS Details', 'Get SMS Log', 'Send a Batch', 'Cancel an SMS'],
    ...['Record a Consent', 'Get the Consents of a Number', 'Opt a Number Out', 'List the Opt-Outs'],
    ...['Remove an Opt-Out', 'List the Contacts', 'Create a Contact', 'Get a Contact'],
    ...['Change a Contact', 'Delete a Contact', 'List the Groups', 'Create a Group', 'Delete a Group'],
    ...['Add or Remove Members', 'List the Campaigns', 'Create a Campaign', 'Get a Campaign'],
    ...['Cancel a Campaign', 'List the Templates', 'Create a Template', 'Get a Template'],
    ...['Change a Template', 'Delete a Template', 'List the Conversations', 'Get a Conversation'],
    ...['Get the Messages of a Conversation', 'Mark a Conversation as Read'],
    ...['Get Events', 'List Webhook Endpoints'],
    ...['Create a Webhook Endpoint', 'Get a Webhook Endpoint', 'Change a Webhook Endpoint'],
    ...['Delete a Webhook Endpoint', 'Send an Event Again', 'Get the Prices', 'List the Senders'],
    ...['Get the Balance', 'Check the Credentials', 'The SMS Object'],
    ...['Verifications', 'Send a Code', 'Check a Code', 'Check a Code by Number', 'Send the Code Again'],
    ...['Cancel a Verification', 'Get a Verification', 'Report the Outcome of a Code'],
    ...['List the Profiles', 'Create a Profile', 'Get a Profile', 'Change a Profile', 'Delete a Profile'],
    ...['Status Callbacks', 'Incoming Messages', 'Verify a Callback', 'Clients'],
  ]);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/home');
  await expect(part(page, 'Send an SMS').getByRole('group', { name: 'Send an SMS: curl' })).toContainText(
    'PROJECT_ID:TEST_API_KEY',
  );

  // Every call and every error of the description is on the page.
  const description = await page.request.get('/v1/openapi.json');
  const { paths } = (await description.json()) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  for (const [path, calls] of Object.entries(paths))
    for (const method of Object.keys(calls))
      await expect(page.getByText(`${method.toUpperCase()} ${path}`, { exact: true })).toBeVisible();
  const rows = (await part(page, 'Error Codes').getByRole('row').allTextContents()).join('\n');
  for (const code of new Set(JSON.stringify(paths).match(/(?<="code":)\d{4}/g))) expect(rows).toContain(code);

  const current = menu.locator('[aria-current]');
  await expect(current).toHaveText('Introduction');
  for (const title of ['Error Codes', 'Send an SMS', 'Clients', 'Test Mode']) {
    await part(page, title)
      .getByRole('heading', { name: title })
      .evaluate((heading: { scrollIntoView(options: object): void }) =>
        heading.scrollIntoView({ block: 'start' }),
      );
    await expect(current).toHaveText(title);
    await expect(current).toBeInViewport();
  }
  await menu.getByRole('link', { name: 'Get SMS Log' }).click();
  await expect(page).toHaveURL('/api#list-messages');
  await expect(current).toHaveText('Get SMS Log');

  await page.goto('/api?language=Python#verify-a-callback');
  await expect(current).toHaveText('Verify a Callback');
  const code = page.getByRole('group', { name: 'Verify a Callback: Python' });
  await expect(code).toBeInViewport();
  await tabTo(page, part(page, 'Verify a Callback').getByRole('button', { name: /^Copy/ }));
  await tabTo(page, code);

  // The search finds fields and errors, in place of the menu.
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill('validity');
  const found = page.getByRole('navigation', { name: 'Search results' });
  await expect(found.getByRole('link').first()).toHaveText('validity_sSend an SMS');
  await expect(menu).toBeHidden();
  await inspect(page, 'api-search', { on: 'wide', whole: false });
  await search.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/api?language=Python#send-message');
  await search.fill('parrots');
  await expect(found).toContainText('No results for “parrots”.');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(menu).toBeVisible();

  // The specification links here; a person who logs in from here returns and gets personal samples.
  await page.goto('/about');
  await expect(page).toHaveURL('/api');
  const { email, password } = person;
  await activate(page.request, person);
  await part(page, 'Introduction').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/api');
  await expect(part(page, 'Introduction')).toContainText('once you have created one');
});

const DRAWN = /^Try it: /;
const topOf = async (page: Page, title: string) =>
  Math.round(
    (await part(page, title).getByRole('heading', { name: title, exact: true }).boundingBox())?.y ?? -1,
  );

test('a call is drawn when it is opened: by its title, a link, the search of the browser, or for print', async ({
  page,
}) => {
  await page.goto('/api');
  const drawn = page.getByRole('region', { name: DRAWN, includeHidden: true });
  await expect(drawn).toHaveCount(1);

  // The title opens it where it is, and closes it without losing what was typed.
  const contact = part(page, 'Get a Contact');
  const title = contact.getByRole('link', { name: 'Get a Contact' });
  await title.scrollIntoViewIfNeeded();
  const place = await topOf(page, 'Get a Contact');
  await title.click();
  await expect(title).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL('/api#get-contact');
  expect(await topOf(page, 'Get a Contact')).toBe(place);
  const tryIt = page.getByRole('region', { name: 'Try it: Get a Contact' });
  await tryIt.getByRole('textbox', { name: 'id' }).fill('kumari');
  await title.press('Enter');
  await expect(tryIt).toBeHidden();
  await title.press('Enter');
  await expect(tryIt.getByRole('textbox', { name: 'id' })).toHaveValue('kumari');
  await expect(drawn).toHaveCount(2);

  // A link leads to its title, which stays there while its details and those above are drawn.
  const menu = page.getByRole('navigation', { name: 'API Reference' });
  for (const [name, count] of [
    ['Get the Prices', 3],
    ['Report the Outcome of a Code', 4],
    ['Change a Contact', 5],
  ] as const) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('region', { name: `Try it: ${name}` })).toBeVisible();
    await expect(drawn).toHaveCount(count);
    const section = await part(page, name).boundingBox();
    expect(Math.abs(section?.y ?? -1), name).toBeLessThanOrEqual(1);
  }
  await page.goBack();
  await expect(page).toHaveURL('/api#give-feedback');
  await page.goto('/api#list-groups');
  await expect(page.getByRole('region', { name: 'Try it: List the Groups' })).toBeInViewport();

  // A link to a text searches like the browser's own search, which tests cannot open.
  const words = 'The balance and the daily limit must then cover them all';
  await expect(page.getByText(words)).toBeHidden();
  await page.goto(`/api#:~:text=${encodeURIComponent(words)}`);
  await expect(part(page, 'Create a Campaign').getByText(words)).toBeVisible();
  await expect(part(page, 'Create a Campaign')).toBeInViewport();

  // Printing opens all; afterwards the screen has what it had.
  const before = await drawn.count();
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  await expect(page.getByRole('link', { expanded: false })).toHaveCount(0);
  await expect(drawn).toHaveCount(await page.locator('main section h3 a[aria-expanded]').count());
  await inspect(page, 'api-whole');
  await page.evaluate('dispatchEvent(new Event("afterprint"))');
  await expect(drawn).toHaveCount(before);
});

/** The curl sample prints only the response; the others print the status before it. */
function answerIn(printed: string): { status: string; body: { id?: string; code?: number } } {
  const [, status = '', body = ''] = /^(\d{3} )?(.*)$/s.exec(printed.trim()) ?? [];
  return { status: status.trim(), body: body.startsWith('{') ? JSON.parse(body) : {} };
}

test('each error has a page, which says what has happened and which calls answer it', async ({ page }) => {
  await page.goto('/api#error-codes');
  await part(page, 'Error Codes').getByRole('link', { name: '4005', exact: true }).click();
  await expect(page).toHaveURL('/docs/errors/4005');
  await expect(page).toHaveTitle('Error 4005 · Godwit');
  await expect(page.getByRole('heading', { name: 'Error 4005' })).toBeVisible();
  await expect(page.getByText('Insufficient account balance.', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('This call sent and charged nothing.', { exact: false })).toBeVisible();
  await expect(page.getByText('+94770004005')).toBeVisible();
  await inspect(page, 'api-error');
  await page.getByRole('link', { name: 'POST /v1/messages', exact: true }).click();
  await expect(page).toHaveURL('/api#send-message');

  await page.goto('/docs/errors/1006');
  await expect(page.getByText('wait that many seconds')).toBeVisible();
  await page.goto('/docs/errors/1000');
  await expect(page.getByText('nothing is sent or charged twice', { exact: false })).toBeVisible();
  await page.goto('/docs/errors/9999');
  await expect(page.getByRole('heading', { name: 'No such error' })).toBeVisible();
  await page.getByRole('link', { name: 'All error codes' }).click();
  await expect(page).toHaveURL('/api#error-codes');
});

test("a message is sent with Try it and delivered, and by the page's programs", async ({ page, project }) => {
  await page.goto('/home');
  await page.getByRole('banner').getByRole('link', { name: 'API' }).click();
  await expect(part(page, 'Introduction')).toContainText(`the test key of ${project.name}`);
  await expect(page.locator('main')).not.toContainText(project.testKey);
  const tryIt = page.getByRole('region', { name: 'Try it: Send an SMS' });
  await tryIt.getByRole('textbox', { name: 'body' }).fill('From the reference');
  await tryIt.getByRole('button', { name: /^0001/ }).click();
  await expect(page.getByRole('group', { name: 'Send an SMS: curl' })).toContainText('From the reference');
  await tryIt.getByRole('button', { name: 'Send TEST' }).click();
  await expect(tryIt.getByRole('group', { name: 'Send an SMS: answer' })).toContainText(
    '"status": "ACCEPTED"',
  );
  const way = tryIt.getByRole('list', { name: 'How far the message is' });
  await expect(way.getByRole('listitem').last()).toHaveText(/^Delivered .*\d/);
  await inspect(page, 'api-sent');

  // A number that fails, and one that is refused.
  await tryIt.getByRole('button', { name: /^0002/ }).click();
  await tryIt.getByRole('button', { name: 'Send TEST' }).click();
  await expect(way.getByRole('listitem').last()).toHaveText(/^Failed .*\d/);
  await tryIt.getByRole('textbox', { name: 'to', exact: true }).fill('+9477');
  await tryIt.getByRole('button', { name: 'Send TEST' }).click();
  await expect(tryIt.getByRole('group', { name: 'Send an SMS: answer' })).toContainText('"code": 2000');
  await expect(way).toHaveCount(0);
  await tryIt.getByRole('button', { name: /^0001/ }).click();

  await open(page, 'Get SMS Log');
  const log = page.getByRole('region', { name: 'Try it: Get SMS Log' });
  await log.getByRole('button', { name: 'Send Request' }).click();
  await expect(log.getByRole('group', { name: 'Get SMS Log: answer' })).toContainText('"total_results": 2');

  // The button confirms the copy, and can copy again after two seconds.
  await part(page, 'Clients').getByRole('button', { name: 'Copy TypeScript' }).click();
  await expect(part(page, 'Clients').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(project.testKey);
  await expect(part(page, 'Clients').getByRole('button', { name: 'Copy TypeScript' })).toBeVisible();

  const present = presentLanguages();
  for (const language of present) {
    const { status, body } = answerIn(
      await runProgram(language, await copied(page, 'Send an SMS', language)),
    );
    expect([language, status]).toEqual([language, language === 'curl' ? '' : '201']);
    expect(body).toMatchObject({ status: 'ACCEPTED', project_id: project.id, mode: 'TEST' });
  }
  const others: [title: string, answer: object][] = [
    ['Authentication', { project_id: project.id, mode: 'TEST' }],
    ['Idempotency', { project_id: project.id }],
    // The message that Try it sent last.
    ['Get SMS Details', { project_id: project.id, status: 'FAILED' }],
    ['Get SMS Log', { page_num: 1, page_size: 25 }],
    ['Send a Batch', { results: [{ project_id: project.id }, { code: 2000 }] }],
    ['Cancel an SMS', { code: 1013 }],
    ['Get the Balance', { currency: 'LKR' }],
    ['Check the Credentials', { project_id: project.id, mode: 'TEST' }],
  ];
  const tried = present.filter((one) => ['curl', 'Node', 'PHP'].includes(one));
  for (const [title, answer] of others) {
    // In sequence, because the Idempotency samples share a key, which returns 1008 during another request.
    for (const language of tried) {
      const printed = await runProgram(language, await copied(page, title, language));
      expect({ title, language, body: answerIn(printed).body }).toMatchObject({
        title,
        language,
        body: answer,
      });
    }
  }
});

/** The last response to a message's callbacks. */
async function lastAnswer(request: APIRequestContext, project: Project, id: string): Promise<number | null> {
  const answer = await request.get(`/v1/web/messages/${id}?project_id=${project.id}`);
  const { status_callback: callback } = (await answer.json()) as {
    status_callback: { last_status: number | null };
  };
  return callback.last_status;
}

test("the page's programs verify a callback and refuse a forged one", async ({ page, request, project }) => {
  await page.goto('/api');
  await expect(part(page, 'Introduction')).toContainText(project.name);
  const programs = presentLanguages();
  for (const language of programs.filter((one) => one !== 'curl')) {
    const source = await copied(page, 'Verify a Callback', language);
    await whileListening(language, source, async (url) => {
      const forged = { id: 'x', status: 'DELIVERED', sequence: 1 };
      const signature = `v1,${Buffer.alloc(32).toString('base64')}`;
      const headers = {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': signature,
      };
      // The receiver responds once it listens.
      await expect(async () => {
        expect((await request.post(url, { data: forged, headers })).status(), language).toBe(401);
      }).toPass();
      expect((await request.post(url, { data: forged })).status(), language).toBe(401);
      const id = await sendTest(request, project, { to: '+94770000001', status_callback: url });
      await expect.poll(() => lastAnswer(page.request, project, id), language).toBe(204);
    });
  }

  // A shell verifies one call by hand.
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (received, response) => {
    calls.push({ headers: received.headers, body: await text(received) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await sendTest(request, project, { to: '+94770000001', status_callback: `http://127.0.0.1:${port}/` });
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  server.close();
  const [{ headers, body } = { headers: {}, body: '' }] = calls;
  const source = await copied(page, 'Verify a Callback', 'curl');
  const env = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
  };
  expect(await runProgram('curl', source, { env, files: { 'body.json': body } })).toBe('genuine\n');
  await expect(runProgram('curl', source, { env, files: { 'body.json': `${body} ` } })).rejects.toThrow();
});
