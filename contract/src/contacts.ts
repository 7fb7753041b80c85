// Contacts and their groups: editing, searching, and CSV import and export.
import { z } from 'zod';
import { firstName } from './accounts/accounts.ts';
import type { Calls } from './calls/call.ts';
import { givenId, id, instant, line, search, toId } from './common.ts';
import { MAX_CSV_COLUMNS, withoutMarks } from './csv/cells.ts';
import type { CsvColumns } from './csv/columns.ts';
import { OPT_OUT_SCOPES } from './optOutScopes.ts';
import { boundedPageOf, optionalPaging, wholeNumber } from './paging.ts';
import * as access from './sentences/access.ts';
import * as contacts from './sentences/contacts.ts';

/** A search counts and shows no more contacts than this. It then has `more`. */
export const MAX_CONTACTS_FOUND = 10_000;

/** GET /contacts without paging returns 1010 if there are more contacts. */
export const MAX_CONTACTS_LISTED = 100_000;

/** The maximum number of ids in a list. `all` has no limit. */
const MAX_CONTACT_IDS = 10_000;

/** The maximum number of groups of a team. A call that would exceed it returns 1013. */
export const MAX_GROUPS = 1_000;

/**
 * The maximum number of groups of a contact, so a page of contacts stays small. A call that would exceed it
 * returns 1013; a longer list of groups returns 1002.
 */
export const MAX_CONTACT_GROUPS = 50;

/** The largest file of POST /contacts_csv, in bytes. A larger one returns 1010. */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

/** A typed or pasted text, without invisible characters. */
const typed = (required?: string) => z.string({ error: required }).transform(withoutMarks);

/** As in registration: two characters or more, no digits. */
export const contactFirstName = typed(access.FIRST_NAME_REQUIRED).pipe(firstName);

/** May be empty, and may have digits. */
export const contactLastName = typed()
  .pipe(
    z
      .string()
      .trim()
      .max(100, access.LAST_NAME_LONG)
      .regex(/^\P{Cc}*$/u, access.LAST_NAME_INVALID),
  )
  .default('');

/** A phone number as typed or pasted. */
export const typedNumber = (required: string) =>
  typed(required).pipe(z.string().trim().min(1, required).max(64));

/** Comma-separated ids, read as a list without duplicates. */
const groupIds = z
  .string({ error: 'groups is required' })
  .max(65_536)
  .transform((ids) => [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean).map(toId));

/**
 * POST /contacts. A national number is read in the country of the team. `groups` are the groups of the
 * contact; none if missing.
 */
export const createContactRequest = z.object({
  first_name: contactFirstName,
  last_name: contactLastName,
  number: typedNumber(contacts.CONTACT_NUMBER_REQUIRED),
  groups: groupIds.optional(),
});
/** The fields that a person types. Groups are selected. */
export type ContactFields = Omit<z.input<typeof createContactRequest>, 'groups'>;

/**
 * PUT /contacts/{id}: as for a new contact, but without `groups` they stay unchanged. Errors have the words
 * of the edited row.
 */
export const updateContactRequest = createContactRequest.extend({
  number: typedNumber(contacts.NUMBER_REQUIRED),
});

const groupRef = z.object({ id, name: z.string() });

/**
 * `number` is E.164. `groups` are sorted by name. `opted_out`: the number has opted out of LIVE messages of
 * this team; `opt_out_scope` is the scope, or null.
 */
const contactAnswer = z.object({
  id,
  number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  groups: z.array(groupRef),
  opted_out: z.boolean(),
  opt_out_scope: z.enum(OPT_OUT_SCOPES).nullable(),
});
export type Contact = z.infer<typeof contactAnswer>;

/**
 * The filter of contacts. `q` is the beginning of a number, a first name, a last name, or both names with a
 * blank between them. A number may be national, and may have +, blanks and hyphens. An empty text matches
 * all.
 */
const filter = {
  q: search,
  group_id: z
    .string()
    .max(64)
    .transform((text) => text && toId(text))
    .optional(),
};

/** GET /contacts/export.csv and GET /contacts/count. */
const contactsFilter = z.object(filter);
export type ContactsFilter = z.infer<typeof contactsFilter>;

/** GET /contacts: newest first. Without `page_size` it streams all contacts as an array. */
const contactsQuery = z.object({ ...filter, ...optionalPaging });

