// The sender that a link writes. This check comes last, so no earlier bug, file or setting can show an
// unregistered name in a country whose law stamps it.
import { homeDialCode } from '@godwit/contract/numbers/dialCodes';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { FLOOR } from '@godwit/contract/rules/file';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import type { Outgoing, SenderProof } from '../link.ts';

/**
 * The proof of a message that a link has begun with a name. Its other parts keep the name even if the
 * registration has ended, because phones join the parts.
 */
export const BEGUN: SenderProof = { place: 'begun', untilMs: Infinity };

declare const WIRE: unique symbol;
/** A sender that may be written to a carrier. Only `wireSender` makes one. */
export type WireSender = string & { readonly [WIRE]: true };

/** The dial code decides, so +61 includes Christmas Island and the Cocos Islands. */
const STAMPED = [...FLOOR.keys()].map((country) => `+${homeDialCode(country)}`);

/**
 * The sender to write for a message. In a country whose law stamps names, everything but a number is
 * "Unverified" unless there is proof that it is registered.
 */
export function wireSender({
  sender,
  recipient,
  proof,
}: Pick<Outgoing, 'sender' | 'recipient' | 'proof'>): WireSender {
  const isStamped = !isTwoWayNumber(sender) && STAMPED.some((prefix) => recipient.startsWith(prefix));
  const isProven = proof != null && performance.now() < proof.untilMs;
  return (isStamped && !isProven ? UNVERIFIED_SENDER : sender) as WireSender;
}

/** A message as a link writes it, with one sender for all its parts and requests. */
export type Written = Outgoing & { sender: WireSender };

/** Decides the sender that a link writes for a message. */
export const asWritten = (message: Outgoing): Written => ({ ...message, sender: wireSender(message) });
