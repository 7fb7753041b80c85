// Twilio's calls: forms about the status of a message, and about incoming ones. Each has the signature that
// `validateRequest` of Twilio's libraries checks. Replies in the answer to an incoming one are sent.
import { createHash, createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { CallFormat } from '../../callbacks/delivery/deliver.ts';
import { toErrorAnswer } from '../../http/errors.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { ownKey } from '../../messages/accept/idempotencyKeys.ts';
import { whyNoAnswer } from '../../messages/incoming/answerable.ts';
import { readModeKey } from '../../projects/modeKey.ts';
import { isRefusal, mayPass, type Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { errorCodeOf, statusOf, VERSION } from './resource.ts';
import { sidOf } from './sids.ts';
import { MOST_REPLIES, readReplies } from './twiml.ts';

/** The name of the format, as messages store it. */
export const TWILIO_FORMAT = 'twilio';

type Callback = Parameters<CallFormat['build']>[0];
type Content = Parameters<NonNullable<CallFormat['follow']>>[1];

/** Opens the format with the keys that sign, and with the function that accepts replies. */
export const openTwilioCallback = (
  services: Pick<Services, 'kysely' | 'pool' | 'secrets'>,
  accept: Accept,
): CallFormat => ({
  async build(callback) {
    const key = await readModeKey(services, callback, callback.mode);
    // A closed team has no keys, and nobody who waits for the call.
    if (key === undefined) return null;
    const isIncoming = callback.direction === 'INCOMING';
    const form = isIncoming ? incomingForm(callback) : statusForm(callback);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': signatureOf(key, callback.url, form),
    };
    const body = new URLSearchParams(form).toString();
    return { method: 'POST', url: callback.url, headers, body, isRead: isIncoming };
  },
  follow: (callback, content) => reply({ pool: services.pool, accept }, callback, content),
});

/** The signature of a form: HMAC-SHA1 over the URL and the sorted names with their values. */
function signatureOf(key: string, url: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).sort();
  const signed = url + names.map((name) => name + form[name]).join('');
  return createHmac('sha1', key).update(signed).digest('base64');
}

function statusForm(callback: Callback): Record<string, string> {
  const { status, failure } = callback;
  // An earlier status may be delivered after the end of the message.
  const ended = { state: stateOf(status), failure: status === 'FAILED' ? failure : null };
  const shown = statusOf({ ...ended, sendAt: null });
  const error = errorCodeOf(ended);
  return {
    ...commonForm(callback),
    ...{ MessageStatus: shown, SmsStatus: shown },
    ...(error !== null && { ErrorCode: String(error) }),
  };
}

const incomingForm = (callback: Callback): Record<string, string> => ({
  ...commonForm(callback),
  ...{ SmsMessageSid: sidOf('SM', callback.messageId), SmsStatus: 'received', Body: callback.body ?? '' },
  ...{ NumMedia: '0', NumSegments: String(callback.segments) },
});

function commonForm({ messageId, projectId, sender, recipient }: Callback): Record<string, string> {
  const sid = sidOf('SM', messageId);
  return {
    ...{ AccountSid: sidOf('AC', projectId), ApiVersion: VERSION, From: sender, To: recipient },
    ...{ MessageSid: sid, SmsSid: sid },
  };
}

const stateOf = (status: Callback['status']) =>
  (({ SENT: 'sent', DELIVERED: 'delivered', FAILED: 'failed' }) as const)[status];

const UNREADABLE = 'The answer is no TwiML that can be read, so no reply was sent.';
const TOO_LONG = 'The answer is longer than 64 KiB, so no reply was sent.';
const TOO_MANY = `The answer has more than ${MOST_REPLIES} messages: the first ${MOST_REPLIES} were sent.`;

/** Sends the replies in an answer to the phone that wrote, from the number that it wrote to. Each once. */
async function reply(
  { pool, accept }: { pool: Pool; accept: Accept },
  callback: Callback,
  { type, text }: Content,
) {
  const replies = text === null ? null : readReplies({ type, text });
  if (replies === null) return { error: text === null ? TOO_LONG : UNREADABLE, again: false };
  if (replies.length === 0) return null;
  const why = await whyNoAnswer(pool, { ...callback, phone: callback.sender });
  if (why) return { error: `No reply was sent to this message. ${why}`, again: false };
  for (const [index, body] of replies.slice(0, MOST_REPLIES).entries()) {
    const refusal = await sendReply(accept, callback, index, body);
    if (refusal) {
      const error = `Reply ${index + 1} was not sent: ${toErrorAnswer(refusal).description}`;
      return { error, again: mayPass(refusal) };
    }
  }
  return replies.length > MOST_REPLIES ? { error: TOO_MANY, again: false } : null;
}

async function sendReply(
  accept: Accept,
  { projectId, mode, sender, recipient, messageId }: Callback,
  index: number,
  body: string,
): Promise<Refusal | null> {
  const accepted = await accept({
    ...{ projectId, mode, platform: 'API', to: sender, from: recipient, body },
    idempotency: {
      key: ownKey('twiml', `${messageId} ${index + 1}`),
      bodyHash: createHash('sha256').update(body).digest(),
    },
  });
  // A repeated call may be answered otherwise: the phone has its reply already.
  return isRefusal(accepted) && accepted.refused !== 'idempotencyReused' ? accepted : null;
}
