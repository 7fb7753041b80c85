// Cases of messages that somebody reported as fraud. Below /v1/staff.
import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { givenId, id, instant, line, search } from '../common.ts';
import { nameOwner } from '../owners.ts';
import { pageOf } from '../paging.ts';
import { decisionReason, staffPage, teamRef } from './accounts.ts';
import { messageTrace } from './operations.ts';
import { numberMessage } from './teams.ts';

/** The shortest text that messages are searched for, in characters. */
const SHORTEST_TEXT = 12;

/**
 * GET /cases/messages: the newest 20 messages of a number within half an hour of `at`, or in the last 60
 * days; or those with this text within half an hour of `at`, or in the last 24 hours. With both it is those
 * of the number with the text. The audit log records each search.
 */
export const casesMessagesQuery = z
  .object({
    number: z.string().trim().max(64).optional(),
    text: z
      .string()
      .trim()
      .min(SHORTEST_TEXT, `Give at least ${SHORTEST_TEXT} characters of the text`)
      .max(1_600, 'The text is too long: at most 1600 characters')
      .optional(),
    at: z.iso.datetime({ offset: true, error: 'at must be a time such as 2026-11-28T09:30:00Z' }).optional(),
  })
  .refine(({ number, text }) => number || text, { error: 'Give a number or a text', path: ['number'] });

const caseRow = z.object({
  id,
  message_id: id,
  team: teamRef,
  sender_id: z.string(),
  report: z.string(),
  opened_at: instant,
  opened_by: z.string(),
});
export type ScamCaseRow = z.infer<typeof caseRow>;
const casePage = pageOf(caseRow);

/** The acts of a case. NOTIFIED: `subject` was notified of it. */
export const CASE_EVENTS = [
  'NAME_BLOCKED',
  'NAME_ALLOWED',
  'TEAM_PAUSED',
  'TEAM_RESUMED',
  'DOMAIN_BLOCKED',
  'DOMAIN_ALLOWED',
  'NOTIFIED',
] as const;
const caseEvent = z.object({
  at: instant,
  by: z.string(),
  kind: z.enum(CASE_EVENTS),
  subject: z.string(),
  note: z.string(),
});
export type ScamCaseEvent = z.infer<typeof caseEvent>;

/**
 * The facts at the time when the case was opened. `hosts`: of the links in the text. `request_id`: the
 * approved request for the sender id, with its documents. `keys`: all that could send for the project in this
 * mode; `name` is null for the key of the project itself, and `addresses` used the key in the hour of the
 * message. `sign_ins`: sessions of the team's people around that time that still existed.
 */
export const caseFacts = z.object({
  ...messageTrace.pick({ message: true, project: true, refs: true, steps: true }).shape,
  hosts: z.array(z.string()),
  request_id: id.nullable(),
  owner: nameOwner.extend({ checked_by: z.string().nullable() }).nullable(),
  keys: z.array(
    z.object({
      name: z.string().nullable(),
      ending: z.string().nullable(),
      created_at: instant,
      last_used_at: instant.nullable(),
      revoked_at: instant.nullable(),
      addresses: z.array(z.string()).default([]),
    }),
  ),
  sign_ins: z.array(
    z.object({ user_id: id, ip: z.string(), device: z.string(), from: instant, until: instant }),
  ),
});
export type KnownFacts = z.infer<typeof caseFacts>;

/** `blocked`: what is blocked now, of the message's name, its team, and the domains of the case. */
const scamCase = caseRow.extend({
  facts: caseFacts,
  blocked: z.object({ name: z.boolean(), team: z.boolean(), domains: z.array(z.string()) }),
  own_team: z.boolean(),
  events: z.array(caseEvent),
});
export type ScamCase = z.infer<typeof scamCase>;

const REPORT_REQUIRED = 'Say who reported it, and how';
/** POST /cases: opens the case of a message, or answers the one that there is. */
export const openCaseRequest = z.object({
  message_id: givenId,
  report: z
    .string({ error: REPORT_REQUIRED })
    .trim()
    .min(3, REPORT_REQUIRED)
    .max(500, 'The report is too long: at most 500 characters'),
});

export const CASE_TARGETS = ['NAME', 'TEAM', 'DOMAIN'] as const;
const domain = z.string().trim().max(253).optional();
/**
 * POST /cases/{id}/block: within a second no process sends from it. POST /cases/{id}/allow ends that.
 * `domain`: if `what` is DOMAIN.
 */
export const blockRequest = z.object({ what: z.enum(CASE_TARGETS), domain, reason: decisionReason });

const NOTIFIED_REQUIRED = 'Say who was notified';
/** POST /cases/{id}/notified */
export const notifiedRequest = z.object({
  who: line(200, {
    required: NOTIFIED_REQUIRED,
    tooLong: 'The name is too long: at most 200 characters',
    controls: NOTIFIED_REQUIRED,
  }),
  note: decisionReason,
});

/** GET /cases/quarters: the last eight quarters of UTC with a case, newest first. */
const caseQuarter = z.object({
  /** Such as 2026-Q4. */
  quarter: z.string(),
  cases: z.number().int(),
  names_blocked: z.number().int(),
  teams_paused: z.number().int(),
  domains_blocked: z.number().int(),
  notified: z.number().int(),
});
export type CaseQuarter = z.infer<typeof caseQuarter>;

export const caseCalls = {
  'GET /cases': { staffAction: 'cases', query: z.object({ q: search, ...staffPage }), answer: casePage },
  'GET /cases/messages': { staffAction: 'cases', query: casesMessagesQuery, answer: z.array(numberMessage) },
  'GET /cases/quarters': { staffAction: 'cases', answer: z.array(caseQuarter) },
  'POST /cases': { staffAction: 'cases', body: openCaseRequest, answer: scamCase },
  'GET /cases/:id': { staffAction: 'cases', answer: scamCase },
  'GET /cases/:id/export': { staffAction: 'cases' },
  'POST /cases/:id/block': { staffAction: 'cases', body: blockRequest, answer: scamCase },
  'POST /cases/:id/allow': { staffAction: 'cases', body: blockRequest, answer: scamCase },
  'POST /cases/:id/notified': { staffAction: 'cases', body: notifiedRequest, answer: scamCase },
} satisfies Calls;
