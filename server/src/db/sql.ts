// SQL statements as constants: each has a name, one text made once, and parameters by name. Statements that
// are composed for each call, or that need a temporary table, are written with kysely.
import type { Kysely } from 'kysely';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { connectionOf } from './kysely.ts';
import type { DB } from './types.ts';

/** The target that statements run on: a pool, the connection of a transaction, or Kysely over either. */
type On = Pool | Pick<ClientBase, 'query'> | Kysely<DB>;

/** The type parameter of a part: the name of a parameter, or the names inside a fragment. */
type NameOf<Part> = Part extends Fragment<infer Names> ? Names : Part;
type Part = string | Fragment<string>;

/**
 * Text that several statements repeat, such as a condition or a list of columns. Only `fragment` and `raw`
 * create one.
 */
export class Fragment<Names extends string = never> {
  readonly strings: readonly string[];
  readonly parts: readonly Names[];

  constructor(strings: readonly string[], parts: readonly Part[]) {
    const flat = flatten(strings, parts);
    this.strings = flat.strings;
    this.parts = flat.parts as Names[];
  }

  /** The text of a fragment without parameters, for kysely's `sql.raw` and for DDL. */
  toString(): string {
    if (this.parts.length > 0) throw new Error(`This fragment has parameters: ${this.parts.join(', ')}`);
    return this.strings.join('');
  }
}

/** Replaces each fragment by its own strings and parameters. */
function flatten(strings: readonly string[], parts: readonly Part[]) {
  const flat = { strings: [strings[0]!], parts: [] as string[] };
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string' && !/^[a-z]\w*$/i.test(part))
      throw new Error(`Not the name of a parameter: ${part}`);
    const inner = typeof part === 'string' ? { strings: ['', ''], parts: [part] } : part;
    flat.strings.push(flat.strings.pop()! + inner.strings[0]!, ...inner.strings.slice(1));
    flat.strings.push(flat.strings.pop()! + strings[index + 1]!);
    flat.parts.push(...inner.parts);
  }
  return flat;
}

/**
 * Creates a fragment. In its text, `${'teamId'}` is the parameter of that name, and a fragment is replaced by
 * its text.
 */
export function fragment<const Parts extends readonly Part[]>(
  strings: TemplateStringsArray,
  ...parts: Parts
): Fragment<NameOf<Parts[number]>> {
  return new Fragment(strings, parts);
}

/**
 * Creates a fragment from text in the source code, such as the columns of a rule. It must not contain values.
 */
export const raw = (text: string): Fragment => new Fragment([text], []);

/** Rows that a statement takes as one list per column. `keys` is for `listsOf`. */
type Rows<Key extends string> = {
  keys: readonly Key[];
  /** The column names, such as `team_id, id`. */
  columns: Fragment;
  /** The rows: `unnest(teamId::uuid[], …) as NAME (team_id, …)`. */
  table: Fragment<Key>;
};

/**
 * Describes rows with many columns once: `types` has the property of each value and its column's type. The
 * column has the name of the property in snake case.
 */
export function rowsOf<Key extends string>(name: string, types: Readonly<Record<Key, string>>): Rows<Key> {
  const keys = Object.keys(types) as Key[];
  const columns = keys.map(snakeCase).join(', ');
  const ends = keys.map((key, index) => {
    const isLast = index === keys.length - 1;
    return `::${types[key]}[]${isLast ? `) as ${name} (${columns})` : ', '}`;
  });
  return { keys, columns: raw(columns), table: new Fragment(['unnest(', ...ends], keys) };
}

/** Selects columns of `table` under the names of their properties: `m.team_id as "teamId"`. */
export const selectAs = (table: string, keys: readonly string[]): Fragment =>
  raw(keys.map((key) => `${table}.${snakeCase(key)} as "${key}"`).join(', '));

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type ValuesOf<Names extends string> = [Names] extends [never] ? [] : [Record<Names, unknown>];

/** A statement: `run` sends it with a value for each of its parameters. */
type Statement<Row extends QueryResultRow, Names extends string> = {
  name: string;
  text: string;
  run(on: On, ...values: ValuesOf<Names>): Promise<QueryResult<Row>>;
  /** The statement with its values, for a caller that sends it in another form, such as a cursor. */
  bind(...values: ValuesOf<Names>): { text: string; values: unknown[] };
};

/** The text of each statement by its name. */
const texts = new Map<string, string>();

/** The texts of all statements created so far, by name. */
export const statements: ReadonlyMap<string, string> = texts;

type Tag<Row extends QueryResultRow> = <const Parts extends readonly Part[]>(
  strings: TemplateStringsArray,
  ...parts: Parts
) => Statement<Row, NameOf<Parts[number]>>;

/**
 * Creates a statement that each connection prepares once under its name, and may then run with one plan for
 * all values. In its text, `${'teamId'}` is the parameter of that name, also if repeated, and a fragment is
 * replaced by its text.
 * @throws if another statement has this name
 */
export function prepared<Row extends QueryResultRow>(name: string): Tag<Row> {
  return (strings, ...parts) => statement(name, strings, parts, { isPrepared: true });
}

/** Like `prepared`, but planned for the values of each execution. */
export function unprepared<Row extends QueryResultRow>(name: string): Tag<Row> {
  return (strings, ...parts) => statement(name, strings, parts, { isPrepared: false });
}

function statement<Row extends QueryResultRow, Names extends string>(
  name: string,
  strings: readonly string[],
  parts: readonly Part[],
  { isPrepared }: { isPrepared: boolean },
): Statement<Row, Names> {
  const flat = flatten(strings, parts);
  const names = [...new Set(flat.parts)];
  const text = flat.strings.reduce((before, after, index) => {
    return `${before}$${names.indexOf(flat.parts[index - 1]!) + 1}${after}`;
  });
  // A connection that has prepared the name would run the other text.
  if (texts.has(name)) throw new Error(`Two statements are named ${name}`);
  texts.set(name, text);
  const head = isPrepared ? { name, text } : { text };
  const bind = (...[values]: ValuesOf<Names>) => ({
    ...head,
    values: names.map((each) => (values as Record<string, unknown>)[each]),
  });
  return {
    name,
    text,
    bind,
    run(on, ...values) {
      const connection = connectionOf(on as Pool);
      return connection.query<Row>(bind(...values));
    },
  };
}
