// Query cost of contacts just added, unknown to the planner's statistics: proportional to their number.
import { Readable } from 'node:stream';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freezeStatistics, rowsReadBy } from '../../test/staleStatistics.ts';
import { insertImported, settleOptOuts } from '../consents/queries.ts';
import { newId } from '../ids.ts';
import type { Database } from '../services.ts';
import {
  copyRows,
  findMembers,
  insertNew,
  joinGroups,
  makeGroups,
  mergeRows,
  renameOld,
} from './csv/queries.ts';
import {
  countMatching,
  idsListed,
  idsMatching,
  listContacts,
  listFollowing,
  listFound,
  listFromCursor,
  listStretch,
} from './listQueries.ts';
import { changeMembers, countRows, deleteContactRows, deleteGroupRow, isAnyFull } from './queries.ts';
import { keepContacts, keepGroup, restoreDeletion } from './undo/queries.ts';

const { pool } = await testDatabase();
const CONTACTS = 3_000;
/** Rows a statement may visit per contact under any plan: a few nodes, each with a row or two. */
const MOST_PER_CONTACT = 40;

/** A team of so many contacts, all in one group, a hundredth in another as well. */
async function fill(contacts: number): Promise<Team> {
  const [teamId, all, few] = [newId(), newId(), newId()];
  await pool.query('insert into contact_totals (team_id, contacts) values ($1, $2)', [teamId, contacts]);
  await pool.query(
    `insert into contact_groups (team_id, id, name, contacts) values ($1, $2, 'All', $4), ($1, $3, 'Few', $4 / 100)`,
    [teamId, all, few, contacts],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into contacts (team_id, id, number, first_name, last_name)
     select $1, gen_random_uuid(), '+9477' || lpad(i::text, 7, '0'), 'Nimal', 'P' || i from generate_series(1, $2) as i
     returning id`,
    [teamId, contacts],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    'insert into contact_group_members (team_id, group_id, contact_id) select $1, $2, unnest($3::uuid[])',
    [teamId, all, ids],
  );
  await pool.query(
    'insert into contact_group_members (team_id, group_id, contact_id) select $1, $2, unnest($3::uuid[])',
    [teamId, few, ids.slice(0, contacts / 100)],
  );
  return { teamId, all: { id: all, size: contacts }, few: { id: few, size: contacts / 100 }, ids };
}
type Group = { id: string; size: number };
type Team = { teamId: string; all: Group; few: Group; ids: string[] };

await fill(100);
await freezeStatistics(pool, [
  'contacts',
  'contact_group_members',
  'contact_groups',
  'contact_totals',
  'contact_deletions',
  'scoped_opt_outs',
]);
const team = await fill(CONTACTS);
const { teamId, all, few, ids } = team;
const whole = { teamId, search: null, group: null };
const inAll = { ...whole, group: all };
const inFew = { ...whole, group: few };
const search = { name: 'nimal', numbers: ['+9477'] };
const page = { offset: CONTACTS / 2, limit: 25 };

type Run = (db: Database, client: pg.PoolClient) => Promise<unknown>;

async function exportAll(db: Database, filter: Parameters<typeof listFollowing>[1]): Promise<void> {
  let after: string | null = null;
  do {
    const rows: { id: string }[] = await listFollowing(db, filter, { after, limit: 100 });
    after = rows.at(-1)?.id ?? null;
  } while (after !== null);
}

const CONSENT = JSON.stringify({
  kind: 'GIVEN',
  at: '2026-11-01T09:30:00Z',
  source: 'Form',
  wording: '',
  proof: '',
});

/** Copies a file that has every contact with another name, a group and a consent. */
async function copyFile(client: pg.PoolClient): Promise<void> {
  const lines = ids.map((_, i) => {
    const number = `+9477${String(i + 1).padStart(7, '0')}`;
    return `${[i, newId(), number, 'Sunil', '', 0, '\\N', '\\N', CONSENT].join('\t')}\n`;
  });
  await copyRows(client, Readable.from([Buffer.from(lines.join(''))]));
}

/** Every contact once more, as a file of them does. */
async function importAll(db: Database, client: pg.PoolClient): Promise<void> {
  await copyFile(client);
  await makeGroups(db, teamId, ['Other']);
  await mergeRows(db, teamId);
  expect(await findMembers(db, teamId, { names: ['Other'], most: 50 })).toBe(null);
  await insertNew(db, teamId);
  await renameOld(db, teamId);
  await joinGroups(db, teamId);
  expect(await countMatching(db, { ...whole, search: { name: 'sunil', numbers: [] } })).toBe(CONTACTS);
}

/** The consents of a file, whose opt-outs follow them. */
async function importConsents(_db: Database, client: pg.PoolClient): Promise<void> {
  await copyFile(client);
  const place = { teamId, mode: 'LIVE' as const };
  const numbers = await insertImported(client, place);
  expect(numbers).toHaveLength(CONTACTS);
  await settleOptOuts(client, { ...place, source: 'IMPORT' }, numbers);
}

async function askFull(db: Database): Promise<void> {
  const limit = { teamId, groupId: few.id, most: 50 };
  expect(await isAnyFull(db, limit, idsMatching(whole))).toBe(false);
  expect(await isAnyFull(db, { ...limit, most: 1 }, idsMatching(whole))).toBe(true);
  expect(await isAnyFull(db, { ...limit, groupId: all.id, most: 1 }, idsListed(teamId, ids))).toBe(false);
}

/** All contacts deleted, and back with their groups. */
async function putBack(db: Database): Promise<void> {
  const deletion = { teamId, id: newId() };
  expect(await keepContacts(db, deletion, idsMatching(whole))).toBe(true);
  await deleteContactRows(db, teamId, idsMatching(whole));
  expect(await restoreDeletion(db, deletion)).toBe(CONTACTS);
}

it.each<[string, number, Run]>([
  ['importing', CONTACTS, importAll],
  ['importing consents', CONTACTS, importConsents],
  ['checking a list', CONTACTS, (db) => countRows(db, idsListed(teamId, ids))],
  ['deleting a list', CONTACTS, (db) => deleteContactRows(db, teamId, idsListed(teamId, ids))],
  ['keeping a list', CONTACTS, (db) => keepContacts(db, { teamId, id: newId() }, idsListed(teamId, ids))],
  [
    'walking back',
    100,
    (db) =>
      listFromCursor(db, { teamId, groupId: undefined }, { cursor: ids[10]!, isBack: true, limit: 100 }),
  ],
  ['keeping one', 100, (db) => keepContacts(db, { teamId, id: newId() }, idsListed(teamId, ids.slice(0, 1)))],
  ['keeping a group', CONTACTS, (db) => keepGroup(db, { teamId, id: newId() }, all.id)],
  ['deleting all and putting them back', 2 * CONTACTS, putBack],
  ['deleting one', 100, (db) => deleteContactRows(db, teamId, idsListed(teamId, ids.slice(0, 1)))],
  ['deleting all', CONTACTS, (db) => deleteContactRows(db, teamId, idsMatching(whole))],
  ['deleting a group’s', CONTACTS, (db) => deleteContactRows(db, teamId, idsMatching(inAll))],
  ['deleting a small group’s', 100, (db) => deleteContactRows(db, teamId, idsMatching(inFew))],
  [
    'deleting those found',
    CONTACTS,
    (db) => deleteContactRows(db, teamId, idsMatching({ ...whole, search })),
  ],
  [
    'deleting those found in a group',
    CONTACTS,
    (db) => deleteContactRows(db, teamId, idsMatching({ ...inAll, search })),
  ],
  [
    'adding a list to a group',
    CONTACTS,
    (db) => changeMembers(db, { teamId, groupId: few.id, action: 'add' }, idsListed(teamId, ids)),
  ],
  ['asking who is in too many groups', CONTACTS, askFull],
  [
    'adding all to a group',
    CONTACTS,
    (db) => changeMembers(db, { teamId, groupId: few.id, action: 'add' }, idsMatching(whole)),
  ],
  [
    'taking a list out of a group',
    CONTACTS,
    (db) => changeMembers(db, { teamId, groupId: all.id, action: 'remove' }, idsListed(teamId, ids)),
  ],
  [
    'taking all out of a group',
    CONTACTS,
    (db) => changeMembers(db, { teamId, groupId: all.id, action: 'remove' }, idsMatching(whole)),
  ],
  [
    'taking one out of a group',
    100,
    (db) =>
      changeMembers(db, { teamId, groupId: all.id, action: 'remove' }, idsListed(teamId, ids.slice(0, 1))),
  ],
  ['deleting a group', CONTACTS, (db) => deleteGroupRow(db, teamId, all.id)],
  ['counting those found', CONTACTS, (db) => countMatching(db, { ...whole, search })],
  ['counting those found in a group', CONTACTS, (db) => countMatching(db, { ...inAll, search })],
  ['exporting all', CONTACTS, (db) => exportAll(db, whole)],
  ['exporting a group', CONTACTS, (db) => exportAll(db, inAll)],
  ['exporting those found', CONTACTS, (db) => exportAll(db, { ...whole, search })],
  ['a page', CONTACTS, (db) => listStretch(db, whole, page, CONTACTS)],
  ['a page of a group', CONTACTS, (db) => listStretch(db, inAll, page, CONTACTS)],
  ['a page of those found', CONTACTS, (db) => listFound(db, { ...whole, search }, page, CONTACTS)],
  ['a page of those found in a group', CONTACTS, (db) => listFound(db, { ...inAll, search }, page, CONTACTS)],
  ['some contacts', CONTACTS, (db) => listContacts(db, teamId, ids.slice(0, 1_000))],
])('%s is linear', async (_what, contacts, run) => {
  const rows = await rowsReadBy(pool, run);
  expect(rows).toBeGreaterThan(0);
  expect(rows / contacts).toBeLessThan(MOST_PER_CONTACT);
});
