// All kinds of mail, and a mail's paragraphs as text and HTML.
import type { ContentClass } from '@godwit/contract/contentClass';
import { type Language, LOCALES } from '@godwit/contract/languages';
import type { Otherwise } from '@godwit/contract/rules/otherwise';
import type { RegistrationTurn } from '@godwit/contract/senders';
import { html } from './html.ts';

/** A mail without its recipient; `text` and `html` have the same content. */
export type Words = { subject: string; text: string; html: string };

/**
 * A change of a team's single sign-on; nobody causes `lostDomain`. An unproven domain has no effect and
 * sends no mail.
 */
export type SignOnChange =
  | { provider: string; required: boolean }
  | { removedProvider: string }
  | { proved: string }
  | { removedDomain: string }
  | { lostDomain: string }
  | { forgottenLink: string };

/** The side that acts next about a registration; NOBODY if there is none. */
export type NextTurn = RegistrationTurn | 'NOBODY';

/** A register, or some networks of it, that does not hold a name yet, and its treatment of such names. */
export type WaitingRegister = {
  country: string;
  networks: readonly string[];
  otherwise: Exclude<Otherwise, 'PASS'>;
  turn: NextTurn;
};

/** A name that recipients in a country saw as "Unverified". */
export type StampedName = { sender: string; country: string; messages: number; turn: NextTurn };

/** A change of a named API key. */
export type NamedKeyChange = 'CREATED' | 'ROTATED' | 'REVOKED';

