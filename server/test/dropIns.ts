// Drop-in APIs for tests: enabled over HTTP, as an owner does in the console.
import type { DropInKind } from '@godwit/contract/dropIns';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { makeSender } from './factories.ts';

/** Enables a drop-in API of a project. */
export async function enableDropIn(browser: Browser, projectId: string, kind: DropInKind): Promise<void> {
  const answer = await browser.call('PUT', `/v1/web/projects/${projectId}/drop_ins/${kind}`, {
    form: { enabled: 'true' },
  });
  if (answer.statusCode !== 200) throw new Error(`Not enabled: ${answer.body}`);
}

/** A sender whose project accepts a drop-in API. */
export async function makeDropInSender(t: TestApp, kind: DropInKind) {
  const shop = await makeSender(t);
  await enableDropIn(shop.browser, shop.project.id, kind);
  return shop;
}
