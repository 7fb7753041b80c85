// Opt-outs: numbers that a team must not send to, by mode.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { instant, mode, search } from './common.ts';
import { csvColumn, deletedAnswer, rejectedRow, typedNumber } from './contacts.ts';
import type { Mode } from './messages/statuses.ts';
import { OPT_OUT_SCOPES } from './optOutScopes.ts';
import { boundedPageOf, paging } from './paging.ts';
import { NUMBER_REQUIRED } from './sentences/contacts.ts';

/**
 * The source of an opt-out. LINK: the link of the message. STOP: a reply. STAFF: staff. CONSOLE: a member of
 * the team. API: a program of the team. IMPORT: a file.
 */
export const OPT_OUT_SOURCES = ['LINK', 'STOP', 'STAFF', 'CONSOLE', 'API', 'IMPORT'] as const;

type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

/**
 * Whether the team itself may remove an opt-out. In LIVE it may remove those that it added. In TEST it may
 * remove all, because a member acts for the simulated phone.
 */
export function isTeamsOwn(source: OptOutSource, mode: Mode): boolean {
  return mode === 'TEST' || source === 'CONSOLE' || source === 'API' || source === 'IMPORT';
}

export const optOutScope = z.enum(OPT_OUT_SCOPES, { error: 'scope must be PROMOTIONAL or ALL' });

/** Each mode has its own list. The default is LIVE. */
const ofMode = { mode: mode.default('LIVE') };

/** `number` is E.164. A number may have one opt-out of each scope; ALL includes PROMOTIONAL. */
const optOut = z.object({
  number: z.string(),
  scope: optOutScope,
  source: z.enum(OPT_OUT_SOURCES),
  created_at: instant,
});
export type OptOut = z.infer<typeof optOut>;

/** A list or search counts and shows no more opt-outs than this. It then has `more`. */
export const MAX_OPT_OUTS_FOUND = 10_000;

/** GET /v1/web/opt_outs/export.csv: the whole list. */
const optOutsQuery = z.object(ofMode);

/** An opt-out of the list. `contact`: the name of the person; null if the number is no contact. */
const listedOptOut = optOut.extend({ contact: z.string().nullable() });
export type ListedOptOut = z.infer<typeof listedOptOut>;

/** GET /v1/web/opt_outs: newest first. `q` is the beginning of a number. */
const optOutListQuery = z.object({
  ...ofMode,
  q: search,
  ...paging,
});
const optOutListAnswer = boundedPageOf(listedOptOut);
export type OptOutList = z.infer<typeof optOutListAnswer>;

/** POST /v1/web/opt_outs: a number as typed. Returns the opt-out, also if it existed before. */
const addOptOutRequest = z.object({
  ...ofMode,
  number: typedNumber(NUMBER_REQUIRED),
  scope: optOutScope.default('ALL'),
});

/** DELETE /v1/web/opt_outs/{number}: without `scope`, it removes the opt-outs of both scopes. */
const removeOptOutQuery = z.object({ ...ofMode, scope: optOutScope.optional() });

/** The maximum number of rejected rows that the answer to an import lists. */
export const MAX_REJECTED_NAMED = 1_000;

/**
 * POST /v1/web/opt_outs_csv: the columns of numbers and scopes, counted from 1. Without them, columns are
 * found as for contacts. `scope` applies to rows without one.
 */
const optOutsCsvQuery = z.object({
  ...ofMode,
  number: csvColumn,
  scope_column: csvColumn,
  scope: optOutScope.default('ALL'),
});

/**
 * POST /v1/web/opt_outs_csv: multipart field `csv`, with the limits of contacts. `unchanged` opt-outs existed
 * before. `repeated` counts rows with the number and scope of an earlier row. After an error some opt-outs
 * may have been added; sending the file again adds the rest.
 */
const importOptOutsAnswer = z.object({
  added: z.number().int(),
  unchanged: z.number().int(),
  repeated: z.number().int(),
  rejected: z.array(rejectedRow),
  rejected_count: z.number().int(),
});
export type OptOutImport = z.infer<typeof importOptOutsAnswer>;

export const optOutCalls = {
  'GET /opt_outs': { query: optOutListQuery, answer: optOutListAnswer },
  'GET /opt_outs/export.csv': { query: optOutsQuery },
  'POST /opt_outs': { action: 'contacts', body: addOptOutRequest, answer: optOut },
  'DELETE /opt_outs/:number': {
    action: 'contacts',
    params: { number: z.string().max(64) },
    query: removeOptOutQuery,
    answer: deletedAnswer,
  },
  'POST /opt_outs_csv': { action: 'contacts', query: optOutsCsvQuery, answer: importOptOutsAnswer },
} satisfies Calls;
