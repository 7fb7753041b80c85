// Status callbacks as Twilio makes them: a signed form. Twilio signs with the account's auth token, whatever
// key a message was sent with; ours is the live or the test key of the project.
import { createHmac } from 'node:crypto';
import type { CallFormat } from '../../callbacks/delivery/deliver.ts';
import { readModeKey } from '../../projects/modeKey.ts';
import type { Services } from '../../services.ts';
import { errorCodeOf, statusOf, VERSION } from './resource.ts';
import { sidOf } from './sids.ts';

/** The name of the format, as messages store it. */
export const TWILIO_FORMAT = 'twilio';

type Callback = Parameters<CallFormat>[0];

/** Opens the format with the keys that sign. */
export const openTwilioCallback =
  (services: Pick<Services, 'kysely' | 'secrets'>): CallFormat =>
  async (callback) => {
    const key = await readModeKey(services, callback, callback.mode);
    // A closed team has no keys, and nobody who waits for the call.
    if (key === undefined) return null;
    const form = formOf(callback);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'Godwit-Callbacks/1',
      'x-twilio-signature': signatureOf(key, callback.url, form),
    };
    return { method: 'POST', url: callback.url, headers, body: new URLSearchParams(form).toString() };
  };

/** The signature of a form: HMAC-SHA1 over the URL and the sorted names with their values. */
function signatureOf(key: string, url: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).sort();
  const signed = url + names.map((name) => name + form[name]).join('');
  return createHmac('sha1', key).update(signed).digest('base64');
}

function formOf(callback: Callback): Record<string, string> {
  const { messageId, projectId, sender, recipient, status, failure } = callback;
  // An earlier status may be delivered after the end of the message.
  const ended = { state: stateOf(status), failure: status === 'FAILED' ? failure : null };
  const sid = sidOf('SM', messageId);
  const shown = statusOf({ ...ended, sendAt: null });
  const error = errorCodeOf(ended);
  return {
    ...{ AccountSid: sidOf('AC', projectId), ApiVersion: VERSION, From: sender, To: recipient },
    ...{ MessageSid: sid, SmsSid: sid, MessageStatus: shown, SmsStatus: shown },
    ...(error !== null && { ErrorCode: String(error) }),
  };
}

const stateOf = (status: Callback['status']) =>
  (({ SENT: 'sent', DELIVERED: 'delivered', FAILED: 'failed' }) as const)[status];
