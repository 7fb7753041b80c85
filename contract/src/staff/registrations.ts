// Registrations of sender ids in the registers of countries. Below /v1/staff.
import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { id, instant, line, search } from '../common.ts';
import { ownerDetails } from '../ownerDetails.ts';
import { nameOwner } from '../owners.ts';
import { pageOf } from '../paging.ts';
import { EVERY_NETWORK } from '../rules/mobileNetworks.ts';
import { otherwise } from '../rules/otherwise.ts';
import { registrationCountry, registrationState, registrationTurn, senderRegistration } from '../senders.ts';
import { otherLegalNames, reasonRequest, staffPage, teamRef } from './accounts.ts';
import { evidence } from './evidence.ts';

/** GET /registrations: those whose end is nearest come first. Without `turn` it lists all. */
const registrationsQuery = z.object({ turn: registrationTurn.optional(), q: search, ...staffPage });

/** A proposal to register a name, or to renew it, until a second person decides. */
const proposal = z.object({
  id,
  reference: z.string(),
  expires_at: instant.nullable(),
  telcos: senderRegistration.shape.telcos,
  reason: z.string(),
  by: z.string(),
  at: instant,
  /** False for the person who proposed it, and for members of the team. */
  may_decide: z.boolean(),
});

const registrationRow = senderRegistration.extend({
  id,
  sender_id: z.string(),
  team: teamRef,
  project: z.object({ id, name: z.string() }),
  updated_at: instant,
  proposed: z.boolean(),
});
export type RegistrationRow = z.infer<typeof registrationRow>;
const registrationPage = pageOf(registrationRow);

/** STATE: the state changed. PROPOSED: a proposal was made. REJECTED: it was turned down. */
const registrationEvent = z.object({
  at: instant,
  by: z.string(),
  kind: z.enum(['STATE', 'PROPOSED', 'REJECTED']),
  from: registrationState.nullable(),
  to: registrationState,
  reason: z.string(),
});
export type RegistrationEvent = z.infer<typeof registrationEvent>;

/** A document of a request for the name. `evidence`: what staff have read off it; null if nothing. */
const nameDocument = z.object({
  id,
  request_id: id,
  label: z.string(),
  evidence: evidence.nullable(),
});

/** The registration of the same name at another network of the country. */
const sibling = senderRegistration.pick({ network: true, state: true, turn: true }).extend({ id });

/** The states that one person may set. REGISTERED needs two, and EXPIRED comes by time. */
export const REGISTRATION_MOVES = ['DRAFT', 'SUBMITTED', 'REFUSED', 'WITHDRAWN'] as const;
export type RegistrationMove = (typeof REGISTRATION_MOVES)[number];

/**
 * GET /registrations/{id}. `same_name`: other teams that have the name in any case, at most 20. `moves`:
 * those that are possible now. `events`: the newest 100, newest first. `request_id`: the newest approved
 * request for the name, with its documents; null if staff added it from the command line. `otherwise`: what
 * happens to messages from the name if the register does not hold it. `links_telcos`: the telcos that carrier
 * links name. `aliases`: other names that its team has given it for texts. `documents`: of approved requests
 * for the name and its owner, the newest first. `siblings`: in the order of their networks.
 */
const registrationCase = registrationRow.extend({
  otherwise,
  reference: z.string().nullable(),
  links_telcos: z.array(z.string()),
  submitted_at: instant.nullable(),
  decided_at: instant.nullable(),
  valid_from: instant.nullable(),
  proposal: proposal.nullable(),
  moves: z.array(z.enum(REGISTRATION_MOVES)),
  may_propose: z.boolean(),
  own_team: z.boolean(),
  owner: nameOwner.extend({ checked_by: z.string().nullable() }).nullable(),
  owner_details: ownerDetails.nullable(),
  other_legal_names: otherLegalNames,
  documents: z.array(nameDocument),
  siblings: z.array(sibling),
  may_check: z.boolean(),
  aliases: z.array(z.string()),
  request_id: id.nullable(),
  same_name: z.array(z.object({ team: teamRef, sender_id: z.string() })),
  events: z.array(registrationEvent),
});
export type RegistrationCase = z.infer<typeof registrationCase>;

/**
 * POST /sender_ids/{id}/registration: begins with the register of a country, or of one of its networks, if
 * that is not done yet.
 */
const startRequest = z.object({
  country: registrationCountry,
  network: z.string().max(30).default(EVERY_NETWORK),
});

/** POST /registrations/{id}/move. The owner is mailed the reason of REFUSED. */
const moveRequest = reasonRequest.extend({ to: z.enum(REGISTRATION_MOVES) });

const END_INVALID = 'Give the last day as a date from today on, such as 2027-06-30, or leave it empty';

/** A form leaves the field empty if there is no last day. */
const lastDay = z
  .string({ error: END_INVALID })
  .trim()
  .transform((text) => (text === '' ? null : text))
  .pipe(z.iso.date({ error: END_INVALID }).nullable());

