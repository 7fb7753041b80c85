// What staff decide about requests, under /v1/staff: identity requests and sender id requests.
import { z } from 'zod';
import { regionCode } from './accounts.ts';
import { id, instant } from './common.ts';
import { pageOf, reason, staffPage, staffSearch, teamRef } from './staff.ts';

/** A request's way; WITHDRAWN: it was approved, and the approval taken back later. */
export const REVIEW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** GET /identity and GET /sender_ids: pending ones oldest first, decided ones newest first. */
export const reviewQuery = z.object({
  status: z.enum(REVIEW_STATUSES).default('PENDING'),
  q: staffSearch,
  ...staffPage,
});

const requestRow = z.object({
  id,
  status: z.enum(REVIEW_STATUSES),
  team: teamRef,
  /** Who asked. */
  name: z.string(),
  email: z.string(),
  submitted_at: instant,
  /** When customers were told to expect an answer by. */
  due_at: instant,
  decided_at: instant.nullable(),
});

/** A document of a request. `type` is its media type, by content; `label` what the customer called it. */
export const staffDocument = z.object({
  id,
  name: z.string(),
  label: z.string(),
  size: z.number().int(),
  type: z.string(),
});
export type StaffDocument = z.infer<typeof staffDocument>;

const decided = {
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** The one who looks is a member of this team, and so may not decide. */
  own_team: z.boolean(),
};

const earlier = z.object({
  id,
  status: z.enum(REVIEW_STATUSES),
  submitted_at: instant,
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
});

const accountType = z.string();

/** GET /identity. */
export const identityRow = requestRow.extend({ account_type: accountType });
export type IdentityRow = z.infer<typeof identityRow>;
export const identityPage = pageOf(identityRow);

/**
 * GET /identity/{id}: one request with its documents and the team's other requests, newest first. A document is opened by
 * GET /identity/{id}/documents/{document}: an attachment, and each opening is in the audit log.
 */
export const identityCase = identityRow.extend({
  region: regionCode,
  documents: z.array(staffDocument),
  earlier: z.array(earlier),
  ...decided,
});
export type IdentityCase = z.infer<typeof identityCase>;

/** POST /identity/{id}/approve {} and /reject {reason} answer the case as it is then; 409/1013 where a colleague was faster. */
export const rejectRequest = z.object({ reason });

/** What carriers of a country know of a sender id. */
export const REGISTRATION_STATES = ['REGISTERED', 'PENDING', 'NOT_REGISTERED'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

const registration = z.object({ country: z.string().length(2), state: z.enum(REGISTRATION_STATES) });

/** GET /sender_ids. */
export const senderRow = requestRow.extend({
  sender_id: z.string(),
  is_promotional: z.boolean(),
  project: z.object({ id, name: z.string() }),
});
export type SenderRow = z.infer<typeof senderRow>;
export const senderPage = pageOf(senderRow);

/** GET /sender_ids/{id}; documents are opened by GET /sender_ids/{id}/documents/{document}. */
export const senderCase = senderRow.extend({
  region: regionCode,
  description: z.string(),
  legal_name: z.string(),
  documents: z.array(staffDocument),
  registrations: z.array(registration),
  earlier: z.array(earlier.extend({ sender_id: z.string() })),
  ...decided,
});
export type SenderCase = z.infer<typeof senderCase>;

/** POST /sender_ids/{id}/registration: the state in one country; answers the case. */
export const registrationRequest = registration;
