// The rules of countries as sets that staff propose and accept. Below /v1/staff.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { instant } from '../common.ts';
import { pageOf } from '../paging.ts';
import { decisionReason, reasonRequest, staffPage, teamRef } from './accounts.ts';

/** The largest document, in bytes of its JSON. */
export const MAX_RULES_BYTES = 524_288;

/** PROPOSED: waits for a second person. CURRENT: in force. REPLACED: it was in force. */
const RULE_SET_STATES = ['PROPOSED', 'CURRENT', 'REPLACED', 'WITHDRAWN'] as const;

/** The document in answers, as RULES_FILE has it: rules by country. */
const rulesDocument = z.record(z.string(), z.json());
export type RulesDocument = z.output<typeof rulesDocument>;

/** See `RuleEffect` and `ChangedValue` of the rules. `field` is the name of the field in the document. */
const ruleDifference = z.object({
  effects: z.array(
    z.object({
      countries: z.array(z.string()),
      field: z.string(),
      rule: z.string(),
      is_list: z.boolean(),
      before: z.string(),
      after: z.string(),
      from: instant.nullable(),
      until: instant.nullable(),
    }),
  ),
  values: z.array(
    z.object({
      country: z.string(),
      field: z.string(),
      rule: z.string(),
      kind: z.enum(['ADDED', 'REMOVED']),
      value: z.string(),
      origin: z.string(),
    }),
  ),
  is_cut: z.boolean(),
});
export type RuleDifferenceAnswer = z.infer<typeof ruleDifference>;

/**
 * The sender that recipients of a message from a name see. NAME: the name, which needs no registration.
 * REGISTERED: the name, because it is registered. UNVERIFIED: that word. SUBSTITUTE: the sender that the team
 * chose instead. REFUSED: nothing is sent.
 */
export const SEEN_STATES = ['NAME', 'REGISTERED', 'UNVERIFIED', 'SUBSTITUTE', 'REFUSED'] as const;
export type SeenState = (typeof SEEN_STATES)[number];

/** `network`: null for numbers of no network that registers names. */
const seenChange = {
  country: z.string(),
  network: z.string().nullable(),
  before: z.enum(SEEN_STATES),
  after: z.enum(SEEN_STATES),
};

/** The names that are listed for each change of them, and the campaigns. */
export const MOST_EXAMPLES = 10;
export const MOST_CAMPAIGNS = 50;

/**
 * The dry run of a change of rules. `examined`: how many names, messages and campaigns were looked at;
 * `is_whole`: all were. A part is null if it took too long. `from`: when a change begins; null is now.
 */
const ruleEffects = z.object({
  names: z
    .object({
      examined: z.number().int(),
      total: z.number().int(),
      changed: z.number().int(),
      teams: z.number().int(),
      changes: z.array(
        z.object({
          ...seenChange,
          from: instant.nullable(),
          names: z.number().int(),
          teams: z.number().int(),
          examples: z.array(z.object({ team: teamRef, sender_id: z.string() })),
        }),
      ),
    })
    .nullable(),
  messages: z
    .object({
      examined: z.number().int(),
      is_whole: z.boolean(),
      changed: z.number().int(),
      teams: z.number().int(),
      changes: z.array(z.object({ ...seenChange, messages: z.number().int() })),
    })
    .nullable(),
  campaigns: z
    .object({
      examined: z.number().int(),
      is_whole: z.boolean(),
      changed: z.number().int(),
      list: z.array(
        z.object({
          team: teamRef,
          name: z.string(),
          sender_id: z.string(),
          at: instant,
          changes: z.array(
            z.object({
              country: z.string(),
              network: z.string().nullable(),
              rule: z.string(),
              before: z.string(),
              after: z.string(),
            }),
          ),
        }),
      ),
    })
    .nullable(),
});
export type RuleEffects = z.infer<typeof ruleEffects>;

/**
 * A rule set. `base`: the set that it changes. `is_stale`: another set is in force by now, so it cannot be
 * accepted. `may_accept`: the caller may, and is not its author. `puts_back_alone`: the caller may restore it
 * without a second person, because only the last change is undone.
 */
