// Merge fields of campaigns and templates. Screens, previews and sending all merge with these functions.

/**
 * The fields that content may have in braces: `{first_name}`, or `{first_name|friend}` with a fallback for
 * recipients without one.
 */
export const MERGE_FIELDS = ['first_name', 'last_name'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** The values of the merge fields for one recipient. */
export type MergeValues = Readonly<Record<MergeField, string>>;

const FIELD = /\{([A-Za-z_]\w*)(?:\|([^{}|]*))?\}/g;
const BRACED = /\{([^{}|]+)(?:\|[^{}|]*)?\}/g;
const NAME = /^[A-Za-z_]\w*$/;
/** Converts words to the form of a field name. */
const asName = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

const isMergeField = (name: string): name is MergeField => (MERGE_FIELDS as readonly string[]).includes(name);

/** Whether a recipient has no value for a field, so its fallback is used. */
export const lacks = (values: MergeValues, field: MergeField): boolean => values[field].trim() === '';

/** Fields beside each other, with the space before them. */
const SPACED_FIELDS = /( ?)((?:\{[A-Za-z_]\w*(?:\|[^{}|]*)?\})+)/g;
/** A mark that may follow a word without a space, a space, or the end. */
const CLOSES = /^(?:[\s,.;:!?)]|$)/;

/**
 * Replaces the fields by the values of a recipient. A value is never searched for fields. An empty one leaves
 * no space before punctuation, and no double space: "Hi {first_name}, …" becomes "Hi, …".
 */
export function mergeContent(content: string, values: MergeValues): string {
  const merged = (fields: string) =>
    fields.replace(FIELD, (whole, name: string, fallback?: string) => {
      if (!isMergeField(name)) return whole;
      return lacks(values, name) ? (fallback ?? '') : values[name];
    });
  return content.replace(SPACED_FIELDS, (whole: string, space: string, fields: string, at: number) => {
    const text = merged(fields);
    const after = at + whole.length;
    return text === '' && CLOSES.test(content.slice(after, after + 1)) ? '' : space + text;
  });
}

/** Returns the field names in a content, known or not, without duplicates, in order of appearance. */
function namedFields(content: string): string[] {
  return [...new Set([...content.matchAll(FIELD)].map(([, name]) => name!))];
}

/** Returns the known fields of a content. */
export function mergeFieldsOf(content: string): MergeField[] {
  return namedFields(content).filter(isMergeField);
}

/** Returns the known fields that have no fallback in at least one place. */
export function fieldsWithoutFallback(content: string): MergeField[] {
  return mergeFieldsOf(content).filter((field) => content.includes(`{${field}}`));
}

/** Whether a content differs by recipient. */
export function hasMergeFields(content: string): boolean {
  return mergeFieldsOf(content).length > 0;
}

/**
 * Returns the unknown fields of a content in braces as written: names, and words that resemble a known field,
 * such as `{First Name}`. Braces around anything else are text.
 */
export function unknownFields(content: string): string[] {
  const written = new Set([...content.matchAll(BRACED)].map(([, words]) => words!));
  return [...written]
    .filter((words) => !isMergeField(words) && (NAME.test(words) || isMergeField(asName(words))))
    .map((words) => `{${words}}`);
}

/** Returns the sentence about unknown fields; null if there are none. */
export function mergeProblem(content: string): string | null {
  const unknown = unknownFields(content);
  if (unknown.length === 0) return null;
  const known = MERGE_FIELDS.map((name) => `{${name}}`).join(' and ');
  return `Unknown field ${unknown.join(', ')}. Fields are ${known}`;
}
