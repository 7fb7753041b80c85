// Schemas that several nouns share.
import { z } from 'zod';
import { MODES } from './messages/statuses.ts';

/** An id, opaque to clients. Ours are UUIDs; any other text is answered like an id that does not exist. */
export const id = z.string().min(1).max(64);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that nothing has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Whether a text has the form of our ids: a UUID in lower case. */
export const isId = (text: string): boolean => UUID.test(text);

/** Reads an id. A text of another form becomes NO_ID, so it is answered like an id that does not exist. */
export const toId = (text: string): string => (isId(text) ? text : NO_ID);

/** An id in a request. */
export const givenId = id.transform(toId);

/** The longest text that a list is searched for, in characters. */
export const MAX_SEARCH = 100;

/** The text that a list is searched for, as typed. Blanks around it do not count. */
export const search = z.string().trim().max(MAX_SEARCH).optional();

/** An instant in an answer: ISO 8601 in UTC with milliseconds and `Z`. */
export const instant = z.iso.datetime({ precision: 3 });

/** The body or the query of a call about something in one project. */
export const ofProject = z.object({ project_id: givenId });

/** The error for control characters, if the field has no sentence of its own. */
export const NO_CONTROLS = 'Leave out line breaks and control characters';

/** The errors of a `line`. */
type LineErrors = { required: string; tooLong: string; controls: string };

/** A required text on one line: trimmed, at most `max` UTF-16 units, without control characters. */
export const line = (max: number, { required, tooLong, controls }: LineErrors) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .regex(/^\P{Cc}*$/u, controls);

/** Returns a check that fails with the sentence of `problemOf`, and passes if that is null. */
export const checkBy =
  <Value>(problemOf: (value: Value) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<Value>): void => {
    const message = problemOf(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  };

/** Money in an answer: major units with at most four decimals. Stored as integer micro-units. */
export const money = z.number();

/** The answer of a call without data. */
export const empty = z.object({});

/** TEST or LIVE: TEST sends nothing to a carrier and charges nothing. */
export const mode = z.enum(MODES, { error: 'mode must be TEST or LIVE' });

/** A range of days that ends today. ranges.ts defines each. */
export const namedRange = z.enum(['1d', '7d', '4w', '3m', '12m'], {
  error: 'range must be 1d, 7d, 4w, 3m or 12m',
});

/** A boolean of a form. False if it is missing or empty. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])], { error: 'Give true or false' })
  .default(false)
  .transform((value) => value === true || value === 'true');

const BOOLEAN = [z.boolean(), z.enum(['true', 'false'])] as const;

/** A boolean, or the word for it in a form, without a default. `error` is the sentence for anything else. */
export const bool = (error?: string) =>
  z
    .union(BOOLEAN, error === undefined ? {} : { error })
    .transform((value) => value === true || value === 'true');

/** A whole number, which is text in a form. `error` is the sentence for anything else. */
export function wholeNumberIn(least: number, most: number, error: string) {
  const number = z.int(error).min(least, error).max(most, error);
  const typed = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(number);
  return z.union([number, typed], { error });
}

/** A list of a form: values between commas, trimmed, without empty ones. */
export const commaList = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .transform((values) => values.filter((value) => value !== ''));

/** A text or number of a form, as trimmed text. Empty if it is null or missing. */
export const formValue = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? '' : String(value).trim()));

/** A whole number of a form; null if it is empty or missing. `error` is the sentence for anything else. */
export const wholeNumberOrNone = (least: number, most: number, error: string) =>
  formValue
    .refine(
      (text) => text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most),
      { error },
    )
    .transform((text) => (text === '' ? null : Number(text)));

/**
 * The answer of every failed call: the code, a sentence with the next step, and a sentence for each invalid
 * field.
 */
export const errorAnswer = z.object({
  code: z.number().int(),
  description: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
