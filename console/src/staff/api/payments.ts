// Calls about payments of teams, refunds, alerts and revenue.
import type { RefundRequest } from '@godwit/contract/staff/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/list/useAddress.ts';
import { openFile, readQuery, request } from './client.ts';

/** The payments of a team, newest first. */
export const teamPaymentsQuery = (id: string, page: ListPage) => ({
  ...readQuery(['staff', 'teams', id, 'payments', page], 'GET /teams/:id/payments', {
    params: { id },
    query: toPageQuery(page),
  }),
  placeholderData: keepPreviousData,
});

/**
 * Payments with refunds that need a second person or an outcome entered by staff. Reloads, because colleagues
 * decide too.
 */
export const pendingRefundsQuery = {
  ...readQuery(['staff', 'refunds'], 'GET /refunds'),
  refetchInterval: 15_000,
};

export const requestRefund = (id: string, json: RefundRequest) =>
  request('POST /payments/:id/refunds', { params: { id }, json });

export const confirmRefund = (id: string) => request('POST /refunds/:id/confirm', { params: { id } });

export const rejectRefund = (id: string, reason: string) =>
  request('POST /refunds/:id/reject', { params: { id }, json: { reason } });

/** Enters the outcome of a refund that the provider has not reported, as seen in the provider's dashboard. */
export const settleRefund = (id: string, json: { made: boolean; reason: string }) =>
  request('POST /refunds/:id/settle', { params: { id }, json });

/** New or seen alerts. Reloads, because providers send notifications at any time. */
export const alertsQuery = ({ seen, ...page }: ListPage & { seen: boolean }) => ({
  ...readQuery(['staff', 'payment_alerts', seen, page], 'GET /payment_alerts', {
    query: { seen: seen ? 'true' : 'false', ...toPageQuery(page) },
  }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});

export const markAlertSeen = (id: string) => request('POST /payment_alerts/:id/seen', { params: { id } });

/** The revenue of the last `months` months, newest first. */
export const revenueQuery = (months: number) => ({
  ...readQuery(['staff', 'revenue', months], 'GET /revenue', { query: { months } }),
  placeholderData: keepPreviousData,
});

/** The revenue as a file. The audit log records each export. */
export const openRevenue = (months: number, signal: AbortSignal) =>
  openFile('GET /revenue.csv', { query: { months }, signal });
