// Calls about requests that staff decide: identities, sender IDs and bank transfers.
import type { ContentClass } from '@godwit/contract/contentClass';
import { PAYMENT_STATUSES, type PaymentStatus } from '@godwit/contract/payments/payments';
import type { evidenceRequest } from '@godwit/contract/staff/evidence';
import type { StaffDocument } from '@godwit/contract/staff/reviews';
import { REQUEST_STATUSES, type RequestStatus } from '@godwit/contract/verification';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { readQuery, request, respond } from './client.ts';

export type ReviewKind = 'identity' | 'sender_ids' | 'slips';
export type ReviewStatus = RequestStatus | PaymentStatus;
export type ReviewFilter<Status extends ReviewStatus> = { status: Status; q: string; page: number };

const PAGE_SIZE = 25;

const pageOf = <Status extends ReviewStatus>({ status, q, page }: ReviewFilter<Status>) => ({
  query: { status, q: q || undefined, page_num: page - 1, page_size: PAGE_SIZE },
});

/** Queues reload, because colleagues work on them too. */
const SHARED = { placeholderData: keepPreviousData, refetchInterval: 15_000 } as const;

/** The queues: their statuses, and a page of requests with one status. */
export const identityQueue = {
  statuses: REQUEST_STATUSES,
  query: (filter: ReviewFilter<RequestStatus>) => ({
    ...readQuery(['staff', 'identity', 'queue', filter], 'GET /identity', pageOf(filter)),
    ...SHARED,
  }),
};
export const senderQueue = {
  statuses: REQUEST_STATUSES,
  query: (filter: ReviewFilter<RequestStatus>) => ({
    ...readQuery(['staff', 'sender_ids', 'queue', filter], 'GET /sender_ids', pageOf(filter)),
    ...SHARED,
  }),
};
export const slipQueue = {
  statuses: PAYMENT_STATUSES,
  query: (filter: ReviewFilter<PaymentStatus>) => ({
    ...readQuery(['staff', 'slips', 'queue', filter], 'GET /slips', pageOf(filter)),
    ...SHARED,
  }),
};

export const identityQuery = (id: string) =>
  readQuery(['staff', 'identity', 'case', id], 'GET /identity/:id', { params: { id } });
export const senderQuery = (id: string) =>
  readQuery(['staff', 'sender_ids', 'case', id], 'GET /sender_ids/:id', { params: { id } });
export const slipQuery = (id: string) =>
  readQuery(['staff', 'slips', 'case', id], 'GET /slips/:id', { params: { id } });

export const rejectIdentity = (id: string, reason: string) =>
  request('POST /identity/:id/reject', { params: { id }, json: { reason } });
export const rejectSender = (id: string, reason: string) =>
  request('POST /sender_ids/:id/reject', { params: { id }, json: { reason } });
export const rejectSlip = (id: string, reason: string) =>
  request('POST /slips/:id/reject', { params: { id }, json: { reason } });

/** Notes what a document of a sender ID is, and when it was issued and ends. */
export const noteEvidence = (id: string, document: string, json: z.input<typeof evidenceRequest>) =>
  request('POST /sender_ids/:id/documents/:document/evidence', { params: { id, document }, json });

export const approveIdentity = (id: string) => request('POST /identity/:id/approve', { params: { id } });

export const approveSender = (id: string, contentClass: ContentClass) =>
  request('POST /sender_ids/:id/approve', { params: { id }, json: { class: contentClass } });

export type SlipReading = { total: string; reference: string; differs: boolean };

/**
 * Submits the reading of a slip. Amounts above the limit of one person need the same reading by a second one.
 */
export const confirmSlip = (id: string, json: SlipReading) =>
  request('POST /slips/:id/confirm', { params: { id }, json });

/** Opens a document. The audit log records each opening. */
export async function openDocument(kind: ReviewKind, id: string, document: StaffDocument): Promise<Blob> {
  const answer = await respond(`GET /${kind}/:id/documents/:document`, {
    params: { id, document: document.id },
  });
  // Sets the type that the server detected from the content.
  return new Blob([await answer.arrayBuffer()], { type: document.type });
}
