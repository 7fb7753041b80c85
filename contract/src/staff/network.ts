// The network of carrier links and routes as versions that staff propose and approve. Below /v1/staff.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { givenId, instant } from '../common.ts';
import { classOfRoute, ROUTE_CLASSES } from '../contentClass.ts';
import { pageOf } from '../paging.ts';
import { decisionReason, reasonRequest, staffPage } from './accounts.ts';

/** The largest document, in bytes of its JSON. */
export const MAX_NETWORK_BYTES = 262_144;

/** PROPOSED: waits for a second person. REPLACED: it was current. */
const NETWORK_STATES = ['PROPOSED', 'CURRENT', 'REPLACED', 'WITHDRAWN'] as const;

const fields = z.record(z.string(), z.json());

/**
 * The document: as CARRIERS_FILE, with `profiles` by name. In answers its links have no `password` and no
 * `secrets`. In requests, a link without them keeps those that it has.
 */
export const networkDocument = z.strictObject({
  links: z.array(fields).max(200, 'at most 200 links'),
  routes: z.array(fields).default([]),
  profiles: z.record(z.string(), fields).default({}),
});
export type NetworkDocument = z.output<typeof networkDocument>;

/** The most differences that are listed; the document of a version has them all. */
export const MOST_CHANGES = 200;

/**
 * A difference to the version before. `part`: what changed, such as a link; `name`: its id. `before` and
 * `after` are a field as JSON, shortened; null if it was not there. For a secret they are `•••` or null. If a
 * part is added, `after` lists its fields.
 */
const networkChange = z.object({
  part: z.enum(['LINK', 'RULE', 'PROFILE']),
  name: z.string(),
  kind: z.enum(['ADDED', 'REMOVED', 'CHANGED', 'SECRET', 'MOVED']),
  field: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type NetworkChange = z.infer<typeof networkChange>;

/**
 * A version. `base`: the version that it changes. `is_stale`: another version is current by now, so it cannot
 * be approved. `may_approve`: the caller is not its author, and it can be approved. `puts_back_alone`: the
 * caller may put it back without a second person, because only the last change is undone.
 */
const networkVersion = z.object({
  number: z.number().int(),
  state: z.enum(NETWORK_STATES),
  base: z.number().int().nullable(),
  changes: z.array(networkChange),
  reason: z.string(),
  author: z.string(),
  at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_reason: z.string().nullable(),
  is_stale: z.boolean(),
  may_approve: z.boolean(),
  puts_back_alone: z.boolean(),
});
export type NetworkVersion = z.infer<typeof networkVersion>;

const versionPage = pageOf(networkVersion);

/** A secret of a link that is set. Its value never leaves the server. */
const setSecret = z.object({ link: z.string(), name: z.string(), set_at: instant.nullable() });

/**
 * GET /network. `source`: FILE if CARRIERS_FILE has the network, which then cannot be changed here; NONE if
 * there is no network. `profiles`: the shipped ones. `processes`: how many run, and how many use the current
 * version; `troubles`: why some cannot.
 */
const networkAnswer = z.object({
  source: z.enum(['FILE', 'VERSIONS', 'NONE']),
  current: networkVersion.nullable(),
  document: networkDocument,
  secrets: z.array(setSecret),
  proposals: z.array(networkVersion),
  profiles: z.array(z.object({ name: z.string(), title: z.string(), secrets: z.array(z.string()) })),
  processes: z.object({
    running: z.number().int(),
    current: z.number().int(),
    troubles: z.array(z.object({ host: z.string(), words: z.string() })),
  }),
});
export type NetworkAnswer = z.infer<typeof networkAnswer>;

/**
 * POST /network/proposals: the whole document with a change. 409/1013 if `base` is not the current version
 * (null: there is none).
 */
const proposeRequest = z.object({
  base: z.number().int().nullable(),
  document: networkDocument,
  reason: decisionReason,
});

/** A number of a version in a path. */
const ofVersion = {
  number: z.string().regex(/^\d{1,9}$/, 'A version is a number'),
};

/**
 * GET /network/choice: the links that would carry a message, and why. `version`: that of a proposal, instead
 * of the current one.
 */
const choiceQuery = z.object({
  to: z.string().min(1, 'Give a phone number').max(40),
  sender: z.string().max(32).default(''),
  class: z.enum(ROUTE_CLASSES).default('transactional').transform(classOfRoute),
  team_id: givenId.optional(),
  version: ofVersion.number.optional(),
});

/**
 * `rule`: the rule that fits; `prefix`: the prefix of the links' own routes, if no rule fits. Both are null
 * if no link takes the message. Links are in the order in which they are tried.
 */
const choiceAnswer = z.object({
  to: z.string(),
  country: z.string().nullable(),
  rule: z.string().nullable(),
  prefix: z.string().nullable(),
  links: z.array(z.object({ link: z.string(), tier: z.number().int(), weight: z.number().int() })),
});
export type NetworkChoice = z.infer<typeof choiceAnswer>;

/**
 * POST /network/links/{link}/test: connects and signs in over a link of a version, and sends nothing.
 * `version`: null for the network in use.
 */
const testRequest = z.object({ version: z.number().int().nullable() });
const testAnswer = z.object({ ok: z.boolean(), words: z.string() });

const ofLink = { link: z.string().min(1).max(32) };
const versionAnswer = networkVersion.extend({ document: networkDocument });

/**
 * POST /network/versions/{number}/put_back makes a new version with the document and the secrets of an old
 * one. It is current at once if it undoes the last change, because two people approved it before; otherwise
 * it is a proposal.
 */
export const networkCalls = {
  'GET /network': { staffAction: 'carriers', answer: networkAnswer },
  'GET /network/choice': { staffAction: 'carriers', query: choiceQuery, answer: choiceAnswer },
  'GET /network/versions': { staffAction: 'carriers', query: z.object(staffPage), answer: versionPage },
  'GET /network/versions/:number': { staffAction: 'carriers', params: ofVersion, answer: versionAnswer },
  'POST /network/proposals': { staffAction: 'carriers', body: proposeRequest, answer: networkAnswer },
  'POST /network/versions/:number/approve': {
    staffAction: 'carriers',
    params: ofVersion,
    answer: networkAnswer,
  },
  'POST /network/versions/:number/withdraw': {
    staffAction: 'carriers',
    params: ofVersion,
    body: reasonRequest,
    answer: networkAnswer,
  },
  'POST /network/versions/:number/put_back': {
    staffAction: 'carriers',
    params: ofVersion,
    body: reasonRequest,
    answer: networkAnswer,
  },
  'POST /network/links/:link/test': {
    staffAction: 'carriers',
    params: ofLink,
    body: testRequest,
    answer: testAnswer,
  },
} satisfies Calls;
