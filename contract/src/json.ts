// JSON that people write, in files and on staff pages, with errors that name the line.

/**
 * Parses JSON. Throws an error with the line and column of a fault, and refuses an object that has a key
 * twice: all but the last one would be lost silently. It quotes no values, because they may be passwords.
 */
export function parseJson(text: string, name: string): unknown {
  const content = parse(text, name);
  const repeated = findRepeated(text);
  if (repeated === null) return content;
  const [first, second] = repeated.positions.map((at) => lineAt(text, at));
  const where = first === second ? `line ${first}` : `lines ${first} and ${second}`;
  throw new Error(
    `${name} has the key ${repeated.path} twice: ${where}. Only the last one would count, so remove or merge one.`,
  );
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const before = text.slice(0, positionOf(message, text)).split('\n');
    // Drops the excerpt that some messages quote, because it may hold a password.
    const what = /^Unexpected token '.+?'|^.+?(?= in JSON| after JSON|$)/su.exec(message)?.[0];
    throw new Error(
      `${name} is not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}`,
    );
  }
}

/**
 * The position at which a text stops being JSON. If the message has no position, the first character is at
 * fault.
 */
function positionOf(message: string, text: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUnexpected(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

function isUnexpected(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token');
  }
}

/** In valid JSON: keys (a string before a colon), other strings, and the signs of objects and lists. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{},]/g;

/** An object with the positions of its keys so far, or a list (null). `step`: the key or index of now. */
type Level = { keys: Map<string, number> | null; step: string | number };

/** The first key that an object in this valid JSON has twice: its path, and both positions. */
function findRepeated(text: string): { path: string; positions: number[] } | null {
  const levels: Level[] = [];
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Map(), step: '' });
    else if (token === '[') levels.push({ keys: null, step: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level?.keys === null) level.step = Number(level.step) + 1;
    else if (colon !== undefined && level?.keys) {
      level.step = JSON.parse(quoted!) as string;
      const first = level.keys.get(level.step);
      if (first !== undefined)
        return { path: levels.map(({ step }) => step).join('.'), positions: [first, index] };
      level.keys.set(level.step, index);
    }
  }
  return null;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** A fault with its place, once: some messages begin with it. */
export function withPlace({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const place = path.join('.');
  return place === '' || message.startsWith(`${place} `) ? message : `${place}: ${message}`;
}

/** The line of a field in the text of a JSON file, found by the names on the way to it. */
export function lineOfField(text: string, path: readonly PropertyKey[]): number {
  let position = 0;
  for (const name of path.filter((step) => typeof step === 'string')) {
    const found = text.indexOf(JSON.stringify(name), position);
    if (found < 0) break;
    position = found;
  }
  return lineAt(text, position);
}
