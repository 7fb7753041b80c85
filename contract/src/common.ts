// Pieces that the schemas of several nouns share.
import { z } from 'zod';
import { MODES } from './statuses.ts';

/** An opaque id. Ours are UUIDs; anything else can't exist, so it is looked up like any missing one. */
export const id = z.string().min(1).max(64);

/** An instant in answers: ISO 8601 UTC with milliseconds and `Z`. */
export const instant = z.iso.datetime({ precision: 3 });

/** Money in answers: major units with at most four decimals (kept inside as integer micro-units). */
export const money = z.number();

/** A call whose success says nothing more. */
export const empty = z.object({});

/** A calendar date, yyyy-MM-dd, read in the zone the call names. Wrong ones answer 1007. */
export const calendarDate = z.iso.date();

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

/** What every failed call answers: the code, a sentence that says what to do, and the fields at fault, if any. */
export const errorAnswer = z.object({
  code: z.number().int(),
  description: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
