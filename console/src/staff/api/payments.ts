// Payments of teams, what went back of them, alerts and revenue.
import type { RefundRequest } from '@godwit/contract/staff/payments';
import { keepPreviousData } from '@tanstack/react-query';
import { type ListPage, toPageQuery } from '../../components/list/useAddress.ts';
import { openFile, readQuery, request } from './client.ts';

/** The payments of a team, the newest first. */
export const teamPaymentsQuery = (id: string, page: ListPage) => ({
  ...readQuery(['staff', 'teams', id, 'payments', page], 'GET /teams/:id/payments', {
    params: { id },
    query: toPageQuery(page),
  }),
  placeholderData: keepPreviousData,
});

/**
 * Payments with refunds that wait for a second person, or for staff to say what became of them; read again
 * from time to time, as colleagues decide too.
 */
export const askedRefundsQuery = {
  ...readQuery(['staff', 'refunds'], 'GET /refunds'),
  refetchInterval: 15_000,
};

export const askRefund = (id: string, json: RefundRequest) =>
  request('POST /payments/:id/refunds', { params: { id }, json });

export const confirmRefund = (id: string) => request('POST /refunds/:id/confirm', { params: { id } });

export const rejectRefund = (id: string, reason: string) =>
  request('POST /refunds/:id/reject', { params: { id }, json: { reason } });

/** Says what the provider's own pages show of a refund that it has not answered. */
export const settleRefund = (id: string, json: { made: boolean; reason: string }) =>
  request('POST /refunds/:id/settle', { params: { id }, json });

/**
 * Alerts that wait to be seen, or those that were; read again from time to time, as notices come by
 * themselves.
 */
export const alertsQuery = ({ seen, ...page }: ListPage & { seen: boolean }) => ({
  ...readQuery(['staff', 'payment_alerts', seen, page], 'GET /payment_alerts', {
    query: { seen: seen ? 'true' : 'false', ...toPageQuery(page) },
  }),
  placeholderData: keepPreviousData,
  refetchInterval: 15_000,
});

export const seeAlert = (id: string) => request('POST /payment_alerts/:id/seen', { params: { id } });

/** The last so many months, the newest first. */
export const revenueQuery = (months: number) => ({
  ...readQuery(['staff', 'revenue', months], 'GET /revenue', { query: { months } }),
  placeholderData: keepPreviousData,
});

/** The same as a file; each export is in the audit log. */
export const openRevenue = (months: number, signal: AbortSignal) =>
  openFile('GET /revenue.csv', { query: { months }, signal });
