// Requests that staff decide: identities and sender ids, alike but for what they show.
import type { SenderRegistration } from '@godwit/contract/senders';
import type {
  IdentityCase,
  IdentityRow,
  SenderCase,
  SenderRow,
  StaffDocument,
} from '@godwit/contract/staffReviews';
import type { RequestStatus } from '@godwit/contract/verification';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, respond } from './client.ts';

export type ReviewKind = 'identity' | 'sender_ids';
export type ReviewFilter = { status: RequestStatus; q: string; page: number };
type Page<Row> = { results: Row[]; total: number; total_pages: number };
type Rows = { identity: IdentityRow; sender_ids: SenderRow };
/** A request as its queue shows it. */
export type QueueRow<Kind extends ReviewKind> = Rows[Kind];
type Cases = { identity: IdentityCase; sender_ids: SenderCase };

const PAGE_SIZE = 25;

/** A page of a queue, read again from time to time: colleagues work on it too. */
export const queueQuery = <Kind extends ReviewKind>(kind: Kind, { status, q, page }: ReviewFilter) =>
  queryOptions({
    queryKey: ['staff', kind, 'queue', status, q, page],
    queryFn: ({ signal }) =>
      request<Page<Rows[Kind]>>({
        path: `/${kind}`,
        query: { status, q: q || undefined, page_num: page - 1, page_size: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const caseQuery = <Kind extends ReviewKind>(kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['staff', kind, 'case', id],
    queryFn: ({ signal }) => request<Cases[Kind]>({ path: `/${kind}/${id}`, signal }),
  });

export const rejectRequest = <Kind extends ReviewKind>(
  kind: Kind,
  id: string,
  reason: string,
): Promise<Cases[Kind]> => request({ method: 'POST', path: `/${kind}/${id}/reject`, json: { reason } });

export const approveIdentity = (id: string): Promise<IdentityCase> =>
  request({ method: 'POST', path: `/identity/${id}/approve`, json: {} });

export const approveSender = (id: string, registrations: SenderRegistration[]): Promise<SenderCase> =>
  request({ method: 'POST', path: `/sender_ids/${id}/approve`, json: { registrations } });

export const registerSender = (id: string, registration: SenderRegistration): Promise<SenderCase> =>
  request({ method: 'POST', path: `/sender_ids/${id}/registration`, json: registration });

/** A document itself; each opening is in the audit log. */
export async function openDocument(kind: ReviewKind, id: string, document: StaffDocument): Promise<Blob> {
  const answer = await respond({ path: `/${kind}/${id}/documents/${document.id}` });
  // What the browser takes it for is what its content was found to be.
  return new Blob([await answer.arrayBuffer()], { type: document.type });
}
