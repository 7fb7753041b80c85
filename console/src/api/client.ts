// The HTTP client of the console: credentials, CSRF token, team header, and handling of 401 and 1005.

import type { AnswerOf, Calls, Method, ParamNames } from '@godwit/contract/calls/call';
import type { consoleCalls } from '@godwit/contract/calls/console';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { loadWithOneRetry } from '../reload.ts';
import { clearSession, storeCsrf, storedCsrf, storedProjectId, storedTeamId } from '../session/storage.ts';
import { errorFrom, isError, noAnswer } from './errors.ts';

/** A streamed file, and its row count if the server sent one. */
export type OpenedFile = { body: ReadableStream<Uint8Array<ArrayBuffer>>; rows: number | null };

export type Values = Record<string, string | number | boolean | null | undefined>;

/** Values of a form or a query: numbers and booleans are sent as text. */
type AsText<Value> = {
  [Name in keyof Value]: string extends Value[Name]
    ? Value[Name] | number | boolean | null
    : 'true' extends Value[Name]
      ? Value[Name] | boolean
      : Value[Name];
};

type RequiredPart<Name extends string, Value> = object extends Value
  ? { [N in Name]?: Value }
  : { [N in Name]: Value };

/** The arguments of a call: path parameters, query, body as a form or as JSON, and options. */
export type CallInput<Key extends string, Call> = Options &
  ([ParamNames<Key>] extends [never] ? unknown : { params: Record<ParamNames<Key>, string> }) &
  (Call extends { readonly query: infer Schema extends z.ZodType }
    ? RequiredPart<'query', AsText<z.input<Schema>>>
    : unknown) &
  (Call extends { readonly body: infer Schema extends z.ZodType }
    ? { form: AsText<z.input<Schema>> } | { json: z.input<Schema> }
    : unknown);

export type Args<Key extends string, Call> =
  object extends CallInput<Key, Call> ? [input?: CallInput<Key, Call>] : [input: CallInput<Key, Call>];

/** A request, independent of the type of its call. */
type Call = Options & {
  /** Below the client's base, with a leading slash. */
  path: string;
  method: Method;
  /** Query parameters. Undefined ones are omitted. */
  query?: Values;
  /** A form-encoded body. Null becomes an empty value, which the server reads as null. */
  form?: Values;
  json?: unknown;
};

type Options = {
  /** A file and the other fields of the form. */
  multipart?: FormData;
  /** Called with the uploaded fraction of the body, from 0 to 1. */
  onSent?: (share: number) => void;
  /** Makes repeats safe: the server answers a repeat with its first answer. */
  idempotencyKey?: string;
  /** For calls made while signed out: sends no team header, and a 401 opens no re-login dialog. */
  anonymous?: boolean;
  /** For public pages that also show the team of a signed-in person: a 401 opens no re-login dialog. */
  open?: boolean;
  signal?: AbortSignal;
};

/** Dependencies of the client. Tests pass their own. */
export type ClientParts = {
  /** The prefix of every path, and the path below it that returns a CSRF token. */
  base: string;
  csrfPath: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Like `fetch`, but reports upload progress. */
  upload: (url: string, init: RequestInit, onSent: (share: number) => void) => Promise<Response>;
  teamId: () => string | null;
  csrf: { read: () => string | null; write: (token: string | null) => void };
  /**
   * Called when the session has ended. Resolves to true if the same person signs in again, to false if they
   * leave.
   */
  relogin: () => Promise<boolean>;
  /** Called when the CSRF token was refused twice: clears the session and opens the login page. */
  signOut: () => void;
};

/**
 * Headers of requests that the page sends while nobody is using it, so that they do not extend the session.
 * Set by useAttention.ts.
 */
export const attention: { headers: Record<string, string> } = { headers: {} };

function encode(values: Values): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) params.set(name, value === null ? '' : String(value));
  }
  return params;
}

/** Builds a call from its key and inserts the parameters into its path. */
function toCall(key: string, input: object = {}): Call {
  const { params = {}, ...rest } = input as { params?: Record<string, string> };
  const [method, path] = key.split(' ') as [Method, string];
  return { ...rest, method, path: path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!)) };
}

function urlOf(base: string, call: Call): string {
  const query = call.query ? encode(call.query).toString() : '';
  return `${base}${call.path}${query ? `?${query}` : ''}`;
}

/** Whether a 401 rejects the call without opening the re-login dialog. */
const isOpen = ({ anonymous, open }: Call): boolean => anonymous === true || open === true;

/**
 * Sends requests and repeats those that had no effect. A 403 with code 1005 is repeated once with a new
 * token. A 401 opens the re-login dialog; the request is repeated after the login, so the page keeps its
 * input.
 */
