// Calls about messages and what they cost.
import type { Direction, FailureCode, Mode, ShownStatus } from '@godwit/contract/messages/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { openFile, readQuery, request } from './client.ts';

/** The parameters of GET /messages; pages count from zero here as on the wire. */
export type LogFilter = Partial<Days> & {
  project_id: string;
  mode: Mode;
  status?: ShownStatus | undefined;
  direction?: Direction | undefined;
  failure?: FailureCode | undefined;
  q?: string | undefined;
  page_num: number;
  page_size: number;
};

const NEWEST_FIRST = { sort_order: 'DESC' } as const;

/** A page of the log; the page before it stays as placeholder while the next one loads. */
export const messagesQuery = (filter: LogFilter) => ({
  ...readQuery(['messages', filter], 'GET /messages', { query: { ...filter, ...NEWEST_FIRST } }),
  placeholderData: keepPreviousData,
});

/** True if a project has any message of a mode. Once true, it is not fetched again. */
export const hasMessagesQuery = (projectId: string, mode: Mode) =>
  queryOptions({
    queryKey: ['hasMessages', projectId, mode],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, mode, page_num: 0, page_size: 1 };
      return (await request('GET /messages', { query, signal })).total > 0;
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  });

export const messageQuery = (id: string, projectId: string) =>
  readQuery(['message', id, projectId], 'GET /messages/:id', {
    params: { id },
    query: { project_id: projectId },
  });

/** Reloads whenever it is opened, because it changes while the message is in flight. */
export const explanationQuery = (id: string, projectId: string) =>
  readQuery(['message', id, projectId, 'explanation'], 'GET /messages/:id/explanation', {
    params: { id },
    query: { project_id: projectId },
  });

/** One message to one recipient; `send_at` null is now. */
export type SendForm = {
  project_id: string;
  mode: Mode;
  to: string;
  from: string;
  body: string;
  send_at: string | null;
};

/**
 * Hands a message over for sending. Refusals are ApiErrors with the public API's codes.
 * Calls with the same key and content send one message, however often they are repeated within a day.
 */
export const sendMessage = (form: SendForm, idempotencyKey: string) =>
  request('POST /messages', { form, idempotencyKey });

/** Cancels a message. Conflicts once the message is in flight. */
export const cancelMessage = (id: string, projectId: string) =>
  request('POST /messages/:id/cancel', { params: { id }, form: { project_id: projectId } });

/** Its statuses are posted to its URL again; a conflict while there is none. */
export const replayCallbacks = (id: string, projectId: string) =>
  request('POST /messages/:id/callback_replay', { params: { id }, form: { project_id: projectId } });

export type ReportFormat = 'pdf' | 'csv';

/** The log as a file. */
export function openReport(
  format: ReportFormat,
  filter: LogFilter & { with_text?: true | undefined },
  signal: AbortSignal,
) {
  const { page_num, page_size, ...query } = filter;
  return openFile(`GET /messages/report.${format}`, { query: { ...query, ...NEWEST_FIRST }, signal });
}

/** The team's price list: per segment and destination, in the team's currency. */
export const pricesQuery = readQuery(['prices'], 'GET /prices');

/**
 * The destinations for which the team's messages are held until staff have looked at them; read again from
 * time to time, as staff decide.
 */
export const holdsQuery = () => ({
  ...readQuery(['holds'], 'GET /holds'),
  refetchInterval: 60_000,
});
