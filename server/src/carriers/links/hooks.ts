// The callbacks and settings that a link of any protocol gets from the rest of the process.
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import type { Logger } from 'pino';
import type { Outgoing, ReadProgress } from '../link.ts';
import type { LinkConfig } from './config.ts';

/** Handles a deliver_sm that is no receipt. Resolves with the SMPP status to answer. */
export type OnIncoming = (link: Pick<LinkConfig, 'id' | 'mode'>, pdu: DeliverSm) => Promise<number>;

export type LinkHooks = {
  log: Logger;
  responseTimeoutMs: number;
  progress: ReadProgress;
  /** A part that has waited this long for a slot, in milliseconds, is checked again before it is written. */
  checkedForMs: number;
  /** Whether a message that has waited for a slot may still be sent over a link of this telco. */
  mayStillSend(message: Outgoing, telco: string | null): Promise<boolean>;
  /** Stores the reference under which messages are written together; null if they are written alone. */
  storeReference?(messageIds: readonly string[], reference: string | null): Promise<void>;
  /** The link may have more capacity, or its sessions changed. */
  onChange(): void;
  /** A session above the contract share has closed. */
  onGivenBack(): void;
  /** The address to which an HTTP carrier sends receipts of a link. */
  receiptUrl(linkId: string): string;
  /** The clock for the hours of carriers, in milliseconds since 1970; the system's if left out. */
  now?: (() => number) | undefined;
  /** Resolves with the SMPP status to answer once the receipt is stored. */
  onDeliver(linkId: string, pdu: DeliverSm): Promise<number>;
};
