// Checks input before any schema: parses bodies and refuses values that cannot be valid.
import type { onRequestHookHandler } from 'fastify';
import { type Refusal, RefusalError, refuse, refuseField } from '../refusal.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route refuses invalid items of its body one by one and processes the others. */
    checksItems?: true;
    /** The route needs the text of a JSON body too, because a signature covers it: `request.bodyText`. */
    keepsText?: true;
  }
  interface FastifyRequest {
    /** The text of a JSON body; empty if there is none, or if the route does not keep it. */
    bodyText: string;
  }
}

/** Largest body in bytes; routes that accept more (uploads, batches) override it. */
export const BODY_LIMIT_BYTES = 65_536;
/** Deeper nesting than any call has. */
const MAX_DEPTH = 8;

/** More than the longest list of any call has, of ids or of messages with their fields. */
const MAX_VALUES = 20_000;
const NOT_UTF8 = 'Send the text as UTF-8: some of its characters were lost (U+FFFD).';
/** The text after a JSON string that makes it a name. */
const COLON = /\s*:/y;
const TOO_MANY_VALUES = refuse('invalidArgument', {
  description: `The body has more than ${MAX_VALUES.toLocaleString('en-US')} values.`,
});

/**
 * Makes an app take JSON and forms, and refuse repeated names, NUL and broken characters and deep nesting
 * with 1002.
 */
export function acceptInput(app: App): void {
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('bodyText', '');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Clients that always set the header send it with calls that have no body too.
    if (text === '') return done(null, undefined);
    if (request.routeOptions.config.keepsText) request.bodyText = text as string;
    const refused = refuseJson(text as string);
    if (refused) done(refused);
    else parseJson(request, text as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseForm(text as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.addHook('preValidation', (request, _reply, done) => {
    // Pages: the console reads their query itself.
    if (request.is404) return done();
    try {
      checkValues(request.params);
      checkQuery(request.query as Record<string, unknown>);
      if (request.body === undefined || request.body === null) request.body = {};
      else if (isPlain(request.body)) request.body = readBlanks(request.body);
      if (!request.routeOptions.config.checksItems) checkValues(request.body);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * Looks at a JSON text before it is parsed: a list of a million is costly to read and to check before its
 * length would be looked at, and of a repeated name parsing keeps the last value without a word (RFC 8259
 * §4).
 */
function refuseJson(json: string): RefusalError | null {
  let values = 0;
  /** The names of each open object; null for an open list. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      // Invalid JSON is left to the parser to refuse.
      if (end === -1) return null;
      COLON.lastIndex = end + 1;
      const names = open.at(-1);
      if (names && COLON.test(json)) {
        const name = nameOf(json.slice(at, end + 1));
        if (names.has(name)) return repeated(name);
        names.add(name);
      }
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      values++;
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') values++;
    if (values > MAX_VALUES) return new RefusalError(TOO_MANY_VALUES);
  }
  return null;
}

/** If the string that begins at `at` ends; -1 if it does not. */
function endOfString(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

/** Decodes the text between quotes; a name may contain escapes. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

function parseForm(text: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in form) throw repeated(name);
    form[name] = value;
  }
  return form;
}

/** The query parser makes a list of a repeated parameter. */
function checkQuery(query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw repeated(name);
  }
  checkValues(query);
}

function repeated(name: string): RefusalError {
  const problem = `${name} is given more than once: give it once`;
  return new RefusalError(refuseField('invalidArgument', name, problem));
}

/**
 * Refuses impossible values with invalidArgument: PostgreSQL's text cannot hold NUL, UTF-8 no lone
 * surrogate, and U+FFFD marks lost bytes. Refuses nesting deeper than any call needs.
 */
export function refuseBroken(value: unknown, depth = 0): Refusal | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return refuse('invalidArgument', { description: 'Leave out NUL characters.' });
    if (!value.isWellFormed())
      return refuse('invalidArgument', { description: 'Leave out characters cut in half.' });
    // The replacement character that decoding inserts for invalid UTF-8 (WHATWG Encoding §4.1).
    if (value.includes('\ufffd')) return refuse('invalidArgument', { description: NOT_UTF8 });
  } else if (typeof value === 'object' && value !== null) {
    if (depth === MAX_DEPTH)
      return refuse('invalidArgument', { description: 'The body is nested too deeply.' });
    for (const item of Object.values(value)) {
      const refusal = refuseBroken(item, depth + 1);
      if (refusal) return refusal;
    }
  }
  return null;
}

function checkValues(value: unknown): void {
  const refusal = refuseBroken(value);
  if (refusal) throw new RefusalError(refusal);
}

/** Forms cannot express null: an empty `send_at` and the word "null" mean it, in JSON too. */
function readBlanks(body: Record<string, unknown>): Record<string, unknown> {
  return body.send_at === '' || body.send_at === 'null' ? { ...body, send_at: null } : body;
}

function isPlain(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && !Array.isArray(body);
}

/** For whole parts of the app whose answers belong to one person: no cache keeps a copy. */
export const noStore: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};
