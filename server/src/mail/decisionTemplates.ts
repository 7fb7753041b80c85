// The words of mails about what staff decided. Reasons are written by staff; the sender id is of the team that gets the mail.
import { letter, type Words } from './templates.ts';

/** The team is verified. */
export function verifiedMail(publicUrl: URL): Words {
  return letter('Your identity is verified', [
    'Your identity is verified. Your team can now switch to LIVE and send SMS.',
    { words: 'Go to Home', href: new URL('/home', publicUrl).href },
  ]);
}

/** The documents were not accepted. */
export function verificationRejectedMail(publicUrl: URL, reason: string): Words {
  return letter('Your verification request was not approved', [
    'Your identity could not be verified with the documents you sent.',
    `Reason: ${reason}`,
    'You can send other documents at any time.',
    { words: 'Request Verification', href: new URL('/verify', publicUrl).href },
  ]);
}

/** A verification was taken back. */
export function verificationWithdrawnMail(publicUrl: URL, reason: string): Words {
  return letter('Your verification was withdrawn', [
    'Your team is no longer verified. LIVE messages are refused from now on, scheduled ones are not sent and are refunded.',
    `Reason: ${reason}`,
    'You can request verification again.',
    { words: 'Request Verification', href: new URL('/verify', publicUrl).href },
  ]);
}

/** A project may send from a name. */
export function senderApprovedMail(publicUrl: URL, sender: string): Words {
  return letter(`Sender ID ${sender} is approved`, [
    `Your project can now send messages from ${sender}.`,
    { words: 'Send SMS', href: new URL('/send-sms', publicUrl).href },
  ]);
}

/** A project may not send from a name. */
export function senderRejectedMail(publicUrl: URL, sender: string, reason: string): Words {
  return letter(`Sender ID ${sender} was not approved`, [
    `Your request for the sender ID ${sender} was not approved.`,
    `Reason: ${reason}`,
    'You can request another one.',
    { words: 'Request a Sender ID', href: new URL('/sender-id', publicUrl).href },
  ]);
}
