// Fixtures: a person unknown to the service, a signed-in one, one with a project; and a page that fails the
// test on hidden errors.
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this parameter
  person: async ({}, use) => use(newPerson()),
  account: async ({ page, person }, use) => {
    await signUp(page.request, person);
    await use(person);
  },
  // The parameter makes Playwright sign in first.
  project: async ({ page, account: _account }, use) => use(await createProject(page.request, 'Lanka Retail')),
});

export { expect };

/**
 * Collects errors that a person would not see: exceptions, blocked scripts and styles, React warnings, broken
 * calls.
 */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
  page.on('response', (answer) => {
    if (answer.status() >= 500) problems.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('console', (message) => {
    // Chromium logs every response of 400 and above; tests check those themselves.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) problems.push(message.text());
  });
  return problems;
}
