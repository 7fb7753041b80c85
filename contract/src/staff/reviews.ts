// Decisions of staff about identity requests and sender id requests. Below /v1/staff.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { id, instant, search } from '../common.ts';
import { CONTENT_CLASSES } from '../contentClass.ts';
import { ownerDetails } from '../ownerDetails.ts';
import { nameOwner } from '../owners.ts';
import { pageOf } from '../paging.ts';
import { otherwise } from '../rules/otherwise.ts';
import { senderRegistration } from '../senders.ts';
import { accountType, requestStatus } from '../verification.ts';
import { otherLegalNames, reasonRequest, staffPage, teamRef } from './accounts.ts';
import { evidence, evidenceRequest } from './evidence.ts';

/** GET /identity and GET /sender_ids: pending requests oldest first, others newest first. */
const reviewQuery = z.object({
  status: requestStatus.default('PENDING'),
  q: search,
  ...staffPage,
});

const requestRow = z.object({
  id,
  status: requestStatus,
  team: teamRef,
  /** The person who submitted it; empty if staff verified the team from the command line. */
  name: z.string(),
  email: z.string(),
  submitted_at: instant,
  /** When the customer was promised an answer. */
  due_at: instant,
  decided_at: instant.nullable(),
});

/**
 * A document of a request. `type` is the media type of its content, `label` the name that the customer gave
 * it. `evidence`: what staff have read off a document of a sender id.
 */
export const staffDocument = z.object({
  id,
  name: z.string(),
  label: z.string(),
  size: z.number().int(),
  type: z.string(),
  kept: z.boolean(),
  evidence: evidence.nullable(),
});
export type StaffDocument = z.infer<typeof staffDocument>;

const decided = {
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** The caller is a member of this team, and so may not decide. */
  own_team: z.boolean(),
};

const earlier = z.object({
  id,
  status: requestStatus,
  submitted_at: instant,
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});

/** GET /identity. `account_type` is null if the customer did not state it. */
const identityRow = requestRow.extend({ account_type: accountType.nullable() });
export type IdentityRow = z.infer<typeof identityRow>;
const identityPage = pageOf(identityRow);

/**
 * GET /identity/{id}: a request with its documents and the other requests of the team, newest first. GET
 * /identity/{id}/documents/{document} downloads a document, and the audit log records it.
 */
const identityCase = identityRow.extend({
  region: regionCode,
  documents: z.array(staffDocument),
  earlier: z.array(earlier),
  ...decided,
});
export type IdentityCase = z.infer<typeof identityCase>;

/** GET /sender_ids. */
const senderRow = requestRow.extend({
  sender_id: z.string(),
  class: z.enum(CONTENT_CLASSES),
  is_promotional: z.boolean(),
  project: z.object({ id, name: z.string() }),
});
export type SenderRow = z.infer<typeof senderRow>;
const senderPage = pageOf(senderRow);

/** GET /sender_ids/{id}. GET /sender_ids/{id}/documents/{document} downloads a document. */
const senderCase = senderRow.extend({
  region: regionCode,
  description: z.string(),
  /** A message as it will be sent, and the countries that it will be sent to; empty if none was given. */
  sample: z.string(),
  countries: z.array(z.string()),
  legal_name: z.string(),
  owner: nameOwner.nullable(),
  owner_details: ownerDetails.nullable(),
  other_legal_names: otherLegalNames,
  /** Other names that its team has given the sender id for texts; none before it is approved. */
  aliases: z.array(z.string()),
  /** The brand that the name is or resembles. `owned`: the owner in the request has its number. */
  brand: z.object({ name: z.string(), owned: z.boolean() }).nullable(),
  /** Sender ids of other teams that readers take for this one. */
  look_alikes: z.array(z.object({ team: teamRef, sender_id: z.string() })),
  documents: z.array(staffDocument),
  /** One for each register of each country. `id`: null if nobody has begun with it. */
  registrations: z.array(senderRegistration.extend({ id: id.nullable(), otherwise })),
  earlier: z.array(earlier.extend({ sender_id: z.string() })),
  ...decided,
});
export type SenderCase = z.infer<typeof senderCase>;

/**
 * POST /sender_ids/{id}/approve. `class` replaces the one that was asked for; a call without a body keeps
 * that.
 */
const approveRequest = z.object({ class: z.enum(CONTENT_CLASSES).optional() }).nullish();

export const reviewCalls = {
  'GET /identity': { staffAction: 'identity', query: reviewQuery, answer: identityPage },
  'GET /identity/:id': { staffAction: 'identity', answer: identityCase },
  'GET /identity/:id/documents/:document': { staffAction: 'identity' },
  /** Both decisions answer the case as it is then; 409/1013 if a colleague has decided it already. */
  'POST /identity/:id/approve': { staffAction: 'identity', answer: identityCase },
  'POST /identity/:id/reject': { staffAction: 'identity', body: reasonRequest, answer: identityCase },
  'GET /sender_ids': { staffAction: 'senders', query: reviewQuery, answer: senderPage },
  'GET /sender_ids/:id': { staffAction: 'senders', answer: senderCase },
  'GET /sender_ids/:id/documents/:document': { staffAction: 'senders' },
  'POST /sender_ids/:id/documents/:document/evidence': {
    staffAction: 'senders',
    body: evidenceRequest,
    answer: senderCase,
  },
  'POST /sender_ids/:id/approve': { staffAction: 'senders', body: approveRequest, answer: senderCase },
  'POST /sender_ids/:id/reject': { staffAction: 'senders', body: reasonRequest, answer: senderCase },
} satisfies Calls;
