// The requests of a link, signed as its profile asks.
import { countSegments } from '@godwit/contract/messages/segments';
import type { Outgoing } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { Profile } from './profile.ts';
import { fillRequest, type HttpRequest, type RequestTemplate, type Values } from './template.ts';
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
  return withAuth(profile, profile.send, values);
}

/** The request of a template, with what the profile adds to sign each request. */
export function withAuth({ base, auth }: Profile, template: RequestTemplate, values: Values): HttpRequest {
  const request = fillRequest(
    base,
    {
      ...template,
      headers: { ...auth.headers, ...template.headers },
      query: { ...auth.query, ...template.query },
    },
    values,
  );
  if (auth.basic) request.headers.authorization = basic(auth.basic, values);
  return request;
}
