// Merge fields of a campaign's content: what is put in for each recipient. Screen, preview and sending all
// merge with this.

/**
 * The fields that content may name in braces: `{first_name}`, or `{first_name|friend}` with words for who has
 * none.
 */
export const MERGE_FIELDS = ['first_name', 'last_name'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** The values of the merge fields for one recipient. */
export type MergeValues = Readonly<Record<MergeField, string>>;

const FIELD = /\{([A-Za-z_]\w*)(?:\|([^{}|]*))?\}/g;
const BRACED = /\{([^{}|]+)(?:\|[^{}|]*)?\}/g;
const NAME = /^[A-Za-z_]\w*$/;
/** Words as the name that they read as. */
const asName = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

const isMergeField = (name: string): name is MergeField => (MERGE_FIELDS as readonly string[]).includes(name);

/** Whether a recipient has nothing to put in for a field: its fallback is put in then. */
export const lacks = (values: MergeValues, field: MergeField): boolean => values[field].trim() === '';

/**
 * Puts a recipient's values in the place of the fields, in one pass: what a value holds is never a field
 * again.
 */
export function mergeContent(content: string, values: MergeValues): string {
  return content.replace(FIELD, (whole, name: string, fallback?: string) => {
    if (!isMergeField(name)) return whole;
    return lacks(values, name) ? (fallback ?? '') : values[name];
  });
}

/** The fields a content names, each once, in order of appearance; known or not. */
function namedFields(content: string): string[] {
  return [...new Set([...content.matchAll(FIELD)].map(([, name]) => name!))];
}

/** The known fields that a content names. */
export function mergeFieldsOf(content: string): MergeField[] {
  return namedFields(content).filter(isMergeField);
}

/** Those of them that have no fallback in at least one place. */
export function fieldsWithoutFallback(content: string): MergeField[] {
  return mergeFieldsOf(content).filter((field) => content.includes(`{${field}}`));
}

/** Whether a content differs by recipient. */
export function hasMergeFields(content: string): boolean {
  return mergeFieldsOf(content).length > 0;
}

/**
 * The fields of a content that do not exist, in braces as they are written: names, and words that read as a
 * field, such as `{First Name}`. A brace around anything else is text.
 */
export function unknownFields(content: string): string[] {
  const written = new Set([...content.matchAll(BRACED)].map(([, words]) => words!));
  return [...written]
    .filter((words) => !isMergeField(words) && (NAME.test(words) || isMergeField(asName(words))))
    .map((words) => `{${words}}`);
}

/** The words for the writer about them; null where all fields exist. */
export function mergeProblem(content: string): string | null {
  const unknown = unknownFields(content);
  if (unknown.length === 0) return null;
  const known = MERGE_FIELDS.map((name) => `{${name}}`).join(' and ');
  return `Unknown field ${unknown.join(', ')}. Fields are ${known}`;
}
