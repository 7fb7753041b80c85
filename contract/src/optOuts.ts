// Opt-outs: numbers that want no more messages from a team, and the page that recipients opt out on.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { instant, mode } from './common.ts';
import { csvColumn, deletedAnswer, rejectedRow, typedNumber } from './contacts.ts';
import type { Mode } from './messages/statuses.ts';
import { OPT_OUT_SCOPES } from './optOutScopes.ts';
import { boundedPageOf, paging } from './paging.ts';
import { NUMBER_REQUIRED } from './sentences/contacts.ts';

/**
 * How a number came on the list: LINK the recipient's link, STOP an answer, STAFF, CONSOLE a member, IMPORT a
 * file.
 */
export const OPT_OUT_SOURCES = ['LINK', 'STOP', 'STAFF', 'CONSOLE', 'IMPORT'] as const;

type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

/**
 * Which opt-outs a team removes from a list: in LIVE those that it added, as recipients take back their own;
 * in TEST all of them, as a member says what a simulated phone would.
 */
export function isTeamsOwn(source: OptOutSource, mode: Mode): boolean {
  return mode === 'TEST' || source === 'CONSOLE' || source === 'IMPORT';
}

const scope = z.enum(OPT_OUT_SCOPES, { error: 'scope must be PROMOTIONAL or ALL' });

/** Each mode has a list of its own; LIVE unless a call says otherwise. */
const ofMode = { mode: mode.default('LIVE') };

/** `number` in E.164. A number may have one opt-out of each scope; the wider one counts. */
const optOut = z.object({
  number: z.string(),
  scope,
  source: z.enum(OPT_OUT_SOURCES),
  created_at: instant,
});
export type OptOut = z.infer<typeof optOut>;

/** A list, or a search in it, shows no more opt-outs than this; it then says that there are `more`. */
export const MAX_OPT_OUTS_FOUND = 10_000;

/** GET /v1/web/opt_outs/export.csv: all of a list. */
const optOutsQuery = z.object(ofMode);

/** GET /v1/web/opt_outs: newest first; pages count from zero. `q`: the start of a number. */
const optOutListQuery = z.object({
  ...ofMode,
  q: z.string().max(64).optional(),
  ...paging,
});
const optOutListAnswer = boundedPageOf(optOut);
export type OptOutList = z.infer<typeof optOutListAnswer>;

/** POST /v1/web/opt_outs: as typed; answers the opt-out, also if it was there before. */
const addOptOutRequest = z.object({
  ...ofMode,
  number: typedNumber(NUMBER_REQUIRED),
  scope: scope.default('ALL'),
});

/** The query of DELETE /v1/web/opt_outs/{number}: without a scope, those of both scopes. */
const removeOptOutQuery = z.object({ ...ofMode, scope: scope.optional() });

/** How many rejected lines of an import are named. */
export const MAX_REJECTED_NAMED = 1_000;

/**
 * The query of POST /v1/web/opt_outs_csv: the columns of the numbers and of their scopes, counted from 1.
 * Without columns as for contacts. `scope` is that of rows that name none.
 */
const optOutsCsvQuery = z.object({
  ...ofMode,
  number: csvColumn,
  scope_column: csvColumn,
  scope: scope.default('ALL'),
});

/**
 * POST /v1/web/opt_outs_csv: multipart `csv` as for contacts and within the same limits. `unchanged` were on
 * the list before, `repeated` counts the rows whose number and scope an earlier row has. If it ends with an
 * error some numbers may be on the list: sending it again adds the rest.
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
