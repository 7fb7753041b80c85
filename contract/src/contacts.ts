// Contacts and the groups they are in: keeping them, finding them, and taking them in and out as CSV.
import { z } from 'zod';
import { firstName } from './accounts/accounts.ts';
import type { Calls } from './calls/call.ts';
import { givenId, id, instant, toId } from './common.ts';
import { MAX_CSV_COLUMNS, withoutMarks } from './csv/cells.ts';
import type { CsvColumns } from './csv/columns.ts';
import { OPT_OUT_SCOPES } from './optOutScopes.ts';
import { FIRST_NAME_REQUIRED, LAST_NAME_INVALID, LAST_NAME_LONG } from './sentences/access.ts';
import {
  CONTACT_NUMBER_REQUIRED,
  CONTACTS_REQUIRED,
  GROUP_NAME_INVALID,
  GROUP_NAME_LONG,
  GROUP_NAME_REQUIRED,
  NUMBER_COLUMN_REQUIRED,
  NUMBER_REQUIRED,
} from './sentences/contacts.ts';

/** A search shows no more contacts than this; it then says that there are `more`. */
export const MAX_CONTACTS_FOUND = 10_000;

/** GET /contacts without paging lists no more than this, else 1010. */
export const MAX_CONTACTS_LISTED = 100_000;

/** A list of ids is no longer than this; for more there is `all`. */
export const MAX_CONTACT_IDS = 10_000;

/** A team has no more groups than this; what would make more of them: 1013. */
export const MAX_GROUPS = 1_000;

/**
 * A contact is in no more groups than this, so that a page of contacts stays small; what would put it into
 * more of them: 1013, a list of more 1002.
 */
export const MAX_CONTACT_GROUPS = 50;

/** Largest file of POST /contacts_csv, in bytes; else 1010. */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

/** A text as it was typed or pasted, without marks that nobody sees. */
const typed = (required?: string) => z.string({ error: required }).transform(withoutMarks);

/** As at registering: two characters or more, no digits. */
export const contactFirstName = typed(FIRST_NAME_REQUIRED).pipe(firstName);

/** A last name may be empty; nothing else is checked but that it fits. */
export const contactLastName = typed()
  .pipe(
    z
      .string()
      .trim()
      .max(100, LAST_NAME_LONG)
      .regex(/^\P{Cc}*$/u, LAST_NAME_INVALID),
  )
  .default('');

/** A phone number as it was typed or pasted. */
export const typedNumber = (required: string) =>
  typed(required).pipe(z.string().trim().min(1, required).max(64));

/** Ids with commas between them; read as a list without repetitions. */
const groupIds = z
  .string({ error: 'groups is required' })
  .max(65_536)
  .transform((ids) => [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean).map(toId));

/**
 * POST /contacts. The number may be national: the team's country is then assumed. `groups` are those the
 * contact is in; none where left out.
 */
export const createContactRequest = z.object({
  first_name: contactFirstName,
  last_name: contactLastName,
  number: typedNumber(CONTACT_NUMBER_REQUIRED),
  groups: groupIds.optional(),
});
/** The fields of a contact that a person types; groups are chosen. */
export type ContactFields = Omit<z.input<typeof createContactRequest>, 'groups'>;

/**
 * PUT /contacts/{id}: as a new one, in the words of the edited row; where `groups` is left out they stay as
 * they are.
 */
export const updateContactRequest = createContactRequest.extend({
  number: typedNumber(NUMBER_REQUIRED),
});

const groupRef = z.object({ id, name: z.string() });

/**
 * `number` is E.164, `groups` are in the order of their names. `opted_out`: the number has opted out of
 * messages of this team in LIVE; `opt_out_scope` says of which, null for none.
 */
