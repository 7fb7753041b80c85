// Suggests a sender id instead of one that cannot be requested.
import { tradingName } from '@godwit/contract/rules/brandInText';
import { MAX_SENDER } from '@godwit/contract/senders';

/**
 * Returns a name near the typed one, or else one made from the legal name of its owner; null if `isAccepted`
 * accepts none. It has only letters, digits and spaces, which every country takes. `typed` is empty if the
 * name is somebody else's: joined with other words it would only be better hidden.
 */
export function suggestName(
  typed: string,
  legalName: string,
  isAccepted: (name: string) => boolean,
): string | null {
  const name = plain(typed);
  const owner = plain(tradingName(legalName));
  const [first = ''] = owner.split(' ');
  const initials = owner.replace(/(\w)\w*\s*/g, '$1').toUpperCase();
  const joined = name === '' ? [] : [name, `${first} ${name}`, `${initials} ${name}`];
  const made = [...joined, owner, first].map(shorten);
  return made.find((one) => one !== typed && isAccepted(one)) ?? null;
}

/** A text in letters and digits without accents, with single spaces between its words. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’.]/g, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim();

/** Makes a name short enough: without spaces, then without its last words, then cut. */
function shorten(name: string): string {
  const words = name.split(' ');
  const joined = words.join('');
  if (name.length <= MAX_SENDER) return name;
  if (joined.length <= MAX_SENDER) return joined;
  const kept = words.findLastIndex((_, at) => words.slice(0, at + 1).join(' ').length <= MAX_SENDER);
  return kept < 0 ? joined.slice(0, MAX_SENDER) : words.slice(0, kept + 1).join(' ');
}
