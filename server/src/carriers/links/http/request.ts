// The request that sends one message.
import { countSegments } from '@godwit/contract/messages/segments';
import type { Outgoing } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { fill, fillRequest, type HttpRequest, type Values } from './template.ts';
import { basic } from './token.ts';

/** The request that sends a message. */
export function requestFor(
  { profile, secrets }: HttpConfig,
  message: Outgoing,
  own: { ref: string; token: string; callback: string },
): HttpRequest {
  const isUnicode = countSegments(message.body, { promotional: false }).encoding === 'UNICODE';
  const byText = Object.entries(profile.by_text).map(([name, { gsm7, unicode }]) => [
    name,
    isUnicode ? unicode : gsm7,
  ]);
  const values: Values = {
    ...secrets,
    ...Object.fromEntries(byText),
    to: message.recipient,
    from: message.sender,
    text: message.body,
    valid_s: String(Math.max(1, Math.round(message.validForS))),
    ...own,
  };
  const request = fillRequest(profile.base, profile.send, values);
  if (profile.auth && 'basic' in profile.auth)
    request.headers.authorization = basic(profile.auth.basic, values);
  if (profile.auth && 'headers' in profile.auth)
    for (const [name, text] of Object.entries(profile.auth.headers))
      request.headers[name.toLowerCase()] = fill(text, values);
  if (profile.auth && 'query' in profile.auth)
    for (const [name, text] of Object.entries(profile.auth.query))
      request.url.searchParams.append(name, fill(text, values));
  return request;
}
