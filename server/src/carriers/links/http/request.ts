// The request that sends one message.
import { countSegments } from '@godwit/contract/messages/segments';
import type { Outgoing } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { fillRequest, type HttpRequest, type Values } from './template.ts';
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
  const { send, auth } = profile;
  const template = {
    ...send,
    headers: { ...auth.headers, ...send.headers },
    query: { ...auth.query, ...send.query },
  };
  const request = fillRequest(profile.base, template, values);
  if (auth.basic) request.headers.authorization = basic(auth.basic, values);
  return request;
}
