// The requests of a link, signed as its profile asks.
import { countSegments } from '@godwit/contract/messages/segments';
import type { Outgoing } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { Profile } from './profile.ts';
import { referenceOf } from './reference.ts';
import { fillRequest, type HttpRequest, type RequestTemplate, type Values } from './template.ts';
import { basic } from './token.ts';

/**
 * The request that sends messages of one text. Values outside `$each` are those of the first message; `ref`
 * is the reference of the request.
 */
export function requestFor(
  { profile, secrets }: HttpConfig,
  messages: readonly Outgoing[],
  { ref, token, callback }: { ref: string; token: string; callback: (ref: string) => string },
): HttpRequest {
  const isUnicode = countSegments(messages[0]!.body, { promotional: false }).encoding === 'UNICODE';
  const byText = Object.entries(profile.by_text).map(([name, { gsm7, unicode }]) => [
    name,
    isUnicode ? unicode : gsm7,
  ]);
  const valuesOf = (message: Outgoing, its: string): Values => ({
    ...secrets,
    ...Object.fromEntries(byText),
    to: message.recipient,
    from: message.sender,
    text: message.body,
    valid_s: String(Math.max(1, Math.round(message.validForS))),
    ...{ token, ref: its, callback: callback(its) },
  });
  const each = messages.map((message) => valuesOf(message, referenceOf(message.id)));
  return withAuth(profile, profile.send, valuesOf(messages[0]!, ref), each);
}

/** The request of a template, with what the profile adds to sign each request. */
export function withAuth(
  { base, auth }: Profile,
  template: RequestTemplate,
  values: Values,
  messages?: readonly Values[],
): HttpRequest {
  const request = fillRequest(
    base,
    {
      ...template,
      headers: { ...auth.headers, ...template.headers },
      query: { ...auth.query, ...template.query },
    },
    values,
    messages,
  );
  if (auth.basic) request.headers.authorization = basic(auth.basic, values);
  return request;
}
