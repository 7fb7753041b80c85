// Fills the fields of a call into the text of a send URL.

/**
 * The field of a call at a path: `alert.title`, or `alerts.0.title`. Undefined if it is no text or number.
 */
export function fieldAt(call: unknown, path: string): string | undefined {
  let value = call;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * The text of a template with fields of a call, each from the first source that has it. Fields that none has
 * are left out.
 */
export const fillIn = (template: string, ...sources: readonly object[]): string =>
  template
    .replace(/\{([\w-]+(?:\.[\w-]+)*)\}/g, (_, path: string) => {
      for (const source of sources) {
        const found = fieldAt(source, path);
        if (found !== undefined) return found;
      }
      return '';
    })
    .trim();
