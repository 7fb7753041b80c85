// Pieces that the schemas of several nouns share.
import { z } from 'zod';
import { MODES } from './messages/statuses.ts';

/** An opaque id. Ours are UUIDs; anything else can't exist, so it is looked up like any missing one. */
export const id = z.string().min(1).max(64);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that nothing has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Whether a text can be one of our ids: a UUID in lower case. */
export const isId = (text: string): boolean => UUID.test(text);

/**
 * Reads an id. A text that can be no id becomes one that nothing has, so it is answered like any missing one.
 */
export const toId = (text: string): string => (isId(text) ? text : NO_ID);

/** An id in a request. */
export const givenId = id.transform(toId);

/** An instant in answers: ISO 8601 UTC with milliseconds and `Z`. */
export const instant = z.iso.datetime({ precision: 3 });

/** The body or query of a call about something in one project. */
export const ofProject = z.object({ project_id: givenId });

/** The error for control characters in a text of one line, if its field has no sentence of its own. */
export const NO_CONTROLS = 'Leave out line breaks and control characters';

/** The errors of a text that `line` reads. */
type LineErrors = { required: string; tooLong: string; controls: string };

/** A required text on one line: trimmed, at most `max` UTF-16 units, without control characters. */
export const line = (max: number, { required, tooLong, controls }: LineErrors) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .regex(/^\P{Cc}*$/u, controls);

/** A check that fails with the sentence of `problemOf`; null if the value is valid. */
export const checkBy =
  <Value>(problemOf: (value: Value) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<Value>): void => {
    const message = problemOf(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  };

/** Money in answers: major units with at most four decimals (kept inside as integer micro-units). */
export const money = z.number();

/** A call whose success says nothing more. */
export const empty = z.object({});

/** Teams and projects run in one of two modes: TEST touches no carrier and no money. */
export const mode = z.enum(MODES, { error: 'mode must be TEST or LIVE' });

/** A range of days by name, ending today; see ranges.ts for what each is. */
export const namedRange = z.enum(['1d', '7d', '4w', '3m', '12m'], {
  error: 'range must be 1d, 7d, 4w, 3m or 12m',
});

/** A yes or no of a form; nothing at all is a no. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])], { error: 'Give true or false' })
  .default(false)
  .transform((value) => value === true || value === 'true');

const BOOLEAN = [z.boolean(), z.enum(['true', 'false'])] as const;

/** A boolean, or its word in a form. It has no default; `error` is the sentence for anything else. */
export const bool = (error?: string) =>
  z
    .union(BOOLEAN, error === undefined ? {} : { error })
    .transform((value) => value === true || value === 'true');

/** A list of a form: values between commas, without blanks around them. */
export const commaList = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .transform((values) => values.filter((value) => value !== ''));

/** A value of a form that may also come as a number of JSON; an empty one is none. */
export const formValue = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? '' : String(value).trim()));

/**
 * The answer of every failed call: the code, a sentence with the next step, and the fields at fault, if any.
 */
export const errorAnswer = z.object({
  code: z.number().int(),
  description: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
