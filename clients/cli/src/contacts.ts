// `godwit-cli contacts` and `groups`: lists contacts and groups, adds a contact, and imports a file.
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ApiError, type Contact, ErrorCode, type Godwit } from '../../typescript/src/index.ts';
import { type CsvContact, readContacts } from './csv.ts';
import { jsonLine, type Output, plain, STATUS } from './output.ts';
import { LIST_OPTIONS, oneLine, onlyOne, printRows } from './rows.ts';
import { UsageError } from './settings.ts';

const GROUPS = { group: { type: 'string', multiple: true } } as const;
const JSON_LINES = { json: { type: 'boolean' } } as const;
const MOST_BYTES = 5 * 1024 * 1024;

/** Lists the contacts of the team, those of a group, or the one with a number. */
export async function listContacts(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const one = { number: { type: 'string' }, group: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options: { ...LIST_OPTIONS, ...one } });
  const { number, group } = values;
  const [group_id] = group === undefined ? [] : await groupIds(godwit, [group]);
  await printRows(godwit.listContacts({ number, group_id }), values, output, lineOf);
}

/** Lists the groups of the team. */
export async function listGroups(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: LIST_OPTIONS });
  const { results } = await godwit.listGroups();
  const line = ({ id, name, contacts }: (typeof results)[number]) => `${id}  ${contacts}  ${oneLine(name)}`;
  await printRows(results, values, output, line);
}

/** Adds one contact. */
export async function addContact(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const one = {
    number: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
  } as const;
  const { values } = parseArgs({ args, options: { ...one, ...GROUPS, ...JSON_LINES } });
  const { number, 'first-name': first_name, 'last-name': last_name } = values;
  if (number === undefined || first_name === undefined)
    throw new UsageError('contacts add needs --number and --first-name, so nothing was added.');
  const groups = await groupIds(godwit, values.group ?? []);
  const added = await godwit.createContact({ number, first_name, last_name, groups });
  output.print(values.json ? jsonLine(added) : lineOf(added));
}

/**
 * Adds the contacts of a CSV file. A number that exists gets the names of the file, and its groups in
 * addition, so a repeated import does no harm. Returns the exit status.
 */
export async function importContacts(godwit: Godwit, args: string[], output: Output): Promise<number> {
  const options = { ...GROUPS, ...JSON_LINES } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const rows = readFile(onlyOne(positionals, 'the name of one CSV file'));
  const done = { added: 0, changed: 0, refused: 0 };
  const known = await knownGroups(godwit, values.group ?? []);
  try {
    for (const row of rows) {
      const outcome = await importRow(godwit, row, [...(values.group ?? []), ...row.groups], known);
      done[typeof outcome === 'string' ? outcome : 'refused'] += 1;
      if (typeof outcome !== 'string') output.warn(`Line ${row.line}: ${plain(outcome.message)}`);
    }
  } finally {
    const { added, changed, refused } = done;
    const line = `${added} added, ${changed} changed, ${refused} refused, of ${rows.length} rows`;
    output.print(values.json ? jsonLine({ ...done, rows: rows.length }) : line);
  }
  return done.refused > 0 ? STATUS.refused : STATUS.done;
}

function readFile(path: string): CsvContact[] {
  let text: string;
  try {
    if (statSync(path).size > MOST_BYTES)
      throw new UsageError(
        'The file has more than 5 MB, so nothing was imported. Import it in the console, under Contacts.',
      );
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { message } = error as Error;
    throw new UsageError(`The file is not readable as UTF-8: ${plain(message)}. Nothing was imported.`);
  }
  return readContacts(text);
}

/** The errors of a row; others end the import. */
const OF_ROW: readonly number[] = [
  ...[ErrorCode.invalidArgument, ErrorCode.conflict, ErrorCode.invalidNumber],
  ...[ErrorCode.invalidNumberFormat, ErrorCode.numberLacksCountryCode],
];

/** Adds or changes the contact of a row; returns its error if the service refuses it. */
async function importRow(
  godwit: Godwit,
  { number, first_name, last_name }: CsvContact,
  groupNames: readonly string[],
  known: Map<string, string>,
): Promise<'added' | 'changed' | ApiError> {
  try {
    const groups = await ensureGroups(godwit, groupNames, known);
    try {
      await godwit.createContact({ number, first_name, last_name, groups });
      return 'added';
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ErrorCode.conflict) throw error;
      const [contact] = (await godwit.pageContacts({ number })).results;
      if (!contact) throw error;
      const all = [...new Set([...contact.groups.map(({ id }) => id), ...groups])];
      await godwit.changeContact(contact.id, { first_name, last_name, groups: all });
      return 'changed';
    }
  } catch (error) {
    if (error instanceof ApiError && OF_ROW.includes(error.code)) return error;
    throw error;
  }
}

/** The ids of the groups of the team, by their names in lower case and ids; the given groups must exist. */
async function knownGroups(godwit: Godwit, given: readonly string[]): Promise<Map<string, string>> {
  const { results } = await godwit.listGroups();
  const known = new Map(
    results.flatMap(({ id, name }) => [[name.toLowerCase(), id] as const, [id, id] as const]),
  );
  const missing = given.find((one) => !known.has(one.toLowerCase()));
  if (missing !== undefined)
    throw new UsageError(
      `There is no group ${plain(missing)}, so nothing was done. godwit-cli groups list prints the groups.`,
    );
  return known;
}

/** The ids of groups that are given by name or id. */
async function groupIds(godwit: Godwit, given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return [];
  const known = await knownGroups(godwit, given);
  return given.map((one) => known.get(one.toLowerCase())!);
}

/** The ids of the groups of a row. Those that the file names and the team lacks are created. */
async function ensureGroups(
  godwit: Godwit,
  names: readonly string[],
  known: Map<string, string>,
): Promise<string[]> {
  for (const name of names) {
    const key = name.toLowerCase();
    if (!known.has(key)) known.set(key, (await godwit.createGroup({ name })).id);
  }
  return [...new Set(names.map((name) => known.get(name.toLowerCase())!))];
}

function lineOf({ number, first_name, last_name, groups, id }: Contact): string {
  const names = oneLine(`${first_name} ${last_name}`).trim();
  const of = groups.map(({ name }) => oneLine(name)).join(', ');
  return `${number}  ${names}${of && `  [${of}]`}  ${id}`;
}