export const contactAnswer = z.object({
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
 * The filter for contacts. `q` is the beginning of a number (digits, with or without the +, blanks and
 * hyphens; a national one too), of a first name, a last name, or both names with a blank between them. An
 * empty text is as good as none.
 */
const filter = {
  q: z.string().trim().max(100).optional(),
  group_id: z
    .string()
    .max(64)
    .transform((text) => text && toId(text))
    .optional(),
};

/** GET /contacts/export.csv and GET /contacts/count. */
export const contactsFilter = z.object(filter);
export type ContactsFilter = z.infer<typeof contactsFilter>;

const wholeNumber = (max: number, message: string, min: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

/**
 * GET /contacts, newest first; pages count from zero. Without page_size: all of them, as a bare array, in a
 * stream.
 */
export const contactsQuery = z.object({
  ...filter,
  page_num: wholeNumber(100_000_000, 'page_num must be a whole number from 0', 0).default(0),
  page_size: wholeNumber(100, 'page_size must be a whole number from 1 to 100', 1).optional(),
});

/**
 * `more`: a search found more than MAX_CONTACTS_FOUND, and the totals count those only; GET /contacts/count
 * knows them all.
 */
export const contactsPage = z.object({
  results: z.array(contactAnswer),
  total_pages: z.number().int(),
  total: z.number().int(),
  more: z.boolean(),
});
export type ContactsPage = z.infer<typeof contactsPage>;

/** GET /contacts/count: how many there are, however many. */
export const contactCount = z.object({ total: z.number().int() });

const ids = z
  .array(givenId, { error: 'Give a list of contact ids' })
  .min(1, CONTACTS_REQUIRED)
  .max(MAX_CONTACT_IDS, `At most ${MAX_CONTACT_IDS.toLocaleString('en-US')} ids in a list`);

/** All contacts that match; `{all: {}}` is all there are. */
const all = z.object({ all: z.strictObject(filter) });

/** POST /contacts/delete_multiple (JSON): a list of ids, or all that match. */
export const deleteContactsRequest = z.union([ids, all], {
  error: 'Give a list of contact ids, or {"all": {}} with q and group_id for all that match',
});
export type DeleteContactsRequest = z.input<typeof deleteContactsRequest>;

/** Most contacts of a deletion, and most members of its groups, that can be put back. */
export const MAX_KEPT_CONTACTS = 10_000;
export const MAX_KEPT_MEMBERS = 50_000;

/**
 * To each deletion of contacts, groups and opt-outs. `undo` puts back what was deleted, within a minute; null
 * where it was too much to be kept.
 */
export const deletedAnswer = z.object({ deleted: z.number().int(), undo: id.nullable() });
export type Deleted = z.infer<typeof deletedAnswer>;

/**
 * POST /contact_deletions/{id}/undo, with the `undo` of a deletion: how many contacts are back; of a group
 * one; of an opt-out one, with the source and the instant of before, or none where the number is on the list
 * again.
 */
export const undoneAnswer = z.object({ restored: z.number().int() });

/** POST /contacts/{id}/update_groups: the contact is then in these groups and no other. */
export const updateGroupsRequest = z.object({ groups: groupIds });

/**
 * POST /contacts/groups_multiple (JSON): puts the contacts of a list, or all that match, into a group or
 * takes them out of it.
 */
export const groupContactsRequest = z.object({
  contacts: deleteContactsRequest,
  group_id: givenId,
  action: z.enum(['add', 'remove'], { error: 'action must be add or remove' }),
});
export type GroupContactsRequest = z.input<typeof groupContactsRequest>;

/** How many were not in the group before, or were. */
export const groupedAnswer = z.object({ changed: z.number().int() });

/** A group's name as typed; trimmed. New and changed alike. */
export const groupName = typed(GROUP_NAME_REQUIRED).pipe(
  z
    .string()
    .trim()
    .min(1, GROUP_NAME_REQUIRED)
    .max(100, GROUP_NAME_LONG)
    .regex(/^\P{Cc}*$/u, GROUP_NAME_INVALID),
);

/** POST /groups, PUT /groups/{id}. */
export const groupRequest = z.object({ name: groupName });
export type GroupFields = z.infer<typeof groupRequest>;

/** `contacts`: how many are in it. */
export const groupAnswer = z.object({
  id,
  name: z.string(),
  created_at: instant,
  contacts: z.number().int(),
});
export type Group = z.infer<typeof groupAnswer>;

/** GET /groups, newest first. */
export const groupsAnswer = z.array(groupAnswer);

/** A row that was left out; `line` counts from 1 as an editor shows it, `number` is the cell as it stood. */
export const rejectedRow = z.object({ line: z.number().int(), number: z.string(), reason: z.string() });
export type RejectedRow = z.infer<typeof rejectedRow>;

/** The report lists no more rejected rows than this; `rejected_total` counts them all. */
export const MAX_REJECTED_LISTED = 10_000;

/** A row of a file that gives a name. */
const namedRow = z.object({ line: z.number().int(), first_name: z.string(), last_name: z.string() });

/**
 * A number, E.164, to which rows of a file give different names. `kept`: the name that counts, the last first
 * name and the last last name that are given, and the last line that gives one; `others`: the first
 * MAX_OTHERS_LISTED of `others_total` rows before it that give one.
 */
export const nameConflict = z.object({
  number: z.string(),
  kept: namedRow,
  others: z.array(namedRow),
  others_total: z.number().int(),
});
export type NameConflict = z.infer<typeof nameConflict>;

/**
 * The report lists no more such numbers, the first of the file, and no more rows of each; it counts them all.
 */
export const MAX_CONFLICTS_LISTED = 1_000;
export const MAX_OTHERS_LISTED = 5;

/** The position of a column in a file: counted from 1 on the wire, from 0 here. */
export const csvColumn = wholeNumber(MAX_CSV_COLUMNS, `Columns are counted from 1 to ${MAX_CSV_COLUMNS}`, 1)
  .transform((column) => column - 1)
  .optional();

/**
 * The query of POST /contacts_csv, which maps fields to columns of the file: `number=2&first_name=1`. Fields
 * that are not named are not imported. Without a query, columns are found by their headings, or by their
 * order if there are no headings.
 */
export const contactsCsvQuery = z
  .object({
    number: csvColumn,
    first_name: csvColumn,
    last_name: csvColumn,
    group1: csvColumn,
    group2: csvColumn,
  })
  .refine((columns) => columns.number !== undefined || isEmpty(columns), {
    path: ['number'],
    error: NUMBER_COLUMN_REQUIRED,
  });
const isEmpty = (columns: CsvColumns) => Object.values(columns).every((column) => column === undefined);

/**
 * POST /contacts_csv (multipart, one file in the field `csv`): everything is in when this is answered. Rows
 * of the same number are one contact; `merged` counts the rows that came after the first, so that all counts
 * together are the rows of the file. If they give it different names, the last ones count, and
 * `name_conflicts` says which: listed up to a bound, `name_conflicts_total` in all. If the file cannot be
 * read at all, nothing is imported: 1002 or 1010 with the reason. While the body is on its way the browser
 * knows the progress; from its last byte to the answer a large file takes up to half a minute, and what has
 * arrived goes in whether or not the client waits for the answer. Sending it again changes nothing.
 */
export const importAnswer = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  merged: z.number().int(),
  name_conflicts: z.array(nameConflict),
  name_conflicts_total: z.number().int(),
  rejected: z.array(rejectedRow),
  rejected_total: z.number().int(),
  groups_created: z.number().int(),
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
