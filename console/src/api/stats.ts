// Calls about statistics.

import type { Mode } from '@godwit/contract/messages/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import type { Days } from '../days.ts';
import { readQuery } from './client.ts';

/** The time range, project and mode of statistics. */
export type StatsFilter = Days & { project_id: string; mode: Mode };

/**
 * The figures of a time range and of the range before it. The previous figures stay on screen while the next
 * ones load.
 */
export const overviewQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'overview', filter], 'GET /stats/project_overview', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The figures by day or month. */
export const graphsQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'graphs', filter], 'GET /stats/project_graphs', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The summary on Home for a time range. */
export const summaryQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'summary', filter], 'GET /stats/project_summary', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The outgoing messages of a time range by weekday and hour. */
export const hoursQuery = (filter: StatsFilter) => ({
  ...readQuery(['stats', 'hours', filter], 'GET /stats/project_hours', { query: filter }),
  placeholderData: keepPreviousData,
});

/** The failure reasons of messages in a time range. */
export const failuresQuery = (filter: StatsFilter) =>
  readQuery(['stats', 'failures', filter], 'GET /stats/project_failures', { query: filter });
