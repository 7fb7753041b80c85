// Our own reference of a message at an HTTP carrier.
import { createHash } from 'node:crypto';

const DIGITS = 18;

/**
 * Eighteen digits made from the message's id, the longest number that carriers take. Every attempt and every
 * process gives the same ones, so a carrier that knows references recognises a repeated message. Two of 10
 * million messages share one with a probability of 1 in 20,000.
 */
export function referenceOf(messageId: string): string {
  const number = createHash('sha256').update(messageId).digest().readBigUInt64BE() % 10n ** BigInt(DIGITS);
  // Without a leading zero, which a number would lose.
  return String(number || 1n)
    .padEnd(DIGITS, '1')
    .slice(0, DIGITS);
}
