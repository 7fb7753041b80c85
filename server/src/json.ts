// JSON files of operators, with errors that name the line.

/**
 * Parses JSON. Throws an error with the line and column of a fault. It does not quote the text, because it
 * may be a password.
 */
export function parseJson(text: string, name: string): unknown {
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

/** The line of a field in the text of a JSON file, found by the names on the way to it. */
export function lineOfField(text: string, path: readonly PropertyKey[]): number {
  let position = 0;
  for (const name of path.filter((step) => typeof step === 'string')) {
    const found = text.indexOf(JSON.stringify(name), position);
    if (found < 0) break;
    position = found;
  }
  return text.slice(0, position).split('\n').length;
}
