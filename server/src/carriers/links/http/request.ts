// The requests of a link, signed as its profile asks.
import { type ContentClass, routeClass } from '@godwit/contract/contentClass';
import { countSegments } from '@godwit/contract/messages/segments';
import type { HttpConfig } from '../config.ts';
import type { Written } from '../wireSender.ts';
import type { Profile } from './profile.ts';
import {
  compileRequest,
  type FillRequest,
  type HttpRequest,
  type RequestTemplate,
  type Values,
} from './template.ts';
import { basic } from './token.ts';

/** A message with the reference of its own. */
type Referenced = { message: Written; ref: string };

/**
 * The request that sends messages of one text and class. Values outside `$each` are those of the first
 * message; `ref` is the reference of the request.
 */
export function requestFor(
  { profile, secrets }: HttpConfig,
  messages: readonly Referenced[],
  { ref, token, callback }: { ref: string; token: string; callback: (ref: string) => string },
): HttpRequest {
  const first = messages[0]!;
  const byText = valuesByText(profile, first.message.body);
  const byClass = valuesByClass(profile, first.message.contentClass);
  const valuesOf = ({ message, ref: its }: Referenced): Values => ({
    ...secrets,
    ...byText,
    ...byClass,
    to: message.recipient,
    from: message.sender,
    text: message.body,
    valid_s: String(Math.max(1, Math.round(message.validForS))),
    ...{ token, ref: its, callback: callback(its) },
  });
  const each = messages.map(valuesOf);
  const whole = first.ref === ref ? each[0]! : valuesOf({ ...first, ref });
  return withAuth(profile, profile.send, whole, each);
}

/** The values of a profile that depend on whether a text fits GSM 7 bit. */
function valuesByText({ by_text }: Profile, text: string): Values {
  const differing = Object.entries(by_text);
  if (differing.length === 0) return {};
  const isUnicode = countSegments(text, { promotional: false }).encoding === 'UNICODE';
  return Object.fromEntries(differing.map(([name, { gsm7, unicode }]) => [name, isUnicode ? unicode : gsm7]));
}

/** The values of a profile that depend on the class of a message. */
const valuesByClass = ({ by_class }: Profile, contentClass: ContentClass): Values =>
  Object.fromEntries(
    Object.entries(by_class).map(([name, values]) => [name, values[routeClass(contentClass)]]),
  );

/** The request of a template, with what the profile adds to sign each request. */
export function withAuth(
  profile: Profile,
  template: RequestTemplate,
  values: Values,
  messages?: readonly Values[],
): HttpRequest {
  const request = compiled(profile, template)(values, messages);
  if (profile.auth.basic) request.headers.authorization = basic(profile.auth.basic, values);
  return request;
}

/** The templates of each profile that have been used, which do not change. */
const ofProfiles = new WeakMap<Profile, WeakMap<RequestTemplate, FillRequest>>();

function compiled(profile: Profile, template: RequestTemplate): FillRequest {
  const known = ofProfiles.get(profile) ?? new WeakMap<RequestTemplate, FillRequest>();
  ofProfiles.set(profile, known);
  const { base, auth } = profile;
  const fillRequest =
    known.get(template) ??
    compileRequest(base, {
      ...template,
      headers: { ...auth.headers, ...template.headers },
      query: { ...auth.query, ...template.query },
    });
  known.set(template, fillRequest);
  return fillRequest;
}