function createTransport(parts: ClientParts) {
  let refreshing: Promise<string> | null = null;

  async function send(call: Call, headers: Record<string, string>): Promise<Response> {
    const json = call.json === undefined ? null : JSON.stringify(call.json);
    const body = call.multipart ?? (call.form ? encode(call.form) : json);
    const init: RequestInit = { method: call.method, headers, credentials: 'same-origin', body };
    if (call.json !== undefined) headers['content-type'] = 'application/json';
    if (call.signal) init.signal = call.signal;
    const url = urlOf(parts.base, call);
    try {
      return await (call.onSent ? parts.upload(url, init, call.onSent) : parts.fetch(url, init));
    } catch (error) {
      if (call.signal?.aborted) throw error;
      throw noAnswer();
    }
  }

  async function fetchToken(): Promise<string> {
    const response = await send({ method: 'GET', path: parts.csrfPath }, {});
    if (!response.ok) throw await errorFrom(response);
    const { id } = (await response.json()) as { id: string };
    parts.csrf.write(id);
    return id;
  }

  // Concurrent calls share one fetch, because each new token may invalidate the previous one.
  function freshToken(): Promise<string> {
    refreshing ??= fetchToken().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function attempt(call: Call): Promise<{ response: Response; token: string | null }> {
    const headers: Record<string, string> = { accept: 'application/json', ...attention.headers };
    const teamId = parts.teamId();
    if (!call.anonymous && teamId) headers['x-team-id'] = teamId;
    if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
    const changes = call.method !== 'GET';
    const token = changes ? (parts.csrf.read() ?? (await freshToken())) : null;
    if (token) headers['x-csrf-token'] = token;
    return { response: await send(call, headers), token };
  }

  async function perform(call: Call, tokenRefusals: number): Promise<Response> {
    const { response, token } = await attempt(call);
    if (response.ok) return response;
    const error = await errorFrom(response);
    if (isError(error, 'csrf')) {
      if (parts.csrf.read() === token) parts.csrf.write(null);
      if (tokenRefusals === 0) return perform(call, 1);
      parts.signOut();
      throw error;
    }
    if (error.status === 401 && !isOpen(call) && (await parts.relogin())) return perform(call, 0);
    throw error;
  }
  return { perform: (call: Call) => perform(call, 0), freshToken };
}

/**
 * Makes functions for the calls of a table. `request` resolves to the parsed answer, `respond` to a
 * successful response with an unread body, and `openFile` to a file. All reject with ApiError. `readQuery`
 * makes a query, and `refreshCsrf` fetches a CSRF token in advance.
 */
export function createClient<Table extends Calls>(parts: ClientParts) {
  type Key = keyof Table & string;
  const { perform, freshToken } = createTransport(parts);

  function respond<K extends Key>(key: K, ...[input]: Args<K, Table[K]>): Promise<Response> {
    return perform(toCall(key, input));
  }
  async function request<K extends Key>(key: K, ...input: Args<K, Table[K]>): Promise<AnswerOf<Table[K]>> {
    return (await respond(key, ...input)).json();
  }
  function readQuery<K extends Key>(queryKey: QueryKey, key: K, ...[input]: Args<K, Table[K]>) {
    const queryFn = async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<Table[K]>> =>
      (await perform({ ...toCall(key, input), signal })).json();
    return queryOptions({ queryKey, queryFn });
  }
  async function openFile<K extends Key>(key: K, ...input: Args<K, Table[K]>): Promise<OpenedFile> {
    const { body, headers } = await respond(key, ...input);
    const rows = Number(headers.get('x-total-rows') ?? Number.NaN);
    return { body: body ?? new Blob().stream(), rows: Number.isInteger(rows) ? rows : null };
  }
  return { request, readQuery, respond, openFile, refreshCsrf: freshToken };
}

// An open re-login dialog. The console has one dialog, the staff pages another.
type OpenDialog<EndedSession> = {
  session: EndedSession;
  finished: Promise<boolean>;
  finish: (signedIn: boolean) => void;
};

/**
 * Makes a re-login dialog that failed calls wait for. When it opens, it calls `endSession` and keeps the
 * result.
 */
export function createRelogin<EndedSession>(endSession: () => EndedSession) {
  let pending: OpenDialog<EndedSession> | null = null;
  const listeners = new Set<() => void>();

  function setPending(next: OpenDialog<EndedSession> | null): void {
    pending = next;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  return {
    /** Opens the dialog, or joins the open one. Resolves to true if the calls can be repeated. */
    request(): Promise<boolean> {
      if (pending) return pending.finished;
      const { promise: finished, resolve: finish } = Promise.withResolvers<boolean>();
      setPending({ session: endSession(), finished, finish });
      return finished;
    },
    /** Closes the dialog. Each waiting call is then repeated or fails. */
    finish(signedIn: boolean): void {
      const closing = pending;
      setPending(null);
      closing?.finish(signedIn);
    },
    /** The open dialog, or null. */
    usePending: (): { session: EndedSession } | null => useSyncExternalStore(subscribe, () => pending),
  };
}

/** The re-login dialog of the console. It restores the project if the same person signs in. */
export const relogin = createRelogin(() => {
  const projectId = storedProjectId();
  clearSession();
  return { projectId };
});

/** The calls of the console's API; see createClient. */
export const { request, readQuery, respond, openFile, refreshCsrf } = createClient<typeof consoleCalls>({
  base: '/v1/web',
  csrfPath: '/generic/refresh_csrf',
  fetch: (url, init) => fetch(url, init),
  upload: async (...call) => (await loadWithOneRetry(() => import('./upload.ts'))).upload(...call),
  teamId: storedTeamId,
  csrf: { read: storedCsrf, write: storeCsrf },
  relogin: relogin.request,
  signOut: () => {
    clearSession();
    // A full page load removes the person's data from memory.
    if (location.pathname !== '/') location.assign('/');
  },
});

/** A file, a callback for the uploaded fraction (0 to 1), and a signal to cancel. */
export type FileUpload = { file: File; onSent: (share: number) => void; signal: AbortSignal };

/** Returns the options of a call that uploads a file as the form field `field`. */
export function withFile(field: string, { file, ...call }: FileUpload) {
  const multipart = new FormData();
  multipart.set(field, file);
  return { multipart, ...call };
}
