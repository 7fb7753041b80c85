// Signatures of carriers' calls.
import { createHmac } from 'node:crypto';

/**
 * The signature that Twilio puts on a call: over the address and the fields of the form, sorted
 * (twilio.com/docs/usage/security).
 */
export function twilioSignature(key: string, url: string, form: readonly [string, string][]): Buffer {
  const fields = form.map((field) => field.join('')).sort();
  return createHmac('sha1', key)
    .update(url + fields.join(''))
    .digest();
}
