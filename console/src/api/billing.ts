// Calls about usage, payments, statements and billing details.
import type { BillingDetails } from '@godwit/contract/payments/billing';
import type { BankPaymentRequest, Payment, PaymentRequest } from '@godwit/contract/payments/payments';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { openFile, readQuery, request } from './client.ts';

/** The prefix of all billing queries, which are reloaded when the balance changes. */
export const BILLING_KEY = ['billing'];

/** The number of payments in one answer of the server. */
const PAGE = 100;
/** Polling interval for pending payments. */
const PENDING_EVERY_MS = 10_000;

export const billingQuery = readQuery([...BILLING_KEY, 'overview'], 'GET /billing');

/** The rate of spending, and the price of the commonest country. */
export const outlookQuery = readQuery([...BILLING_KEY, 'outlook'], 'GET /billing/outlook');

/** The spending of a month (yyyy-MM) by day and country. */
export const spendQuery = (month: string) =>
  readQuery([...BILLING_KEY, 'spend', month], 'GET /billing/spend', { query: { month } });

/** LIVE messages of a month (yyyy-MM). */
export function usageQuery(yearMonth: string) {
  const [year, month] = yearMonth.split('-');
  const query = { mode: 'LIVE' as const, month: Number(month), year: Number(year) };
  return readQuery([...BILLING_KEY, 'usage', yearMonth], 'GET /usage', { query });
}

export const statementQuery = (month: string) =>
  readQuery([...BILLING_KEY, 'statement', month], 'GET /statements/:month', { params: { month } });

export const openStatement = (month: string, format: 'csv' | 'pdf') => (signal: AbortSignal) =>
  openFile(`GET /statements/:month/file.${format}`, { params: { month }, signal });

/** Payments, newest first, with cursor pagination. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: [...BILLING_KEY, 'payments'],
  queryFn: ({ pageParam, signal }) => request('GET /payments', { query: { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  refetchInterval: ({ state }) =>
    state.data?.pages.flat().some(({ status }) => status === 'PENDING') ? PENDING_EVERY_MS : false,
});

/** The status of a payment. Without an id, the newest payment, or null if there is none. */
export const paymentQuery = (id: string | null) => ({
  queryKey: [...BILLING_KEY, 'payment', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Payment | null> => {
    if (id) return request('GET /payments/:id', { params: { id }, signal });
    const [newest] = await request('GET /payments', { signal });
    return newest ?? null;
  },
});

export const openReceipt = (id: string) => (signal: AbortSignal) =>
  openFile('GET /payments/:id/receipt.pdf', { params: { id }, signal });

/** The payment methods of the team and their limits. */
export const paymentOptionsQuery = readQuery([...BILLING_KEY, 'options'], 'GET /payments/options');

/** Starts a card payment and returns the checkout address. */
export const beginPayment = (form: PaymentRequest) => request('POST /payments', { form });

/** Records a bank transfer with its payment slip. */
export const recordTransfer = (form: BankPaymentRequest) => request('POST /bank_payments', { form });

export const detailsQuery = readQuery([...BILLING_KEY, 'details'], 'GET /billing/details');

/** Sets the recipient of receipts and statements. */
export const setDetails = (form: BillingDetails) => request('POST /billing/details', { form });

/**
 * Owners and admins get a mail if the balance falls below this amount. An empty amount turns the mail off.
 */
export const setLowBalance = (form: { amount: string }) => request('POST /billing/low_balance', { form });
