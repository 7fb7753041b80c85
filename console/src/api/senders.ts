// Calls about asking for sender ids.
import type { SenderIdForm, SenderIdRequest } from '@godwit/contract/senders';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const pathOf = (projectId: string) => `/projects/${encodeURIComponent(projectId)}/sender_id_requests`;

/** A project's requests, the newest first. */
export const senderRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['senderRequests', projectId],
    queryFn: ({ signal }) => request<SenderIdRequest[]>({ path: pathOf(projectId), signal }),
  });

export const requestSender = (projectId: string, json: SenderIdForm): Promise<SenderIdRequest> =>
  request({ method: 'POST', path: pathOf(projectId), json });
