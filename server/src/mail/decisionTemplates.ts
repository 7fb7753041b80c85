// The words of mails about what staff decided. Reasons are written by staff; the sender id is of the team that is told.
import { html } from './html.ts';
import type { Words } from './templates.ts';

/** The team is verified. */
export function verifiedMail(publicUrl: URL): Words {
  return decisionMail({
    subject: 'Your identity is verified',
    paragraphs: ['Your identity is verified. Your team can now switch to LIVE and send SMS.'],
    link: new URL('/home', publicUrl).href,
    linkWords: 'Go to Home',
  });
}

/** The documents were not accepted. */
export function verificationRejectedMail(publicUrl: URL, reason: string): Words {
  return decisionMail({
    subject: 'Your verification request was not approved',
    paragraphs: [
      'Your identity could not be verified with the documents you sent.',
      `Reason: ${reason}`,
      'You can send other documents at any time.',
    ],
    link: new URL('/verify', publicUrl).href,
    linkWords: 'Request Verification',
  });
}

/** A verification was taken back. */
export function verificationWithdrawnMail(publicUrl: URL, reason: string): Words {
  return decisionMail({
    subject: 'Your verification was withdrawn',
    paragraphs: [
      'Your team is no longer verified. LIVE messages are refused from now on, scheduled ones are not sent and are refunded.',
      `Reason: ${reason}`,
      'You can request verification again.',
    ],
    link: new URL('/verify', publicUrl).href,
    linkWords: 'Request Verification',
  });
}

/** A project may send from a name. */
export function senderApprovedMail(publicUrl: URL, sender: string): Words {
  return decisionMail({
    subject: `Sender ID ${sender} is approved`,
    paragraphs: [`Your project can now send messages from ${sender}.`],
    link: new URL('/send-sms', publicUrl).href,
    linkWords: 'Send SMS',
  });
}

/** A project may not send from a name. */
export function senderRejectedMail(publicUrl: URL, sender: string, reason: string): Words {
  return decisionMail({
    subject: `Sender ID ${sender} was not approved`,
    paragraphs: [
      `Your request for the sender ID ${sender} was not approved.`,
      `Reason: ${reason}`,
      'You can request another one.',
    ],
    link: new URL('/sender-id', publicUrl).href,
    linkWords: 'Request a Sender ID',
  });
}

function decisionMail({
  subject,
  paragraphs,
  link,
  linkWords,
}: {
  subject: string;
  paragraphs: string[];
  link: string;
  linkWords: string;
}): Words {
  return {
    subject,
    text: [...paragraphs.flatMap((paragraph) => [paragraph, '']), `${linkWords}:`, link, ''].join('\n'),
    html: [
      ...paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`),
      html`<p><a href="${link}">${linkWords}</a></p>\n`,
    ].join(''),
  };
}
