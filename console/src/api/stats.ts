// Calls about statistics.
import type { Graphs, Overview } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { request } from './client.ts';

/** What statistics are asked for; `days` a range by name, or both dates. */
export type StatsFilter = { projectId: string; mode: Mode; days: Days };

const toQuery = ({ projectId, mode, days }: StatsFilter) => ({ project_id: projectId, mode, ...days });

/** The figures of a range and of the one before it; those of the range before stay while others load. */
export const overviewQuery = (filter: StatsFilter) =>
  queryOptions({
    queryKey: ['stats', 'overview', filter],
    queryFn: ({ signal }) =>
      request<Overview>({ path: '/stats/project_overview', query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

/** The same by day or month. */
export const graphsQuery = (filter: StatsFilter) =>
  queryOptions({
    queryKey: ['stats', 'graphs', filter],
    queryFn: ({ signal }) =>
      request<Graphs>({ path: '/stats/project_graphs', query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
