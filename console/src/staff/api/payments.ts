// Payments of teams, what went back of them, alerts and revenue.
import type { PaymentAlert, RefundRequest, RevenueRow, StaffPayment } from '@godwit/contract/staffPayments';
import { keepPreviousData } from '@tanstack/react-query';
import type { ListPage } from '../../components/useAddress.ts';
import { openFile, post, readQuery } from './client.ts';
import { listQuery } from './teams.ts';

/** The payments of a team, the newest first. */
export const teamPaymentsQuery = (id: string, page: ListPage) =>
  listQuery<StaffPayment>(['teams', id, 'payments'], `/teams/${id}/payments`, page);

/** Payments with refunds that wait for a second person, or for staff to say what became of them; read again from time to time, as colleagues decide too. */
export const askedRefundsQuery = {
  ...readQuery<StaffPayment[]>(['staff', 'refunds'], '/refunds'),
  refetchInterval: 15_000,
};

export const askRefund = (paymentId: string, asked: RefundRequest) =>
  post<StaffPayment>(`/payments/${paymentId}/refunds`, asked);

export const confirmRefund = (id: string) => post<StaffPayment>(`/refunds/${id}/confirm`);

export const rejectRefund = (id: string, reason: string) =>
  post<StaffPayment>(`/refunds/${id}/reject`, { reason });

/** Says what the provider's own pages show of a refund that it has not answered. */
export const settleRefund = (id: string, settled: { made: boolean; reason: string }) =>
  post<StaffPayment>(`/refunds/${id}/settle`, settled);

/** Alerts that wait to be seen, or those that were; read again from time to time, as notices come by themselves. */
export const alertsQuery = ({ seen, ...page }: ListPage & { seen: boolean }) => ({
  ...listQuery<PaymentAlert>(['payment_alerts'], '/payment_alerts', { seen: String(seen), ...page }),
  refetchInterval: 15_000,
});

export const seeAlert = (id: string) => post(`/payment_alerts/${id}/seen`);

/** The last so many months, the newest first. */
export const revenueQuery = (months: number) => ({
  ...readQuery<RevenueRow[]>(['staff', 'revenue', months], '/revenue', { months }),
  placeholderData: keepPreviousData,
});

/** The same as a file; each export is in the audit log. */
export const openRevenue = (months: number, signal: AbortSignal) =>
  openFile({ path: '/revenue.csv', query: { months }, signal });
