// Opt-outs: numbers that want no more messages from a team, and the page that recipients opt out on.
import { z } from 'zod';
import { instant } from './common.ts';
import { csvColumn, typedNumber } from './contacts.ts';
import { wholeNumber } from './messages.ts';

/** How a number came on the list: LINK the recipient's link, STOP an answer, STAFF, CONSOLE a member, IMPORT a file. */
export const OPT_OUT_SOURCES = ['LINK', 'STOP', 'STAFF', 'CONSOLE', 'IMPORT'] as const;

type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

/** Which opt-outs a team takes off its list: those it has put there. Recipients take back their own, on the page of their link. */
export function isTeamsOwn(source: OptOutSource): boolean {
  return source === 'CONSOLE' || source === 'IMPORT';
}

/** `number` in E.164. */
export const optOut = z.object({ number: z.string(), source: z.enum(OPT_OUT_SOURCES), created_at: instant });
export type OptOut = z.infer<typeof optOut>;

/** A list, or a search in it, shows no more opt-outs than this; it then says that there are `more`. */
export const MAX_OPT_OUTS_FOUND = 10_000;

/** GET /v1/web/opt_outs: newest first; pages count from zero. `q`: the start of a number. GET /v1/web/opt_outs/export.csv is all of them. */
export const optOutListQuery = z.object({
  q: z.string().max(64).optional(),
  page_num: wholeNumber(0, 100_000_000, 'page_num must be a whole number from 0').default(0),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100').default(25),
});
export const optOutListAnswer = z.object({
  results: z.array(optOut),
  total: z.number().int(),
  total_pages: z.number().int(),
  more: z.boolean(),
});
export type OptOutList = z.infer<typeof optOutListAnswer>;

/** POST /v1/web/opt_outs: as typed; answers the opt-out, also where it was there before. */
export const addOptOutRequest = z.object({
  number: typedNumber('Number is required'),
});

/** How many rejected lines of an import are named. */
export const MAX_REJECTED_NAMED = 1_000;

/** The query of POST /v1/web/opt_outs_csv: the column of the numbers, counted from 1. Without it as for contacts. */
export const optOutsCsvQuery = z.object({ number: csvColumn });

/**
 * POST /v1/web/opt_outs_csv: multipart `csv` as for contacts and within the same limits. `unchanged` were on the list before, `repeated` counts the rows
 * whose number an earlier row has. Where it ends with an error some numbers may be on the list: sending it again adds the rest.
 */
export const importOptOutsAnswer = z.object({
  added: z.number().int(),
  unchanged: z.number().int(),
  repeated: z.number().int(),
  rejected: z.array(z.object({ line: z.number().int(), number: z.string(), reason: z.string() })),
  rejected_count: z.number().int(),
});
export type OptOutImport = z.infer<typeof importOptOutsAnswer>;

/** Below this path of PUBLIC_URL is each recipient's page: GET shows it, POST opts out, POST with `again` takes that back. */
export const OPT_OUT_PATH = '/o/';
