// Compares an answer with its example: the same fields with the same words. Ids, times and numbers differ
// from service to service, but have the same form.

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SECRET = /^whsec_[\w+/]{43}=$/;

/** Whether a value is an id. */
export const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);

/**
 * The differences between an example and an answer, each with its path. A list needs a row like each row of
 * its example, and may have more.
 */
export function differences(example: unknown, answer: unknown, at = ''): string[] {
  const differs = [`${at}: ${JSON.stringify(answer)} is not like ${JSON.stringify(example)}`];
  if (example === null || typeof example !== 'object') return isLike(example, answer) ? [] : differs;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer) !== Array.isArray(example))
    return differs;
  if (Array.isArray(example)) {
    const rows = answer as unknown[];
    if (example.length === 0 || rows.length === 0) return example.length === rows.length ? [] : differs;
    return example.flatMap((one, index) => {
      const some = rows.map((row) => differences(one, row, `${at}[${index}]`));
      return some.toSorted((a, b) => a.length - b.length)[0]!;
    });
  }
  const names = [...new Set([...Object.keys(example), ...Object.keys(answer)])];
  const [shown, given] = [example as Record<string, unknown>, answer as Record<string, unknown>];
  return names.flatMap((name) => differences(shown[name], given[name], `${at}.${name}`));
}

function isLike(example: unknown, answer: unknown): boolean {
  if (typeof example === 'number') return typeof answer === 'number';
  for (const form of [ID, INSTANT, SECRET])
    if (typeof example === 'string' && form.test(example)) return form.test(String(answer));
  return example === answer;
}
