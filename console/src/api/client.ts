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

type Required<Name extends string, Value> = object extends Value
  ? { [N in Name]?: Value }
  : { [N in Name]: Value };

/**
 * The arguments of a call: its path parameters, its query, its body as a form or as JSON, and its options.
 */
export type Given<Key extends string, Call> = Options &
  ([ParamNames<Key>] extends [never] ? unknown : { params: Record<ParamNames<Key>, string> }) &
  (Call extends { readonly query: infer Schema extends z.ZodType }
    ? Required<'query', AsText<z.input<Schema>>>
    : unknown) &
  (Call extends { readonly body: infer Schema extends z.ZodType }
    ? { form: AsText<z.input<Schema>> } | { json: z.input<Schema> }
    : unknown);

export type Args<Key extends string, Call> =
  object extends Given<Key, Call> ? [given?: Given<Key, Call>] : [given: Given<Key, Call>];

/** A request before it is typed by its call. */
type Call = Options & {
  /** Below the client's base, with a leading slash. */
  path: string;
  method: Method;
  /** Query parameters; undefined ones are left out. */
  query?: Values;
  /** A form-encoded body; null becomes an empty value, which the server reads as null. */
  form?: Values;
  json?: unknown;
};

type Options = {
  /** A file and whatever goes with it. */
  multipart?: FormData;
  /** Called with the uploaded share of the body, from 0 to 1. */
  onSent?: (share: number) => void;
  /** Makes repeating a call harmless: the server answers a repeat with its first answer. */
  idempotencyKey?: string;
  /** Calls made while signed out: no team header, and a 401 is an answer like any other. */
  anonymous?: boolean;
  /**
   * Calls of pages that are open to all, for the team of the person who is signed in: a 401 is an answer like
   * any other there too.
   */
  open?: boolean;
  signal?: AbortSignal;
};

/** Dependencies of the client. Tests pass their own. */
export type ClientParts = {
  /** The prefix of every path, and the path below it that returns a CSRF token. */
  base: string;
  csrfPath: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Like `fetch`, and tells of the body's progress, which `fetch` cannot. */
  upload: (url: string, init: RequestInit, onSent: (share: number) => void) => Promise<Response>;
  teamId: () => string | null;
  csrf: { read: () => string | null; write: (token: string | null) => void };
  /**
   * The session is over: resolves to true once the same person is signed in again, to false if they leave.
   */
  relogin: () => Promise<boolean>;
  /** The CSRF token was refused twice: forget the session and go to the login page. */
  signOut: () => void;
};

/**
 * The header of calls that the page makes by itself while no person is there: it prevents that they keep the
 * person's session alive. Set by useAttention.ts.
 */
export const attention: { headers: Record<string, string> } = { headers: {} };

function encode(values: Values): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) params.set(name, value === null ? '' : String(value));
  }
  return params;
}

/** Inserts parameters into a path. Every call uses it. */
function toCall(key: string, given: object = {}): Call {
  const { params = {}, ...rest } = given as { params?: Record<string, string> };
  const [method, path] = key.split(' ') as [Method, string];
  return { ...rest, method, path: path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!)) };
}

function urlOf(base: string, call: Call): string {
  const query = call.query ? encode(call.query).toString() : '';
  return `${base}${call.path}${query ? `?${query}` : ''}`;
}

/** Whether a call is answered 401 like any other answer. */
const isOpen = ({ anonymous, open }: Call): boolean => anonymous === true || open === true;

/**
 * Sends requests, and repeats what had no effect. A 403 with code 1005 is repeated once with a new token; a
 * 401 outside the login waits for the re-login dialog and is then repeated, so nothing typed is lost.
 */
function openTransport(parts: ClientParts) {
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

  // Calls that start together share one fetch: each new token could make the one before it stale.
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
 * Makes the functions that perform the calls of a table: `request` resolves to the parsed answer, `respond`
 * to a success whose body is still to be read (streams), `openFile` to a file. All reject with ApiError.
 * `readQuery` makes a query of a call. `refreshCsrf` fetches a CSRF token ahead of the call that needs it.
 */
export function createClient<Table extends Calls>(parts: ClientParts) {
  type Key = keyof Table & string;
  const { perform, freshToken } = openTransport(parts);

  function respond<K extends Key>(key: K, ...[given]: Args<K, Table[K]>): Promise<Response> {
    return perform(toCall(key, given));
  }
  async function request<K extends Key>(key: K, ...given: Args<K, Table[K]>): Promise<AnswerOf<Table[K]>> {
    return (await respond(key, ...given)).json();
  }
  function readQuery<K extends Key>(queryKey: QueryKey, key: K, ...[given]: Args<K, Table[K]>) {
    const queryFn = async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<Table[K]>> =>
      (await perform({ ...toCall(key, given), signal })).json();
    return queryOptions({ queryKey, queryFn });
  }
  async function openFile<K extends Key>(key: K, ...given: Args<K, Table[K]>): Promise<OpenedFile> {
    const { body, headers } = await respond(key, ...given);
    const rows = Number(headers.get('x-total-rows') ?? Number.NaN);
    return { body: body ?? new Blob().stream(), rows: Number.isInteger(rows) ? rows : null };
  }
  return { request, readQuery, respond, openFile, refreshCsrf: freshToken };
}

// Where calls that met a dead session wait for the dialog that brings it back: one in the console, one for
// staff.
type Pending<Before> = {
  before: Before;
  finished: Promise<boolean>;
  finish: (signedIn: boolean) => void;
};

/**
 * Opens a meeting point; `endSession` is called as the dialog opens, and gives what it has to know of the
 * session that ended.
 */
export function openRelogin<Before>(endSession: () => Before) {
  let pending: Pending<Before> | null = null;
  const listeners = new Set<() => void>();

  function setPending(next: Pending<Before> | null): void {
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
    /** Opens the dialog, or joins the one that is open. Resolves to true when the calls may be repeated. */
    request(): Promise<boolean> {
      if (pending) return pending.finished;
      const { promise: finished, resolve: finish } = Promise.withResolvers<boolean>();
      setPending({ before: endSession(), finished, finish });
      return finished;
    },
    /** Closes the dialog; each waiting call then retries or fails. */
    finish(signedIn: boolean): void {
      const closing = pending;
      setPending(null);
      closing?.finish(signedIn);
    },
    /** The ended session that the dialog is for, or null. */
    usePending: (): { before: Before } | null => useSyncExternalStore(subscribe, () => pending),
  };
}

/** The console's own; the project comes back if the same person does. */
export const relogin = openRelogin(() => {
  const projectId = storedProjectId();
  clearSession();
  return { projectId };
});

/** Perform a call of the console's API; see createClient. */
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
    // A full load, so that nothing of the person who was signed in stays in memory.
    if (location.pathname !== '/') location.assign('/');
  },
});

/** Calls `onSent` with the uploaded share of the file, from 0 to 1. */
export type FileUpload = { file: File; onSent: (share: number) => void; signal: AbortSignal };

/** Returns a function that uploads a file as the form field `field`. */
export function withFile(field: string, { file, ...call }: FileUpload) {
  const multipart = new FormData();
  multipart.set(field, file);
  return { multipart, ...call };
}