const ruleSet = z.object({
  number: z.number().int(),
  state: z.enum(RULE_SET_STATES),
  base: z.number().int().nullable(),
  difference: ruleDifference,
  reason: z.string(),
  author: z.string(),
  at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  is_stale: z.boolean(),
  may_accept: z.boolean(),
  puts_back_alone: z.boolean(),
});
export type RuleSet = z.infer<typeof ruleSet>;

/** A value in force. `source`: see RULE_SOURCES. `waits`: no counsel has looked at it. */
const valueInForce = z.object({
  country: z.string(),
  field: z.string(),
  rule: z.string(),
  value: z.string(),
  source: z.enum(['SHIPPED', 'STAFF', 'FILE']),
  origin: z.string(),
  unverified: z.boolean(),
  waits: z.boolean(),
});
export type RuleInForce = z.infer<typeof valueInForce>;

/**
 * GET /rules. `document`: that of the current set, empty without one. `today`: the values in force from all
 * sources, by country. `file`: the countries of RULES_FILE,
 * whose values win; null if it is not set. `processes`: how many run, and how many use the current set.
 */
const rulesAnswer = z.object({
  current: ruleSet.nullable(),
  document: rulesDocument,
  today: rulesDocument,
  proposals: z.array(ruleSet),
  file: z.object({ countries: z.array(z.string()) }).nullable(),
  in_force: z.array(valueInForce),
  processes: z.object({
    running: z.number().int(),
    current: z.number().int(),
    troubles: z.array(z.object({ host: z.string(), words: z.string() })),
  }),
});
export type RulesAnswer = z.infer<typeof rulesAnswer>;

/**
 * Rules that replace those of the current set. `rules`: the text of a file, which the server checks with the
 * reader of RULES_FILE. `scope`: ALL replaces the whole document; COUNTRIES replaces the countries that
 * `rules` has, and removes one that is an empty object there.
 */
const change = {
  base: z.number().int().nullable(),
  scope: z.enum(['ALL', 'COUNTRIES']),
  rules: z.string().max(MAX_RULES_BYTES, 'The rules are larger than 512 KiB'),
};
const changeRequest = z.object(change);
export type RulesChange = z.infer<typeof changeRequest>;

/** A change: its difference in words, and its dry run with the names and messages of this moment. */
const checkAnswer = z.object({ difference: ruleDifference, affected: ruleEffects });
export type RulesCheck = z.infer<typeof checkAnswer>;

/** A number of a set in a path. */
const ofSet = { number: z.string().regex(/^\d{1,9}$/, 'A rule set is a number') };

/**
 * POST /rules/check stores nothing. 1002 if the document is wrong, with the path of each fault; 409/1013 if
 * `base` is not the current set (null: there is none).
 */
export const ruleCalls = {
  'GET /rules': { staffAction: 'senders', answer: rulesAnswer },
  'GET /rules/sets': { staffAction: 'senders', query: z.object(staffPage), answer: pageOf(ruleSet) },
  'GET /rules/sets/:number': {
    staffAction: 'senders',
    params: ofSet,
    answer: ruleSet.extend({ document: rulesDocument }),
  },
  'GET /rules/sets/:number/check': { staffAction: 'senders', params: ofSet, answer: checkAnswer },
  'POST /rules/check': { staffAction: 'rules', body: changeRequest, answer: checkAnswer },
  'POST /rules/proposals': {
    staffAction: 'rules',
    body: changeRequest.extend({ reason: decisionReason }),
    answer: rulesAnswer,
  },
  'POST /rules/sets/:number/accept': {
    staffAction: 'rules',
    params: ofSet,
    body: reasonRequest,
    answer: rulesAnswer,
  },
  'POST /rules/sets/:number/withdraw': {
    staffAction: 'rules',
    params: ofSet,
    body: reasonRequest,
    answer: rulesAnswer,
  },
  'POST /rules/sets/:number/put_back': {
    staffAction: 'rules',
    params: ofSet,
    body: reasonRequest,
    answer: rulesAnswer,
  },
} satisfies Calls;