/**
 * `more`: a search found more than MAX_CONTACTS_FOUND, and the totals exclude them. GET /contacts/count has
 * the exact number.
 */
const contactsPage = boundedPageOf(contactAnswer);
export type ContactList = z.infer<typeof contactsPage>;

/** GET /contacts/count: the exact number of matches. */
const contactCount = z.object({ total: z.number().int() });

const ids = z
  .array(givenId, { error: 'Give a list of contact ids' })
  .min(1, contacts.CONTACTS_REQUIRED)
  .max(MAX_CONTACT_IDS, `At most ${MAX_CONTACT_IDS.toLocaleString('en-US')} ids in a list`);

/** All matching contacts. `{all: {}}` matches every contact. */
const all = z.object({ all: z.strictObject(filter) });

/** POST /contacts/delete_multiple (JSON): a list of ids, or all matching contacts. */
const deleteContactsRequest = z.union([ids, all], {
  error: 'Give a list of contact ids, or {"all": {}} with q and group_id for all that match',
});
export type DeleteContactsRequest = z.input<typeof deleteContactsRequest>;

/**
 * The maximum number of contacts of a deletion that can be undone, and the maximum number of members of the
 * deleted groups.
 */
export const MAX_KEPT_CONTACTS = 10_000;
export const MAX_KEPT_MEMBERS = 50_000;

/**
 * The answer to a deletion of contacts, groups or opt-outs. `undo` restores what was deleted, within a
 * minute. It is null if the deletion was too large to be kept.
 */
export const deletedAnswer = z.object({ deleted: z.number().int(), undo: id.nullable() });
export type Deleted = z.infer<typeof deletedAnswer>;

/**
 * POST /contact_deletions/{id}/undo, with the `undo` of a deletion. `restored` counts contacts; it is 1 for a
 * group or an opt-out. An opt-out gets its former source and instant; if the number has opted out again
 * since, `restored` is 0.
 */
const undoneAnswer = z.object({ restored: z.number().int() });

/** POST /contacts/{id}/update_groups: replaces the groups of the contact. */
const updateGroupsRequest = z.object({ groups: groupIds });

/**
 * POST /contacts/groups_multiple (JSON): adds contacts of a list, or all matching contacts, to a group, or
 * removes them from it.
 */
const groupContactsRequest = z.object({
  contacts: deleteContactsRequest,
  group_id: givenId,
  action: z.enum(['add', 'remove'], { error: 'action must be add or remove' }),
});
export type GroupContactsRequest = z.input<typeof groupContactsRequest>;

/** How many contacts were added or removed. Others were in the group, or not in it, already. */
const groupedAnswer = z.object({ changed: z.number().int() });

/** A group name as typed, trimmed. */
export const groupName = typed(contacts.GROUP_NAME_REQUIRED).pipe(
  line(100, {
    required: contacts.GROUP_NAME_REQUIRED,
    tooLong: contacts.GROUP_NAME_LONG,
    controls: contacts.GROUP_NAME_INVALID,
  }),
);

/** POST /groups, PUT /groups/{id}. */
export const groupRequest = z.object({ name: groupName });
export type GroupFields = z.infer<typeof groupRequest>;

/** `contacts` counts the members. */
const groupAnswer = z.object({
  id,
  name: z.string(),
  created_at: instant,
  contacts: z.number().int(),
});
export type ContactGroup = z.infer<typeof groupAnswer>;

/** GET /groups, newest first. */
const groupsAnswer = z.array(groupAnswer);

/** A rejected row. `line` is counted from 1, as in an editor; `number` is the cell as written. */
export const rejectedRow = z.object({ line: z.number().int(), number: z.string(), reason: z.string() });
export type RejectedRow = z.infer<typeof rejectedRow>;

/** The maximum number of rejected rows that the report lists. `rejected_total` counts all. */
export const MAX_REJECTED_LISTED = 10_000;

/** A row of a file that has a name. */
const namedRow = z.object({ line: z.number().int(), first_name: z.string(), last_name: z.string() });

/**
 * A number (E.164) that has different names in a file. `kept` has the last first name and the last last name,
 * and the last line that has one of them. `others` are the first MAX_OTHERS_LISTED of `others_total` earlier
 * rows with a name.
 */
