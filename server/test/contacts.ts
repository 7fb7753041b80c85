// Contacts for tests: created and read over HTTP, as the console does.
import type { Contact, ContactGroup, ContactList, ImportReport } from '@godwit/contract/contacts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import { multipart } from './upload.ts';

/** An import report without rows; tests override the fields that differ. */
export const NOTHING_IMPORTED: ImportReport = {
  created: 0,
  updated: 0,
  unchanged: 0,
  merged: 0,
  name_conflicts: [],
  name_conflicts_total: 0,
  rejected: [],
  rejected_total: 0,
  groups_created: 0,
  consents: 0,
};

/** Uploads a file unchanged; `columns` is the query that maps its columns. */
export async function uploadCsv(
  browser: Browser,
  csv: string | Uint8Array<ArrayBuffer>,
  columns = '',
): Promise<LightMyRequestResponse> {
  return browser.call('POST', `/v1/web/contacts_csv?${columns}`, await multipart({ csv }));
}

/** Uploads a file that is accepted; returns the report. */
export async function importCsv(
  browser: Browser,
  csv: string | Uint8Array<ArrayBuffer>,
  columns = '',
): Promise<ImportReport> {
  return (await succeed(uploadCsv(browser, csv, columns))).json();
}

/** Creates a contact. */
export async function makeContact(browser: Browser, form: Record<string, string>): Promise<Contact> {
  return (await succeed(browser.post('/v1/web/contacts', form))).json();
}

/** Creates a group. */
export async function makeGroup(browser: Browser, name: string): Promise<ContactGroup> {
  return (await succeed(browser.post('/v1/web/groups', { name }))).json();
}

/** A page of 25; `query` filters it, such as `q=Nimal`. */
export async function readPage(browser: Browser, query = ''): Promise<ContactList> {
  return (await succeed(browser.get(`/v1/web/contacts?page_size=25&${query}`))).json();
}

/** All contacts, newest first. */
export async function readAll(browser: Browser, query = ''): Promise<Contact[]> {
  return (await succeed(browser.get(`/v1/web/contacts?${query}`))).json();
}

/** The number of contacts of each group, by its name. */
export async function readSizes(browser: Browser): Promise<Record<string, number>> {
  const groups = (await succeed(browser.get('/v1/web/groups'))).json() as ContactGroup[];
  return Object.fromEntries(groups.map(({ name, contacts }) => [name, contacts]));
}

/**
 * Checks that stored totals match the contacts: those of the team and of each group, and no membership
 * without its contact.
 */
export async function expectTotalsAgree(browser: Browser): Promise<void> {
  const contacts = await readAll(browser);
  expect((await readPage(browser)).total).toBe(contacts.length);
  expect(new Set(contacts.map(({ number }) => number)).size).toBe(contacts.length);
  const sizes: Record<string, number> = {};
  for (const name of Object.keys(await readSizes(browser))) sizes[name] = 0;
  for (const { name } of contacts.flatMap(({ groups }) => groups)) sizes[name] = (sizes[name] ?? 0) + 1;
  expect(await readSizes(browser)).toEqual(sizes);
}

async function succeed(call: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const answer = await call;
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}
