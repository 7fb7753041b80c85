// The sender of a project that goes instead of a name that a network blocks.
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { ProjectSender } from '@godwit/contract/projects';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import { SANDBOX_SENDER } from '@godwit/contract/senders';

type Place = Pick<ProjectSender['registrations'][number], 'country' | 'network'>;
type Sender = Pick<ProjectSender, 'id' | 'is_promotional' | 'registrations'> &
  Partial<Pick<ProjectSender, 'substitute'>>;

/** The senders that may go instead of a name: numbers, and names of its kind. */
export const substitutesFor = <Some extends Sender>(sender: Sender, senders: readonly Some[]): Some[] =>
  senders.filter(
    ({ id, is_promotional }) =>
      id !== sender.id &&
      id !== SANDBOX_SENDER &&
      (isTwoWayNumber(id) || is_promotional === sender.is_promotional),
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
