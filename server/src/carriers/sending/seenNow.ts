// The sender that a recipient sees by the rules and registrations of this moment.
import type { Mode } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { placesFor, registerFor, senderSeen } from '@godwit/contract/rules/table';
import type { CountryRules } from '../../countryRules.ts';
import { type Registered, registrationAt, type Substitute } from '../../db/senderSent.ts';
import type { SenderProof } from '../link.ts';

/** The rules that decide what a recipient sees. Nothing here waits for PORTED_URL: known answers count. */
export type SenderRules = Pick<CountryRules, 'now' | 'ported'>;

/** The patterns of recipients whose sender a register decides, such as `+61%`. */
export const patternsOf = ({ now }: SenderRules) => now().registers.map(({ prefix }) => `${prefix}%`);

/** A message with its registrations, as `REGISTERED_IN` and `SUBSTITUTE` read them. */
type Deciding = {
  sender: string;
  mode: Mode;
  recipient: string;
  registeredIn: Registered | null;
  substitute: Substitute | null;
};

/** The sender over a link of each telco; null for a link that names none. */
export type SeenNow = {
  /** The country whose register decides; null if none does. */
  registerCountry: string | null;
  /** The sender that the recipient sees; null if such a link must not send the message. */
  seenOver(telco: string | null): string | null;
  /** The proof that the recipient may see it; null if there is none, or none is needed. */
  proofOver(telco: string | null): SenderProof | null;
};

/** Decides what the recipient of a message sees if the message begins now. */
export function seenNow(
  { sender, mode, recipient, registeredIn, substitute }: Deciding,
  { now, ported }: SenderRules,
): SeenNow {
  const register = registeredIn && registerFor(now(), sender, recipient);
  if (!register) return { registerCountry: null, seenOver: () => sender, proofOver: () => null };
  const places = placesFor(register, recipient, ported.to);
  const readAtMs = performance.now();
  const proofOf = (registered: Registered, telco: string | null): SenderProof | null => {
    const found = registrationAt(registered, places, telco);
    return found ? { place: found.place, untilMs: readAtMs + found.forS * 1_000 } : null;
  };
  const ofSubstitute = (telco: string | null) => substitute && proofOf(substitute.places, telco);
  const seenOver = (telco: string | null) => {
    // A number needs no registration.
    const mayReplace =
      substitute !== null && (isTwoWayNumber(substitute.sender) || ofSubstitute(telco) !== null);
    return senderSeen(
      register,
      { sender, mode },
      {
        isRegistered: proofOf(registeredIn, telco) !== null,
        substitute: mayReplace ? substitute.sender : null,
      },
    );
  };
  return {
    registerCountry: register.country,
    seenOver,
    proofOver: (telco) => (seenOver(telco) === sender ? proofOf(registeredIn, telco) : ofSubstitute(telco)),
  };
}
