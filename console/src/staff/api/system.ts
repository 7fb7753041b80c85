// Calls about the service's status, carrier links, message traces and the audit log.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

type AuditFilter = { q: string; action: string | null };

/** All links. Reloads while they are on screen, because processes report every second. */
export const carriersQuery = {
  ...readQuery(['staff', 'carriers'], 'GET /carriers'),
  refetchInterval: 5_000,
};

/** A link with its curves. Reloads as often as processes add to them. */
export const carrierQuery = (id: string) => ({
  ...readQuery(['staff', 'carriers', id], 'GET /carriers/:id', { params: { id } }),
  refetchInterval: 5_000,
});

/** The metrics of the service. Reloads as often as they are measured. */
export const statusQuery = {
  ...readQuery(['staff', 'status'], 'GET /status'),
  refetchInterval: 15_000,
};

export const changeLink = (id: string, act: 'pause' | 'resume', reason: string) =>
  request(`POST /carriers/:id/${act}`, { params: { id }, json: { reason } });

/** Never reloads by itself, because the audit log records each call. */
export const traceQuery = (id: string) => ({
  ...readQuery(['staff', 'trace', id], 'GET /messages/:id/trace', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The newest messages of a phone number. Never reloads by itself, for the same reason. */
export const numberQuery = (number: string) => ({
  ...readQuery(['staff', 'trace', 'number', number], 'GET /messages', { query: { number } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The audit log, newest first, in pages. */
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