/**
 * POST /registrations/{id}/propose. `reference`: of the register. `expires_on`: the last day (UTC); null if
 * the register gives none. `telcos`: some of `links_telcos` and of those it counts for; empty for all; those
 * of now if left out.
 */
export const proposeRegistrationRequest = reasonRequest.extend({
  reference: line(100, {
    required: 'Give the reference of the register',
    tooLong: 'The reference is too long: at most 100 characters',
    controls: 'The reference cannot hold line breaks',
  }),
  expires_on: lastDay.nullable().default(null),
  telcos: z.array(z.string()).max(50).optional(),
});

/** POST /registrations/{id}/confirm: the proposal that the second person has read. */
const confirmRequest = z.object({ proposal: id });
const rejectRequest = reasonRequest.extend({ proposal: id });

/**
 * GET /registrations/export: those of the list, at most 5,000, as CSV with what a register or telco asks for.
 */
const exportQuery = registrationsQuery.pick({ turn: true, q: true });

/**
 * GET /registrations/packs: for each country the telcos of links, or the networks that register by
 * themselves, that names wait for. `via` is null if no link names a telco: the register itself.
 */
const packsAnswer = z.object({
  results: z.array(
    z.object({ country: registrationCountry, via: z.string().nullable(), names: z.number().int() }),
  ),
});
export type RegistrationPack = z.infer<typeof packsAnswer>['results'][number];

/**
 * GET /registrations/pack: what waits for one of them, at most 5,000 names, as CSV with all that it asks:
 * the owner and its contact, the countries, an example and the evidence. Answers go back in the same file.
 * `via`: empty for the register itself.
 */
const packQuery = z.object({ country: registrationCountry, via: z.string().max(100).default('') });

/** The name of a pack's file, such as names-AU-telstra.csv. */
export const packFileName = (country: string, via: string): string =>
  `names-${[country, via.toLowerCase().replace(/[^a-z0-9]+/g, '-')].filter(Boolean).join('-')}.csv`;

/** The longest file of states, in UTF-16 units, and the most lines with an answer of a register. */
export const MAX_STATES_CSV = 500_000;
export const MAX_STATES = 500;

/**
 * POST /registrations/states: the answers of registers as CSV, in the form of the export. The columns
 * `registration` and `state` are required. SUBMITTED and REFUSED are noted, and a refusal needs its own
 * `reason`. REGISTERED is proposed with `reference`, `last_day` and, if links name telcos, `telcos`; from a
 * second person, the same line confirms the proposal. A line with the present state changes nothing. A line
 * whose registration has changed since `as_of` is left out. `reason` of the call is that of lines without
 * one. A preview changes nothing.
 */
export const statesRequest = reasonRequest.extend({
  csv: z.string().min(1, 'Choose a CSV file').max(MAX_STATES_CSV, 'The file is too large: at most 500 KB'),
  is_preview: z.boolean(),
});

/**
 * The lines of a file by what they do, and what is wrong with others. Lines count for themselves: problems do
 * not stop the rest, and the same file can be uploaded again. `unchanged` includes one's own proposals.
 */
const statesAnswer = z.object({
  submitted: z.number().int(),
  refused: z.number().int(),
  proposed: z.number().int(),
  confirmed: z.number().int(),
  unchanged: z.number().int(),
  problems: z.array(z.object({ line: z.number().int(), problem: z.string() })),
});
export type StatesAnswer = z.infer<typeof statesAnswer>;

const staffAction = 'senders';

/**
 * Each answers the case as it is then. 409/1013 if a colleague has changed it since: look at it again. 1012
 * for members of the team, and to confirm for the person who proposed it.
 */
export const registrationCalls = {
  'GET /registrations': { staffAction, query: registrationsQuery, answer: registrationPage },
  'GET /registrations/export': { staffAction, query: exportQuery },
  'GET /registrations/packs': { staffAction, answer: packsAnswer },
  'GET /registrations/pack': { staffAction, query: packQuery },
  'POST /registrations/states': { staffAction, body: statesRequest, answer: statesAnswer },
  'GET /registrations/:id': { staffAction, answer: registrationCase },
  'POST /registrations/:id/move': { staffAction, body: moveRequest, answer: registrationCase },
  'POST /registrations/:id/propose': {
    staffAction,
    body: proposeRegistrationRequest,
    answer: registrationCase,
  },
  'POST /registrations/:id/confirm': { staffAction, body: confirmRequest, answer: registrationCase },
  'POST /registrations/:id/reject': { staffAction, body: rejectRequest, answer: registrationCase },
  /** The owner's number and name are in the register of businesses. */
  'POST /registrations/:id/owner_checked': { staffAction, body: reasonRequest, answer: registrationCase },
  /** Only for approved sender ids. */
  'POST /sender_ids/:id/registration': { staffAction, body: startRequest, answer: registrationCase },
} satisfies Calls;
