// Customers' requests with a document each, for tests of decisions.
import { isRefusal } from '../src/refusal.ts';
import { decidePending } from '../src/senders/decide.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { makeOwner, makeProject } from './factories.ts';
import { PICTURE } from './files.ts';
import { multipart } from './upload.ts';

/** A team that has requested verification. */
export async function requestVerification(t: TestApp, overrides: Record<string, string> = {}) {
  const owner = await makeOwner(t, overrides);
  return { ...owner, ...(await requestAgain(owner)) };
}

/** Requests verification of a team. */
export async function requestAgain({ browser }: { browser: Browser }) {
  const fileId = await handIn(browser);
  const documents = [{ id: fileId, name: 'Passport' }];
  const requestId = await ask(browser, '/v1/web/verification_requests', {
    account_type: 'BUSINESS',
    documents,
  });
  return { requestId, fileId };
}

/** A project that has requested a sender id. */
export async function requestSender(t: TestApp, sender = 'Lanka Shop', named: object = {}) {
  const owner = await makeOwner(t);
  const project = await makeProject(owner.browser);
  const fileId = await handIn(owner.browser);
  const requestId = await ask(owner.browser, `/v1/web/projects/${project.id}/sender_id_requests`, {
    sender_id: sender,
    is_promotional: true,
    description: 'Offers of the shop',
    legal_name: 'Lanka Shop (Pvt) Ltd',
    ...named,
    documents: [{ id: fileId, name: 'Registration' }],
  });
  return { ...owner, project, requestId, fileId };
}

/** Approves the request as the command line does; returns its id. */
export async function approveSenderOf(
  { services }: TestApp,
  { requestId, project }: { requestId: string; project: { id: string } },
): Promise<string> {
  const decided = await decidePending(services, { projectId: project.id, reason: null });
  if (isRefusal(decided)) throw new Error(`Not approved: ${decided.refused}`);
  return requestId;
}

async function handIn(browser: Browser): Promise<string> {
  const { payload, headers } = await multipart({ file: PICTURE });
  return ask(browser, '/v1/web/generic/file_upload', payload, headers);
}

async function ask(
  browser: Browser,
  url: string,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await browser.call('POST', url, { json, headers });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.body}`);
  return answer.json().id;
}
