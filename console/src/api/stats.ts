// Calls about statistics.

import type { Mode } from '@godwit/contract/messages/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { readQuery } from './client.ts';

/** Filter for statistics. */
export type StatsFilter = Days & { project_id: string; mode: Mode };

/** The figures of a range and of the one before it; those of the range before stay while others load. */
export const overviewQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'overview', filter], 'GET /stats/project_overview', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The same by day or month. */
export const graphsQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'graphs', filter], 'GET /stats/project_graphs', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The words on Home for a range. */
export const summaryQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'summary', filter], 'GET /stats/project_summary', { query: filter }),
  placeholderData: keepPreviousData,
});

/** Why messages of a range failed. */
export const failuresQuery = (filter: StatsFilter) =>
  readQuery(['stats', 'failures', filter], 'GET /stats/project_failures', { query: filter });
