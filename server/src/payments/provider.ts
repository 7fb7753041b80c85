// What a payment provider has to do: begin a checkout, read its own notices, say what became of a payment, and give money back. Each is a folder
// of its own; what its notices lead to is the same for all (settle.ts).
import type { Checkout, Gateway } from '@godwit/contract/payments';

/** Providers that take cards. PRACTICE is played on this machine, where no other one is set up. */
export type ProviderName = 'STRIPE' | 'PAYHERE' | 'PRACTICE';

/** What payments are called at providers: of fixed length and with a letter at its end, as PayHere's signature covers fields without anything between them. */
export const ORDER_ID = /^GW[0-9A-F]{24}P$/;

/** A payment as its provider is to know it. Addresses are where the browser comes back to, and where notices go. */
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

/** A checkout that has begun; `reference` is what the provider calls it, null where it gives no name yet. */
export type Begun = { checkout: Checkout; reference: string | null };

/** What a provider says of one payment, named by our order or by what the provider calls its charge. Amounts are micro-units of all that is paid. */
export type Notice = { orderId: string | null; charge: string | null } & (
  | { kind: 'PENDING' }
  | { kind: 'SUCCEEDED'; totalMicros: bigint; currency: string; cardLast4: string | null }
  | { kind: 'FAILED'; failure: string }
  /** So much was given back in all, by whichever side. */
  | { kind: 'REFUNDED'; refundedMicros: bigint; currency: string }
  | { kind: 'REFUND_FAILED'; returnId: string }
  | { kind: 'CHARGED_BACK' | 'CHARGE_BACK_REVERSED'; dispute: string; totalMicros: bigint; currency: string }
);

/** A request as it came. */
export type RawNotice = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/**
 * Why a notice credited nothing. FORGED: its signature is wrong. OLD: it was signed too long ago. TOO_LARGE, UNREADABLE: it is not what the provider
 * sends. UNKNOWN: no payment of ours. OTHER_PROVIDER, OTHER_AMOUNT: not as the payment was begun. CHARGED_BACK: one
 * that counted, to be looked at. REFUND_UNKNOWN: a refund that the provider has not answered.
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
  | 'REFUND_UNKNOWN';

/** What a request of a provider says, or why it is refused: `detail` is for staff, without secrets. */
export type ReadNotice = { notices: Notice[] } | { alert: AlertKind; detail: Record<string, string> };

/** A payment that is asked about or given back. */
export type KnownPayment = {
  orderId: string;
  reference: string | null;
  charge: string | null;
  currency: string;
};

export type Provider = {
  name: ProviderName;
  /** Begins a checkout, the same one for the same order. Throws where the provider cannot be reached or refuses. */
  create(checkout: NewCheckout): Promise<Begun>;
  /** Checks that a request is the provider's own and new enough, and reads it. */
  read(raw: RawNotice): Promise<ReadNotice>;
  /** Asks what became of a payment; null where the provider does not say. Throws where it cannot be reached. */
  lookUp: ((payment: KnownPayment) => Promise<Notice | null>) | null;
  /**
   * Gives a part of a payment back, once for the same `id`. PENDING: it is under way. Throws where it is not known what became of it: it is
   * then tried again with the same id. Null where money goes back in the provider's own pages only.
   */
  refund:
    | ((
        payment: KnownPayment,
        refund: { id: string; totalMicros: bigint },
      ) => Promise<{ status: 'DONE' | 'PENDING' | 'FAILED'; reference: string | null }>)
    | null;
};
