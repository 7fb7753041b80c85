// Identity verification: requests with documents, and their decisions.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { id, instant } from './common.ts';
import { type Documents, documentAnswer, documentList } from './files.ts';
import { DOCUMENT_REQUIRED } from './sentences/settings.ts';

/** WITHDRAWN: the request was approved, and staff revoked the approval later. */
export const REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export const requestStatus = z.enum(REQUEST_STATUSES);
export type RequestStatus = z.infer<typeof requestStatus>;

export const ACCOUNT_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export const accountType = z.enum(ACCOUNT_TYPES, { error: 'account_type must be INDIVIDUAL or BUSINESS' });
export type AccountType = z.infer<typeof accountType>;

/**
 * POST /verification_requests: the documents with the account type. A bare list of documents is accepted too.
 */
const verificationRequest = z.preprocess(
  (body) => (Array.isArray(body) ? { account_type: null, documents: body } : body),
  z.object({
    account_type: accountType.nullable(),
    documents: documentList.min(1, DOCUMENT_REQUIRED),
  }),
);
export type VerificationForm = { account_type: AccountType; documents: Documents };

/** A request as its team sees it. `account_type` is null if the team did not state it. */
const verificationAnswer = z.object({
  id,
  status: requestStatus,
  account_type: accountType.nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
  attachments: z.array(documentAnswer),
});
export type VerificationRequest = z.infer<typeof verificationAnswer>;

const verificationsAnswer = z.array(verificationAnswer);

export const verificationCalls = {
  'GET /verification_requests': { answer: verificationsAnswer },
  'POST /verification_requests': {
    action: 'verification',
    body: verificationRequest,
    answer: verificationAnswer,
  },
} satisfies Calls;
