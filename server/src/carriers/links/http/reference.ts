// Our own reference of a request at an HTTP carrier.
import { hash } from 'node:crypto';

const DIGITS = 18;
const LIMIT = 10n ** BigInt(DIGITS);

/**
 * Eighteen digits made from the ids of the messages in a request, the longest number that carriers take.
 * Every attempt and every process gives the same ones, so a carrier that knows references recognises a
 * repeated message. Two of 10 million requests share one with a probability of 1 in 20,000. The reference of
 * several messages is that of none of them, so none can be taken for sent because the others were.
 */
export function referenceOf(...messageIds: string[]): string {
  const digest = hash('sha256', messageIds.join(), 'buffer');
  const number = digest.readBigUInt64BE() % LIMIT;
  // Without a leading zero, which a number would lose.
  return String(number || 1n)
    .padEnd(DIGITS, '1')
    .slice(0, DIGITS);
}
