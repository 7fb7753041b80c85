// Calls about statistics.
import type { Failures, Graphs, Overview, Summary } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { readQuery } from './client.ts';

/** What statistics are asked for. */
export type StatsFilter = Days & { project_id: string; mode: Mode };

/** The figures of a range and of the one before it; those of the range before stay while others load. */
export const overviewQuery = (filter: StatsFilter) => ({
  ...readQuery<Overview>(['stats', 'overview', filter], '/stats/project_overview', filter),
  placeholderData: keepPreviousData,
});

/** The same by day or month. */
export const graphsQuery = (filter: StatsFilter) => ({
  ...readQuery<Graphs>(['stats', 'graphs', filter], '/stats/project_graphs', filter),
  placeholderData: keepPreviousData,
});

/** What Home says of a range in words. */
export const summaryQuery = (filter: StatsFilter) => ({
  ...readQuery<Summary>(['stats', 'summary', filter], '/stats/project_summary', filter),
  placeholderData: keepPreviousData,
});

/** Why messages of a range failed. */
export const failuresQuery = (filter: StatsFilter) =>
  readQuery<Failures>(['stats', 'failures', filter], '/stats/project_failures', filter);
