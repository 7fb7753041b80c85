// Says how many recipients see another sender than the chosen one, or get nothing, because a register does
// not hold it. In TEST, which reaches no phone, it says what LIVE would do.
import type { Mode } from '@godwit/contract/messages/statuses';
import { useReadableNumber } from '../../phone.ts';
import { useText } from '../../text/useText.ts';

type Props = {
  sender: string;
  mode: Mode;
  /** The country, or the network in it. */
  place: string;
  count: number;
  /** The sender that they see; null if they get no message. */
  name: string | null;
  /** The name is a substitute that the team has chosen. */
  isSubstitute?: boolean;
};

export function ShownInstead({ sender, mode, place, count, name, isSubstitute = false }: Props) {
  const t = useText();
  const readable = useReadableNumber();
  const values = { sender, mode, place, count };
  if (name === null) return <p>{t('seen.blocked', values)}</p>;
  return <p>{t(isSubstitute ? 'seen.substitute' : 'seen.instead', { ...values, name: readable(name) })}</p>;
}
