// Calls about the status of the service, carrier links, traces of messages and the audit log.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

type AuditFilter = { q: string; action: string | null };

/** Every link, read again while it is looked at: processes report each second. */
export const carriersQuery = {
  ...readQuery(['staff', 'carriers'], 'GET /carriers'),
  refetchInterval: 5_000,
};

/** The figures of the whole service, as often as they are taken. */
export const statusQuery = {
  ...readQuery(['staff', 'status'], 'GET /status'),
  refetchInterval: 15_000,
};

export const changeLink = (id: string, act: 'pause' | 'resume', reason: string) =>
  request(`POST /carriers/:id/${act}`, { params: { id }, json: { reason } });

/** Each reading is in the audit log: never again by itself. */
export const traceQuery = (id: string) => ({
  ...readQuery(['staff', 'trace', id], 'GET /messages/:id/trace', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The log from the newest entry on, page after page. */
export const auditLogQuery = ({ q, action }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'audit', q, action],
    queryFn: ({ signal, pageParam }) =>
      request('GET /audit', {
        query: { q: q || undefined, action: action ?? undefined, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
