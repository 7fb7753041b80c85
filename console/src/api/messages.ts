// Calls about messages and what they cost.
import type { Explanation } from '@godwit/contract/explanation';
import type { ConsoleList, Hold, MessageDetail, SmsObject } from '@godwit/contract/messages';
import type { PriceRow } from '@godwit/contract/prices';
import type { Direction, FailureCode, Mode, PublicStatus } from '@godwit/contract/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { openFile, post, readQuery, request } from './client.ts';

/** What GET /messages is asked for; pages count from zero here as on the wire. */
export type LogFilter = Partial<Days> & {
  project_id: string;
  mode: Mode;
  status?: PublicStatus | undefined;
  direction?: Direction | undefined;
  failure?: FailureCode | undefined;
  q?: string | undefined;
  page_num: number;
  page_size: number;
};

const NEWEST_FIRST = { sort_order: 'DESC' };

/** A page of the log; the page before it stays as placeholder while the next one loads. */
export const messagesQuery = (filter: LogFilter) => ({
  ...readQuery<ConsoleList>(['messages', filter], '/messages', { ...filter, ...NEWEST_FIRST }),
  placeholderData: keepPreviousData,
});

/** Whether a project has any message of a mode, of whatever time. Once it has, it is not asked again. */
export const hasMessagesQuery = (projectId: string, mode: Mode) =>
  queryOptions({
    queryKey: ['hasMessages', projectId, mode],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, mode, page_num: 0, page_size: 1 };
      return (await request<ConsoleList>({ path: '/messages', query, signal })).total > 0;
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  });

export const messageQuery = (id: string, projectId: string) =>
  readQuery<MessageDetail>(['message', id, projectId], `/messages/${encodeURIComponent(id)}`, {
    project_id: projectId,
  });

/** Read anew whenever it is opened, as it changes while the message is on its way. */
export const explanationQuery = (id: string, projectId: string) =>
  readQuery<Explanation>(
    ['message', id, projectId, 'explanation'],
    `/messages/${encodeURIComponent(id)}/explanation`,
    { project_id: projectId },
  );

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
export const sendMessage = (form: SendForm, idempotencyKey: string): Promise<SmsObject> =>
  request({ method: 'POST', path: '/messages', form, idempotencyKey });

/** It is not sent; a conflict once it is on its way. */
export const cancelMessage = (id: string, projectId: string) =>
  post<SmsObject>(`/messages/${encodeURIComponent(id)}/cancel`, { project_id: projectId });

/** Its statuses are posted to its URL again; a conflict while there is none. */
export const replayCallbacks = (id: string, projectId: string) =>
  post<object>(`/messages/${encodeURIComponent(id)}/callback_replay`, { project_id: projectId });

export type ReportFormat = 'pdf' | 'csv';

/** The log as a file. */
export function openReport(format: ReportFormat, filter: LogFilter, signal: AbortSignal) {
  const { page_num, page_size, ...query } = filter;
  return openFile({ path: `/messages/report.${format}`, query: { ...query, ...NEWEST_FIRST }, signal });
}

/** The team's price list: per segment and destination, in the team's currency. */
export const pricesQuery = readQuery<PriceRow[]>(['prices'], '/prices');

/** Where the team's messages are held until staff have looked at them; read again from time to time, as they decide. */
export const holdsQuery = () => ({
  ...readQuery<{ holds: Hold[] }>(['holds'], '/holds'),
  refetchInterval: 60_000,
});
