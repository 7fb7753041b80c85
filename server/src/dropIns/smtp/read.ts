// Reads a mail: the text that is sent, the sender id that it asks for, and its Message-ID.
import PostalMime from 'postal-mime';
import { type Refusal, refuse } from '../../refusal.ts';
import { textOfHtml } from './html.ts';

/** A mail as it is sent. `sender`: of the header X-SMS-From; null without it. */
export type Mail = { text: string; sender: string | null; messageId: string | null };

const SENDER_HEADER = 'x-sms-from';
/**
 * Reading takes longer than in proportion to these. A mail of 256 kB with an attachment has about 3,500
 * lines.
 */
const MOST = { lines: 8_000, headers: 32_768, depth: 20 };
const NEWLINE = 0x0a;
/** The line that begins a signature (RFC 3676 §4.3). */
const SIGNATURE = '-- ';

const UNREADABLE = refuse('invalidArgument', {
  description: 'The mail cannot be read: it is no MIME, or has too many lines, headers or parts.',
});

/** Reads a mail. Refusal: invalidArgument. Attachments, the subject and the addresses in it are ignored. */
export async function readMail(octets: Buffer): Promise<Mail | Refusal> {
  if (hasMoreLines(octets, MOST.lines)) return UNREADABLE;
  const mail = await PostalMime.parse(octets, {
    ...{ rfc822Attachments: true, maxHeadersSize: MOST.headers, maxNestingDepth: MOST.depth },
  }).catch(() => null);
  if (!mail) return UNREADABLE;
  const plain = tidy(mail.text ?? '');
  const sender = mail.headers.find(({ key }) => key === SENDER_HEADER)?.value.trim();
  return {
    text: plain || tidy(textOfHtml(mail.html ?? '')),
    sender: sender || null,
    messageId: mail.messageId?.trim() || null,
  };
}

function hasMoreLines(octets: Buffer, most: number): boolean {
  let at = -1;
  for (let lines = 0; lines <= most; lines++) {
    at = octets.indexOf(NEWLINE, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** Leaves out the signature, blanks at the ends of lines, and all but one of several empty lines. */
function tidy(text: string): string {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf(SIGNATURE);
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
