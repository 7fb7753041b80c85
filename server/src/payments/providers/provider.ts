// The interface of a payment provider: begin a checkout, read notices, report a payment's state, refund.
// Each has a folder; settle.ts applies their notices.
import type { Checkout, Gateway } from '@godwit/contract/payments/payments';

/** Providers that take cards. PRACTICE is simulated on this machine if no other provider is set up. */
export type ProviderName = 'STRIPE' | 'PAYHERE' | 'PRACTICE';

/**
 * Order ids at providers: fixed length and ending in a letter, because PayHere signs fields without
 * separators.
 */
export const ORDER_ID = /^GW[0-9A-F]{24}P$/;

/** A payment for its provider. Includes the addresses for the browser's return and for notices. */
export type NewCheckout = {
  id: string;
  orderId: string;
  currency: string;
  totalMicros: bigint;
  payer: { firstName: string; lastName: string; email: string };
  country: string;
  paidUrl: string;
  cancelUrl: string;
  gateway: Gateway;
};

/** A checkout that the provider took; `reference` is its name there, our order id if it has no other. */
export type Begun = { checkout: Checkout; reference: string };

/**
 * A refund or charge-back as its provider reports it, under the provider's name; `returnId` is ours, if we
 * requested it. FAILED and REVERSED are final, as they are at the providers: an earlier state never undoes
 * them.
 */
export type ProviderReturn = {
  kind: 'REFUND' | 'CHARGE_BACK';
  reference: string;
  returnId: string | null;
  status: 'PENDING' | 'DONE' | 'FAILED' | 'REVERSED';
  totalMicros: bigint;
};

/** A completed charge; `totalMicros` is null if the provider does not report the amount. */
export type Paid = {
  totalMicros: bigint | null;
  currency: string;
  cardLast4: string | null;
  returns: ProviderReturn[];
};

/**
 * The state of one payment, named by our order and by the provider's name for its charge. Amounts are
 * micro-units, tax included.
 */
export type Notice = { orderId: string | null; charge: string | null } & (
  | { kind: 'PENDING' }
  | { kind: 'FAILED'; failure: string }
  | ({ kind: 'SUCCEEDED' } & Paid)
);

/** A request as it came. */
export type RawNotice = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/**
 * Why staff should review a notice. FORGED: its signature is wrong. OLD: it was signed too long ago.
 * TOO_LARGE, UNREADABLE: the provider does not send such notices. UNKNOWN: no such order. OTHER_PROVIDER,
 * OTHER_AMOUNT: the provider or amount differs from the payment. CHARGED_BACK: the chargeback was applied and
 * needs review. PAID_TWICE: a further charge of a paid order. REFUND_UNKNOWN: the provider has not answered
 * a refund.
 */
export type AlertKind =
  | 'FORGED'
  | 'OLD'
  | 'TOO_LARGE'
  | 'UNREADABLE'
  | 'UNKNOWN'
  | 'OTHER_PROVIDER'
  | 'OTHER_AMOUNT'
  | 'CHARGED_BACK'
  | 'PAID_TWICE'
  | 'REFUND_UNKNOWN';

/**
 * A provider's request: the payment's state if the provider cannot be queried; the id of its object, null
 * if that is not ours; or the reason to refuse it. `detail` is for staff, without secrets.
 */
export type ReadNotice =
  | { notice: Notice }
  | { about: string | null }
  | { alert: AlertKind; detail: Record<string, string> };

/** The charge that is given back. */
export type KnownCharge = { charge: string | null };

export type Provider = {
  name: ProviderName;
  /**
   * Begins a checkout, the same one for the same order. Throws if the provider cannot be reached or
   * refuses.
   */
  create(checkout: NewCheckout): Promise<Begun>;
  /** Checks that a request is the provider's own and new enough, and reads it. */
  read(raw: RawNotice): Promise<ReadNotice>;
  /**
   * Reads the state of the payment an object of the provider belongs to; null if it is not ours. Throws if
   * the provider is unreachable. The method is null if the provider cannot be queried.
   */
  lookUp: ((object: string) => Promise<Notice | null>) | null;
  /**
   * Refunds part of a payment, once per `id`. PENDING: in progress. Throws if the outcome is unknown; the
   * caller retries with the same id. Null if refunds work only in the provider's own pages.
   */
  refund:
    | ((
        paid: KnownCharge,
        refund: { id: string; totalMicros: bigint },
      ) => Promise<{ status: 'DONE' | 'PENDING' | 'FAILED'; reference: string | null }>)
    | null;
};
