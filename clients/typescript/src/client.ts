// The public API, one method for each call.
import { randomUUID } from 'node:crypto';
import { ApiError, isTemporaryCode } from './errors.ts';
import { type CallOptions, type ClientOptions, type SendOptions, Transport } from './transport.ts';
import {
  type Balance,
  type ErrorAnswer,
  ErrorCode,
  type ListQuery,
  type Login,
  type Message,
  type MessagePage,
  type MessageRow,
  type SendRequest,
} from './types.ts';

/** A message to send. `send_at` may be a Date. */
export type NewMessage = Omit<SendRequest, 'send_at'> & { send_at?: string | Date | null | undefined };

/** What became of one message of a batch. */
export type BatchResult = { ok: true; message: Message } | { ok: false; error: ErrorAnswer };

/** What to list: days of the project's time zone, both included; the oldest message comes first unless told. */
export type ListOptions = Partial<Omit<ListQuery, 'page_num'>>;

/** Sends and reads the messages of one project, in the mode of the key. */
export class Godwit {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Hands one message in. What is tried again has the same Idempotency-Key, so that one message is sent, and not two. */
  async send(message: NewMessage, options: SendOptions = {}): Promise<Message> {
    return this.#ask<Message>('POST', '/messages', options, {
      body: wireMessage(message),
      idempotencyKey: keyOf(options),
    });
  }

  /**
   * Hands in up to 1,000 messages, each accepted or refused by itself: the results are in the order of the messages. What is refused for the
   * moment only is tried again.
   */
  async batch(messages: readonly NewMessage[], options: SendOptions = {}): Promise<BatchResult[]> {
    const { results } = await this.#ask<{ results: (Message | ErrorAnswer)[] }>(
      'POST',
      '/messages/batch',
      options,
      {
        body: { messages: messages.map(wireMessage) },
        idempotencyKey: keyOf(options),
        isUnfinished: (answer) => answer.results.some((one) => 'code' in one && isTemporaryCode(one.code)),
      },
    );
    return results.map((one) => ('code' in one ? { ok: false, error: one } : { ok: true, message: one }));
  }

  /** A message as it is now. */
  async get(id: string, options: CallOptions = {}): Promise<Message> {
    return this.#ask<Message>('GET', `/messages/${idOf(id)}`, options);
  }

  /** All messages of these days, page after page as they are read: `for await (const message of godwit.list())`. */
  async *list(query: ListOptions = {}, options: CallOptions = {}): AsyncGenerator<MessageRow, void, void> {
    let before = new Set<string>();
    for (let number = 1; ; number++) {
      const { results, total_pages } = await this.page(
        { page_size: 100, ...query, page_num: number },
        options,
      );
      // Newest first, messages that came meanwhile move others to the next page.
      yield* results.filter(({ id }) => !before.has(id));
      if (results.length === 0 || number >= total_pages) return;
      before = new Set(results.map(({ id }) => id));
    }
  }

  /** One page of the list, with totals; pages count from 1. */
  async page(query: Partial<ListQuery> = {}, options: CallOptions = {}): Promise<MessagePage> {
    const asked = { page_num: 1, page_size: 25, sort_order: 'ASC', ...query };
    const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    return this.#ask<MessagePage>('GET', `/messages?${search}`, options);
  }

  /**
   * Takes back a message that is scheduled or waits; what is cancelled stays so. Once it is being sent, an ApiError with
   * `ErrorCode.conflict`.
   */
  async cancel(id: string, options: CallOptions = {}): Promise<Message> {
    try {
      return await this.#ask<Message>('POST', `/messages/${idOf(id)}/cancel`, options);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === ErrorCode.conflict)) throw error;
      // An earlier try may have been done without its answer coming through.
      const message = await this.get(id, options);
      if (message.failure?.code !== 'CANCELLED') throw error;
      return message;
    }
  }

  /** What the team has to spend. */
  async balance(options: CallOptions = {}): Promise<Balance> {
    return this.#ask<Balance>('GET', '/balance', options);
  }

  /** Checks the credentials: whose they are, and for which mode. */
  async login(options: CallOptions = {}): Promise<Login> {
    return this.#ask<Login>('POST', '/login', options);
  }

  async #ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions,
    more: { body?: unknown; idempotencyKey?: string; isUnfinished?: (answer: Answer) => boolean } = {},
  ): Promise<Answer> {
    return (await this.#transport.ask<Answer>({ method, path, ...more }, options)).answer;
  }
}

/** A message as it is posted; the service reads times without fractions of a second. */
function wireMessage(message: NewMessage): SendRequest {
  const { send_at, ...rest } = message;
  if (send_at === undefined) return rest;
  return { ...rest, send_at: send_at instanceof Date ? `${send_at.toISOString().slice(0, 19)}Z` : send_at };
}

function keyOf({ idempotencyKey = randomUUID() }: SendOptions): string {
  if (!/^[!-~](?:[ -~]{0,253}[!-~])?$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 characters of ASCII, without a blank at its ends');
  return idempotencyKey;
}

function idOf(id: string): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('The id of the message is missing');
  return encodeURIComponent(id);
}
