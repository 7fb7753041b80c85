// The sender of a project that goes instead of a name that a network blocks.

import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSender } from '@godwit/contract/projects';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { SANDBOX_SENDER } from '@godwit/contract/senders';
import { classOfSender } from '../../senderClass.ts';

type Place = Pick<ProjectSender['registrations'][number], 'country' | 'network'>;
type Sender = Pick<ProjectSender, 'id' | 'class' | 'is_promotional' | 'registrations'> &
  Partial<Pick<ProjectSender, 'substitute'>>;

/** The senders that may go instead of a name: numbers, and names of its class. */
export const substitutesFor = <Some extends Sender>(sender: Sender, senders: readonly Some[]): Some[] =>
  senders.filter(
    (one) =>
      one.id !== sender.id &&
      one.id !== SANDBOX_SENDER &&
      (isTwoWayNumber(one.id) || classOfSender(one) === classOfSender(sender)),
  );

/**
 * The sender that goes instead of a name that a network of a place blocks; null if none was chosen, or if
 * the chosen one is not registered there either.
 */
export function substituteAt(
  sender: Sender,
  { country, network }: Place,
  senders: readonly Sender[],
): string | null {
  const chosen = substitutesFor(sender, senders).find(({ id }) => id === sender.substitute);
  if (!chosen) return null;
  const isThere = chosen.registrations.some(
    (one) =>
      one.country === country &&
      (one.network === network || one.network === EVERY_NETWORK) &&
      one.state === 'REGISTERED',
  );
  return isTwoWayNumber(chosen.id) || isThere ? chosen.id : null;
}
