// What tests start from: a person the service has not met, one who is signed in, one with a project; and a page that
// fails the test when anything goes wrong in it unseen.
import { test as base, expect, type Page } from '@playwright/test';
import { createProject, newPerson, type Person, type Project, signUp } from './people.ts';

type Fixtures = {
  /** Not registered. */
  person: Person;
  /** Registered, activated and signed in; without a project. */
  account: Person;
  /** The account's only project. */
  project: Project;
};

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const problems = watch(page);
    await use(page);
    expect(problems, 'errors inside the page').toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  person: async ({}, use) => use(newPerson()),
  account: async ({ page, person }, use) => {
    await signUp(page.request, person);
    await use(person);
  },
  // Named so that Playwright signs in first.
  project: async ({ page, account: _account }, use) => use(await createProject(page.request, 'Lanka Retail')),
});

export { expect };

/** Collects what a person would not see: exceptions, refused scripts and styles, warnings of React, broken calls. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
  page.on('response', (answer) => {
    if (answer.status() >= 500) problems.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('console', (message) => {
    // Chromium writes a line for every answer of 400 and above; those are the test's business.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) problems.push(message.text());
  });
  return problems;
}
