// Mails about payments, with the link to them. Amounts come with their currency.
import type { Mails, Words } from './letter.ts';

type InAnyLanguage = (mails: Mails) => Words;

const linkOf = (publicUrl: URL) => new URL('/billing', publicUrl).href;

/** A payment has arrived. */
export function paidMail(publicUrl: URL, paid: { amount: string; total: string }): InAnyLanguage {
  return (mails) => mails.paid({ ...paid, link: linkOf(publicUrl) });
}

/** A bank transfer was not found, or its slip was not accepted. */
export function slipRejectedMail(publicUrl: URL, reason: string): InAnyLanguage {
  return (mails) => mails.slipRejected({ reason, link: linkOf(publicUrl) });
}

/** Money went back to the payer at our side. */
export function refundedMail(publicUrl: URL, refunded: { amount: string; total: string }): InAnyLanguage {
  return (mails) => mails.refunded({ ...refunded, link: linkOf(publicUrl) });
}

/** The payer's bank took a payment back; `owed` is null if the balance covered it. */
export function chargedBackMail(
  publicUrl: URL,
  chargedBack: { amount: string; owed: string | null },
): InAnyLanguage {
  return (mails) => mails.chargedBack({ ...chargedBack, link: linkOf(publicUrl) });
}
