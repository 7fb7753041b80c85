// Calls about what a team has used, what it pays, and the papers of that.
import type { Billing, Statement, Usage } from '@godwit/contract/billing';
import type {
  BankPaymentRequest,
  Checkout,
  Payment,
  PaymentOptions,
  PaymentRequest,
} from '@godwit/contract/payments';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { openFile, post, readQuery, request } from './client.ts';

/** All of it is read again when the balance changes. */
export const BILLING_KEY = ['billing'];

/** So many payments come at once. */
const PAGE = 100;
/** What is pending is asked about so often. */
const PENDING_EVERY_MS = 10_000;

export const billingQuery = readQuery<Billing>([...BILLING_KEY, 'overview'], '/billing');

/** LIVE messages of a month, given as yyyy-MM. */
export function usageQuery(yearMonth: string) {
  const [year, month] = yearMonth.split('-').map(Number);
  return readQuery<Usage>([...BILLING_KEY, 'usage', yearMonth], '/usage', { mode: 'LIVE', month, year });
}

const statementPath = (month: string) => `/statements/${encodeURIComponent(month)}`;

export const statementQuery = (month: string) =>
  readQuery<Statement>([...BILLING_KEY, 'statement', month], statementPath(month));

export const openStatement = (month: string, format: 'csv' | 'pdf') => (signal: AbortSignal) =>
  openFile({ path: `${statementPath(month)}/file.${format}`, signal });

/** Payments from the newest on; each page goes on where the one before ends. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: [...BILLING_KEY, 'payments'],
  queryFn: ({ pageParam, signal }) =>
    request<Payment[]>({ path: '/payments', query: { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  refetchInterval: ({ state }) =>
    state.data?.pages.flat().some(({ status }) => status === 'PENDING') ? PENDING_EVERY_MS : false,
});

/** What became of a payment; the newest one where none is named, null where there is none. */
export const paymentQuery = (id: string | null) => ({
  queryKey: [...BILLING_KEY, 'payment', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Payment | null> => {
    if (id) return request<Payment>({ path: `/payments/${encodeURIComponent(id)}`, signal });
    const [newest] = await request<Payment[]>({ path: '/payments', signal });
    return newest ?? null;
  },
});

export const openReceipt = (id: string) => (signal: AbortSignal) =>
  openFile({ path: `/payments/${encodeURIComponent(id)}/receipt.pdf`, signal });

/** How the team can pay, within which limits. */
export const paymentOptionsQuery = readQuery<PaymentOptions>(
  [...BILLING_KEY, 'options'],
  '/payments/options',
);

/** Begins a payment by card, and tells where to go to pay. */
export const beginPayment = (form: PaymentRequest) => post<Checkout>('/payments', form);

/** Records a transfer with its slip. */
export const recordTransfer = (form: BankPaymentRequest) => post<Payment>('/bank_payments', form);

/** Below this amount owners and admins get a mail; an empty one is for none. */
export const setLowBalance = (form: { amount: string }) => post<Billing>('/billing/low_balance', form);
