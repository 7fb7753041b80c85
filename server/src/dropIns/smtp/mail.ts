// Accepts a mail: one message to each recipient, all of them or none.
import { hash } from 'node:crypto';
import type { Accept } from '../../messages/accept/accept.ts';
import { acceptMissing } from '../../messages/accept/acceptAll.ts';
import type { Submission } from '../../messages/accept/draft.ts';
import { ownKey } from '../../messages/accept/idempotencyKeys.ts';
import { refuseAtOnce, submissionOf } from '../../messages/publicRoutes.ts';
import { parseRecipient } from '../../phoneNumbers.ts';
import type { CallKey } from '../../projects/apiKeys.ts';
import { refuseRate } from '../../projects/keyLimits.ts';
import { orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { firstSender } from '../firstSender.ts';
import { readMail } from './read.ts';
import { SmtpError } from './replies.ts';

const NO_SENDER = refuse('invalidSender', {
  description: 'This project has no approved sender id. Request one in its settings.',
});
const NO_TEXT = refuse('invalidArgument', {
  description: 'The mail has no text. The subject and attachments are not sent.',
});

/** The number of an address, in E.164. Throws the reply to one of another domain, or that is no number. */
export function recipientOf(address: string, domain: string): string {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain)
    throw new SmtpError(
      550,
      `5.7.1 Only mail for a number at ${domain} is taken, and nothing is relayed. Nothing was sent or charged.`,
    );
  const recipient = orThrow(parseRecipient(address.slice(0, at)));
  return recipient.e164;
}

/** Accepts a mail, and returns the text of the reply. Throws refusals; then nothing is sent or charged. */
export async function takeMail(
  services: Pick<Services, 'pool' | 'kysely' | 'countryRules'>,
  accept: Accept,
  { key, octets, recipients }: { key: CallKey; octets: Buffer; recipients: readonly string[] },
): Promise<string> {
  const mail = orThrow(await readMail(octets));
  if (mail.text === '') throw new RefusalError(NO_TEXT);
  const from = mail.sender ?? (await firstSender(services, key));
  if (!from) throw new RefusalError(NO_SENDER);
  const numbers = [...new Set(recipients)];
  const rate = key.limits?.rate;
  if (rate && !rate.spend(numbers.length - 1)) throw new RefusalError(refuseRate(rate));
  const submissions = numbers.map((to): Submission => {
    const content = { to, from, body: mail.text, send_at: null };
    const refusal = refuseAtOnce(key, content);
    if (refusal) throw new RefusalError(refusal);
    const idempotency = mail.messageId === null ? undefined : sameMail(mail.messageId, content);
    return submissionOf({ ...key, platform: 'API' }, content, idempotency);
  });
  const { ids, repeated } = await acceptMissing(accept, services.pool, key.teamId, submissions);
  const messages = `${ids.length} ${ids.length === 1 ? 'message' : 'messages'}`;
  return repeated === ids.length
    ? `2.6.0 Accepted before: ${messages}, ${ids[0]}`
    : `2.6.0 Accepted: ${messages}, ${ids[0]}`;
}

/** A program that loses the reply sends the same Message-ID again. */
function sameMail(messageId: string, { to, from, body }: { to: string; from: string; body: string }) {
  return {
    key: ownKey('smtp', hash('sha256', JSON.stringify([messageId, to]), 'base64url')),
    bodyHash: hash('sha256', JSON.stringify([from, body]), 'buffer'),
  };
}
