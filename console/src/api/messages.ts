// Calls about messages and their prices.
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { SavedFilter } from '@godwit/contract/messages/savedFilters';
import type { Direction, Mode, ShownStatus } from '@godwit/contract/messages/statuses';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { openFile, readQuery, request } from './client.ts';

/** The parameters of GET /messages. Page numbers start at zero, as in the API. */
export type LogFilter = Partial<Days> & {
  project_id: string;
  mode: Mode;
  status?: ShownStatus | undefined;
  direction?: Direction | undefined;
  failure?: FailureCode | undefined;
  q?: string | undefined;
  sort_order?: 'ASC' | 'DESC';
  page_num: number;
  page_size: number;
};

const NEWEST_FIRST = { sort_order: 'DESC' } as const;

/** A page of the log. The previous page stays on screen while the next one loads. */
export const messagesQuery = (filter: LogFilter) => ({
  ...readQuery(['messages', filter], 'GET /messages', { query: { ...NEWEST_FIRST, ...filter } }),
  placeholderData: keepPreviousData,
});

/** The filters of the log that this person has saved in a project. */
export const savedFiltersQuery = (id: string) =>
  readQuery(['log-filters', id], 'GET /projects/:id/log_filters', { params: { id } });

/** Changes the saved filters, starting from the list as it is now: another tab may have changed it. */
export async function changeFilters(
  queries: QueryClient,
  id: string,
  change: (filters: readonly SavedFilter[]) => SavedFilter[],
): Promise<void> {
  const query = savedFiltersQuery(id);
  const { filters } = await queries.fetchQuery({ ...query, staleTime: 0 });
  const json = { filters: change(filters) };
  queries.setQueryData(
    query.queryKey,
    await request('PUT /projects/:id/log_filters', { params: { id }, json }),
  );
}

/** Whether a project has any message in a mode. Once true, it is not fetched again. */
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

/** A message to one recipient; a null `send_at` sends now. */
export type SendForm = {
  project_id: string;
  mode: Mode;
  to: string;
  from: string;
  body: string;
  send_at: string | null;
};

/**
 * Submits a message. Refusals are ApiErrors with the public API's codes. Repeats with the same key and
 * content within a day send only one message.
 */
export const sendMessage = (form: SendForm, idempotencyKey: string) =>
  request('POST /messages', { form, idempotencyKey });

/** Cancels a message. Fails with a conflict if it is in flight. */
export const cancelMessage = (id: string, projectId: string) =>
  request('POST /messages/:id/cancel', { params: { id }, form: { project_id: projectId } });

/** Posts a message's statuses to its callback URL again. Fails with a conflict if it has no URL. */
export const replayCallbacks = (id: string, projectId: string) =>
  request('POST /messages/:id/callback_replay', { params: { id }, form: { project_id: projectId } });

export type ReportFormat = 'pdf' | 'csv';

/** The filtered log, as a file. */
export function openReport(
  format: ReportFormat,
  filter: LogFilter & { with_text?: true | undefined },
  signal: AbortSignal,
) {
  const { page_num, page_size, ...query } = filter;
  return openFile(`GET /messages/report.${format}`, { query: { ...NEWEST_FIRST, ...query }, signal });
}

/** The team's price list: prices per segment and destination, in the team's currency. */
export const pricesQuery = readQuery(['prices'], 'GET /prices');

/**
 * The destinations whose messages are held for review by staff. Reloads periodically to show their decisions.
 */
export const holdsQuery = () => ({
  ...readQuery(['holds'], 'GET /holds'),
  refetchInterval: 60_000,
});