/** The mails in one language. */
export type Mails = {
  /** Proves an address; `link` works for `hours`. */
  activation(asked: { link: string; hours: number }): Words;
  /** Has the link to a new password, which works for `minutes`. */
  reset(asked: { link: string; minutes: number }): Words;
  /** After a password was changed, in case it was not its owner who did; `link` leads to another one. */
  passwordChanged(changed: { link: string }): Words;
  /** After a second factor was turned on or off. */
  secondFactor(changed: { on: boolean; link: string }): Words;
  /** To a project's owners and admins about a replaced API key. */
  keyReplaced(replaced: { project: string; mode: 'LIVE' | 'TEST' }): Words;
  /** To the same about a named API key that was created, rotated or revoked. */
  namedKeyChanged(
    changed: Record<'project' | 'key', string> & { mode: 'LIVE' | 'TEST'; change: NamedKeyChange },
  ): Words;
  /** To the same about an SMPP account that was made, or revoked. */
  smppAccountMade(made: { project: string; account: string; mode: 'LIVE' | 'TEST' }): Words;
  smppAccountRevoked(revoked: { project: string; account: string; mode: 'LIVE' | 'TEST' }): Words;
  /** About another daily limit; null for none. */
  limitChanged(changed: { project: string; limit: string | null }): Words;
  /** Warns of a daily limit; `spent` and `limit` with their currency, `day` as yyyy-MM-dd. */
  limitWarning(reached: Record<'project' | 'spent' | 'limit' | 'day', string> & { percent: number }): Words;
  /**
   * To a team's owners about another setting of its single sign-on, which `person` (an address) made; `link`
   * leads to the settings.
   */
  signOnChanged(changed: { person: string; change: SignOnChange; link: string }): Words;
  /**
   * Warns or notifies owners about a proven domain whose record is gone; after so many `days` it is no
   * longer proven.
   */
  domainMissing(missing: { domain: string; days: number; link: string }): Words;
  /**
   * To a team's owners about a `person` (an address) whom its provider brought in; `link` leads to the team.
   */
  joinedBySignOn(joined: { person: string; role: string; link: string }): Words;
  /**
   * To a person whom a provider (its issuer) has signed in for the first time; `link` leads to their team.
   */
  signOnLinked(linked: { provider: string; link: string }): Words;
  /**
   * Invites to a team. It names the inviter by an address that is proved; `team` is null if its name could
   * hold more than a name.
   */
  invitation(asked: { inviter: string; team: string | null; link: string; days: number }): Words;
  /** The team is verified. */
  verified(decided: { link: string }): Words;
  /** The documents were not accepted. */
  verificationRejected(decided: { reason: string; link: string }): Words;
  /** A verification was taken back. */
  verificationWithdrawn(decided: { reason: string; link: string }): Words;
  /** A request for a name has arrived. */
  senderReceived(asked: { sender: string; link: string }): Words;
  /**
   * A project may send from a name. `changed`: staff approved it for another class than was asked for.
   * `waiting`: the registers that do not hold it yet.
   */
  senderApproved(decided: {
    sender: string;
    waiting: readonly WaitingRegister[];
    changed: { asked: ContentClass; approvedFor: ContentClass } | null;
    link: string;
  }): Words;
  /** A project may not send from a name. */
  senderRejected(decided: { sender: string; reason: string; link: string }): Words;
  /**
   * The register of a country (ISO 3166 alpha-2), or of one of its networks, holds a name until the end of a
   * day (yyyy-MM-dd; null: open). `isRenewal`: it held the name before. Here and below, `network` is null for
   * the whole country, and `otherwise` is what happens to messages from other names.
   */
  senderRegistered(decided: {
    sender: string;
    country: string;
    network: string | null;
    otherwise: Otherwise;
    until: string | null;
    isRenewal: boolean;
    link: string;
  }): Words;
  /** The register of a country has refused a name. */
  senderRefused(decided: {
    sender: string;
    country: string;
    network: string | null;
    otherwise: Otherwise;
    reason: string;
    link: string;
  }): Words;
  /** The registration of a name ends with a day (yyyy-MM-dd). */
  senderExpires(ending: {
    sender: string;
    country: string;
    network: string | null;
    otherwise: Otherwise;
    day: string;
    link: string;
  }): Words;
  /** A document that shows the right to a name ends with a day (yyyy-MM-dd). */
  senderEvidenceEnds(ending: { sender: string; document: string; day: string; link: string }): Words;
  /** A name is registered no longer: staff withdrew it for a reason, or its time is over (null). */
  senderUnregistered(lost: {
    sender: string;
    country: string;
    network: string | null;
    otherwise: Otherwise;
    reason: string | null;
    link: string;
  }): Words;
  /** The owner of names has to confirm them at the register of Australia, to which they were handed in. */
  senderConfirm(handedIn: { senders: readonly string[]; link: string }): Words;
  /** Recipients saw "Unverified" instead of names on a day (yyyy-MM-dd). */
  senderStamped(stamped: { day: string; names: readonly StampedName[]; link: string }): Words;
  /** A payment has arrived: `total` was paid, `amount` is on the balance; both with their currency. */
  paid(paid: { amount: string; total: string; link: string }): Words;
  /** The slip of a bank transfer was not accepted. */
  slipRejected(decided: { reason: string; link: string }): Words;
  /** `total` went back to the payer, `amount` of the balance belonged to it. */
  refunded(refunded: { amount: string; total: string; link: string }): Words;
  /** A bank took a payment back; `owed` is null if the balance covered it. */
  chargedBack(chargedBack: { amount: string; owed: string | null; link: string }): Words;
  /** The balance has come below what its team has set; both amounts with their currency. */
  lowBalance(reached: { balance: string; below: string }): Words;
  /** An API key made a webhook endpoint, or gave one this URL. */
  webhookSet(set: { url: string; id: string; mode: 'TEST' | 'LIVE' }): Words;
  /** A webhook endpoint was disabled: its server answered 410, or every call failed for days. */
  webhookDisabled(disabled: { url: string; reason: 'GONE' | 'FAILING' }): Words;
  /** Messages with a sign of fraud are held; `link` leads to them, `support` is how to reach it. */
  textHeld(held: { found: string; link: string; support: string | null }): Words;
  /** A further campaign that looks like advertising is held; `sender` is in quotes. */
  advertHeld(held: { sender: string; link: string; support: string | null }): Words;
  /**
   * Messages to a destination, such as `+960 (MV)`, are held as the team is new and sends unusually many
   * there.
   */
  destinationHeld(held: { destination: string; link: string; support: string | null }): Words;
};

/** A link; `text` precedes its address if it differs from the link's label. */
type Link = { text?: string; words: string; href: string };

/** A mail of paragraphs, each a text or a link. */
export function letter(subject: string, paragraphs: (string | Link)[]): Words {
  const texts = paragraphs.map((part) =>
    typeof part === 'string' ? part : `${part.text ?? part.words}:\n${part.href}`,
  );
  const htmls = paragraphs.map((part) =>
    typeof part === 'string'
      ? html`<p>${part}</p>\n`
      : html`<p><a href="${part.href}">${part.words}</a></p>\n`,
  );
  return { subject, text: `${texts.join('\n\n')}\n`, html: htmls.join('') };
}

/** A day given as yyyy-MM-dd, in words: `22 November 2026`. */
export function dayIn(language: Language, day: string): string {
  // English with the day first, as the console has it.
  const locale = language === 'en' ? 'en-GB' : LOCALES[language];
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** A country given as ISO 3166 alpha-2, and one of its networks, in words: `Sri Lanka (Dialog)`. */
export function countryIn(language: Language, country: string, network: string | null = null): string {
  const name = new Intl.DisplayNames(LOCALES[language], { type: 'region' }).of(country) ?? country;
  return network === null ? name : `${name} (${network})`;
}
