// How two documents of the network differ, for people: by link, rule and profile. Values of secrets never
// appear.
import { isDeepStrictEqual } from 'node:util';
import { MOST_CHANGES, type NetworkChange, type NetworkDocument } from '@godwit/contract/staff/network';
import type { LinkSecrets, Stored } from './document.ts';

const MOST_CHARACTERS = 600;
const EMPTY: Stored = { body: { links: [], routes: [], profiles: {} }, secrets: {} };

/** The changes from one version to the next, at most 200. */
export function differenceOf(before: Stored | null, after: Stored): NetworkChange[] {
  const old = before ?? EMPTY;
  const profiles = ({ body }: Stored) =>
    Object.entries(body.profiles).map(([name, content]) => ({ ...content, name }));
  return [
    ...partChanges('LINK', named(old.body.links, 'id'), named(after.body.links, 'id')),
    ...secretChanges(old, after),
    ...partChanges('RULE', named(old.body.routes, 'name'), named(after.body.routes, 'name')),
    ...moves(old.body.routes, after.body.routes),
    ...partChanges('PROFILE', named(profiles(old), 'name'), named(profiles(after), 'name')),
  ].slice(0, MOST_CHANGES);
}

type Fields = NetworkDocument['links'][number];
type Named = ReadonlyMap<string, Fields>;

const named = (all: readonly Fields[], key: string): Named =>
  new Map(all.map((one) => [String(one[key]), one]));

function partChanges(part: NetworkChange['part'], before: Named, after: Named): NetworkChange[] {
  const plain = { part, field: null, before: null, after: null };
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return [
    ...gone.map((name) => ({ ...plain, name, kind: 'REMOVED' as const })),
    ...[...after].flatMap(([name, fields]): NetworkChange[] => {
      const old = before.get(name);
      if (old) return fieldChanges(part, name, old, fields);
      return [{ ...plain, name, kind: 'ADDED', after: listFields(fields) }];
    }),
  ];
}

function fieldChanges(part: NetworkChange['part'], name: string, old: Fields, now: Fields): NetworkChange[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys
    .filter((key) => !isDeepStrictEqual(old[key], now[key]))
    .map((field) => ({
      ...{ part, name, kind: 'CHANGED', field },
      ...{ before: show(old[field]), after: show(now[field]) },
    }));
}

const show = (value: unknown): string | null => (value === undefined ? null : shorten(inWords(value)));

/**
 * A value as a person reads it: lists between commas, the fields of an object by name, each object of a list
 * in parentheses. Empty text is quoted, because the prefix of all numbers is empty.
 */
function inWords(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((one) => (isObject(one) ? `(${inWords(one)})` : inWords(one))).join(', ');
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(([field, one]) => `${field} ${inWords(one)}`);
    return fields.length === 0 ? '{}' : fields.join(', ');
  }
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const shorten = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;

/** The fields of a part besides its name, such as `host smpp.example.com, port 2775`. */
const listFields = ({ id: _, name: __, ...fields }: Fields): string => shorten(inWords(fields));

/**
 * Which secrets of links are new, other or gone, by their names. Those of a removed link are gone with it.
 */
function secretChanges(before: Stored, after: Stored): NetworkChange[] {
  const plain = { part: 'LINK', kind: 'SECRET' } as const;
  const hide = (value: string | undefined) => (value === undefined ? null : '•••');
  return after.body.links.flatMap(({ id }) => {
    const name = String(id);
    const [old, now] = [valuesOf(before.secrets[name]), valuesOf(after.secrets[name])];
    const keys = [...new Set([...old.keys(), ...now.keys()])];
    return keys
      .filter((key) => old.get(key) !== now.get(key))
      .map((field) => ({
        ...{ ...plain, name, field },
        ...{ before: hide(old.get(field)), after: hide(now.get(field)) },
      }));
  });
}

/** The secrets of a link by their names. */
export function valuesOf(some: LinkSecrets | undefined): Map<string, string> {
  const password = some?.password === undefined ? [] : ([['password', some.password]] as const);
  return new Map([...password, ...Object.entries(some?.secrets ?? {})]);
}

/** The first rule that fits a message decides, so the order counts. */
function moves(before: readonly Fields[], after: readonly Fields[]): NetworkChange[] {
  const names = (some: readonly Fields[], others: readonly Fields[]) => {
    const known = new Set(others.map(({ name }) => name));
    return some.map(({ name }) => String(name)).filter((name) => known.has(name));
  };
  const [old, now] = [names(before, after), names(after, before)];
  const moved = now.filter((name, index) => old[index] !== name);
  const plain = { part: 'RULE', kind: 'MOVED', field: null, before: null, after: null } as const;
  return moved.map((name) => ({ ...plain, name }));
}
