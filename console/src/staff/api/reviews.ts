// Requests that staff decide: identities, sender ids and bank transfers, alike but for what they show.
import type { PaymentStatus } from '@godwit/contract/payments';
import type { SenderRegistration } from '@godwit/contract/senders';
import type { Slip, SlipCase } from '@godwit/contract/staffPayments';
import type {
  IdentityCase,
  IdentityRow,
  SenderCase,
  SenderRow,
  StaffDocument,
} from '@godwit/contract/staffReviews';
import type { RequestStatus } from '@godwit/contract/verification';
import { keepPreviousData } from '@tanstack/react-query';
import { post, readQuery, respond } from './client.ts';

export type ReviewKind = 'identity' | 'sender_ids' | 'slips';
export type ReviewStatus = RequestStatus | PaymentStatus;
export type ReviewFilter = { status: ReviewStatus; q: string; page: number };
type Page<Row> = { results: Row[]; total: number; total_pages: number };
type Rows = { identity: IdentityRow; sender_ids: SenderRow; slips: Slip };
/** A request as its queue shows it. */
export type QueueRow<Kind extends ReviewKind> = Rows[Kind];
type Cases = { identity: IdentityCase; sender_ids: SenderCase; slips: SlipCase };

const PAGE_SIZE = 25;

/** A page of a queue, read again from time to time: colleagues work on it too. */
export const queueQuery = <Kind extends ReviewKind>(kind: Kind, { status, q, page }: ReviewFilter) => ({
  ...readQuery<Page<Rows[Kind]>>(['staff', kind, 'queue', status, q, page], `/${kind}`, {
    status,
    q: q || undefined,
    page_num: page - 1,
    page_size: PAGE_SIZE,
  }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});

export const caseQuery = <Kind extends ReviewKind>(kind: Kind, id: string) =>
  readQuery<Cases[Kind]>(['staff', kind, 'case', id], `/${kind}/${id}`);

export const rejectRequest = <Kind extends ReviewKind>(kind: Kind, id: string, reason: string) =>
  post<Cases[Kind]>(`/${kind}/${id}/reject`, { reason });

export const approveIdentity = (id: string) => post<IdentityCase>(`/identity/${id}/approve`);

export const approveSender = (id: string, registrations: SenderRegistration[]) =>
  post<SenderCase>(`/sender_ids/${id}/approve`, { registrations });

export const registerSender = (id: string, registration: SenderRegistration) =>
  post<SenderCase>(`/sender_ids/${id}/registration`, registration);

export type SlipReading = { amount: string; reference: string };

/** What has been read on a slip; above what one person may credit alone it waits until a second one sends the same. */
export const confirmSlip = (id: string, reading: SlipReading) =>
  post<SlipCase>(`/slips/${id}/confirm`, reading);

/** A document itself; each opening is in the audit log. */
export async function openDocument(kind: ReviewKind, id: string, document: StaffDocument): Promise<Blob> {
  const answer = await respond({ path: `/${kind}/${id}/documents/${document.id}` });
  // What the browser takes it for is what its content was found to be.
  return new Blob([await answer.arrayBuffer()], { type: document.type });
}
