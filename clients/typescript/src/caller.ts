// Makes the requests of the client's methods, and walks through lists.
import { randomUUID } from 'node:crypto';
import { type Call, type CallOptions, type ClientOptions, type SendOptions, Transport } from './transport.ts';

/** A body whose `send_at` may be a Date. */
export type Timed<Body> = Omit<Body, 'send_at'> & { send_at?: string | Date | null | undefined };

/** Rows of a list; `next` is null at its end. */
type Rows<Row> = { results: Row[]; next: string | null };

type More<Answer> = Omit<Call<Answer>, 'method' | 'path'> & { query?: object };

export class Caller {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Makes one call. */
  protected async request<Answer>(
    method: Call<Answer>['method'],
    path: string,
    options: CallOptions,
    { query = {}, ...more }: More<Answer> = {},
  ): Promise<Answer> {
    const call: Call<Answer> = { method, path: path + searchOf(query), ...more };
    return (await this.#transport.request<Answer>(call, options)).answer;
  }

  /** Returns the rows of a list one by one, and loads more as needed. */
  protected async *walk<Row>(
    path: string,
    query: { after?: string | undefined; limit?: number | undefined },
    options: CallOptions,
  ): AsyncGenerator<Row, void, void> {
    if ('before' in query && query.before !== undefined)
      throw new TypeError('Leave out before: lists continue with after. To use before, read a page');
    let after: string | null | undefined = query.after;
    do {
      const asked = { ...query, limit: query.limit ?? 100, after };
      const page: Rows<Row> = await this.request<Rows<Row>>('GET', path, options, { query: asked });
      yield* page.results;
      after = page.next;
    } while (after !== null);
  }
}

/** Formats a body for the API, which reads times without fractions of a second. */
export function wire<Body extends { send_at?: string | Date | null | undefined }>(
  body: Body,
): Omit<Body, 'send_at'> & { send_at?: string | null | undefined } {
  const { send_at, ...rest } = body;
  if (send_at === undefined) return rest;
  return { ...rest, send_at: send_at instanceof Date ? `${send_at.toISOString().slice(0, 19)}Z` : send_at };
}

/** The Idempotency-Key of a call: the given one, or a new one. */
export function keyOf({ idempotencyKey = randomUUID() }: SendOptions): string {
  if (!/^[!-~](?:[ -~]{0,253}[!-~])?$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 characters of ASCII, without a blank at its ends');
  return idempotencyKey;
}

/** A part of a path: the id of a message, or the number of a conversation. */
export function idOf(id: string, what = 'message', name = 'id'): string {
  if (typeof id !== 'string' || id === '') throw new TypeError(`The ${name} of the ${what} is missing`);
  return encodeURIComponent(id);
}

/** The query with the parameters that have a value. */
function searchOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