const nameConflict = z.object({
  number: z.string(),
  kept: namedRow,
  others: z.array(namedRow),
  others_total: z.number().int(),
});
export type NameConflict = z.infer<typeof nameConflict>;

/**
 * The maximum number of conflicts that the report lists, in the order of the file, and the maximum number of
 * rows of each. The totals count all.
 */
export const MAX_CONFLICTS_LISTED = 1_000;
export const MAX_OTHERS_LISTED = 5;

/** The column of a file: counted from 1 in the call, from 0 after parsing. */
export const csvColumn = wholeNumber(1, MAX_CSV_COLUMNS, `Columns are counted from 1 to ${MAX_CSV_COLUMNS}`)
  .transform((column) => column - 1)
  .optional();

/**
 * The query of POST /contacts_csv maps fields to columns: `number=2&first_name=1`. Fields without a column
 * are not imported. Without a query, columns are found by their headings, or by their order if there are
 * none.
 */
const contactsCsvQuery = z
  .object({
    number: csvColumn,
    first_name: csvColumn,
    last_name: csvColumn,
    group1: csvColumn,
    group2: csvColumn,
    consent: csvColumn,
    consent_time: csvColumn,
    consent_source: csvColumn,
    consent_wording: csvColumn,
    consent_proof: csvColumn,
    consent_expires: csvColumn,
  })
  .refine((columns) => columns.number !== undefined || isEmpty(columns), {
    path: ['number'],
    error: contacts.NUMBER_COLUMN_REQUIRED,
  });
const isEmpty = (columns: CsvColumns) => Object.values(columns).every((column) => column === undefined);

/**
 * POST /contacts_csv (multipart, one file in the field `csv`): answered once all rows are imported. Rows with
 * the same number are one contact; `merged` counts the rows after the first, so all counts together are the
 * rows of the file. If such rows have different names, the last ones count, and `name_conflicts` lists them
 * up to a bound; `name_conflicts_total` counts all. A file that cannot be read is not imported at all: 1002
 * or 1010 with the reason.
 *
 * A row may have a consent in LIVE, and is rejected if that lacks its time. `consents` counts the new ones.
 *
 * Browsers report the progress of the upload only. A large file then takes up to half a minute to import,
 * whether or not the client waits for the answer. Importing it again changes nothing.
 */
const importAnswer = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  merged: z.number().int(),
  name_conflicts: z.array(nameConflict),
  name_conflicts_total: z.number().int(),
  rejected: z.array(rejectedRow),
  rejected_total: z.number().int(),
  groups_created: z.number().int(),
  consents: z.number().int(),
});
export type ImportReport = z.infer<typeof importAnswer>;

export const groupCalls = {
  'GET /groups': { action: 'read', answer: groupsAnswer },
  'POST /groups': { action: 'contacts', body: groupRequest, answer: groupAnswer },
  'PUT /groups/:id': { action: 'contacts', body: groupRequest, answer: groupAnswer },
  'DELETE /groups/:id': { action: 'contacts', answer: deletedAnswer },
} satisfies Calls;

export const contactCalls = {
  'GET /contacts': { action: 'read', query: contactsQuery, answer: contactsPage },
  'GET /contacts/count': { action: 'read', query: contactsFilter, answer: contactCount },
  'GET /contacts/export.csv': { action: 'read', query: contactsFilter },
  'POST /contacts': { action: 'contacts', body: createContactRequest, answer: contactAnswer },
  'PUT /contacts/:id': { action: 'contacts', body: updateContactRequest, answer: contactAnswer },
  'POST /contacts/:id/update_groups': {
    action: 'contacts',
    body: updateGroupsRequest,
    answer: contactAnswer,
  },
  'DELETE /contacts/:id': { action: 'contacts', answer: deletedAnswer },
  'POST /contacts/delete_multiple': {
    action: 'contacts',
    body: deleteContactsRequest,
    answer: deletedAnswer,
  },
  'POST /contacts/groups_multiple': { action: 'contacts', body: groupContactsRequest, answer: groupedAnswer },
  'POST /contact_deletions/:id/undo': { action: 'contacts', answer: undoneAnswer },
  'POST /contacts_csv': { action: 'contacts', query: contactsCsvQuery, answer: importAnswer },
} satisfies Calls;
