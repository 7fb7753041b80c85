// The client of the public API, with one method for each call.
import { randomUUID } from 'node:crypto';
import { AnswerError, ApiError, isTemporaryCode } from './errors.ts';
import { type CallOptions, type ClientOptions, type SendOptions, Transport } from './transport.ts';
import {
  type Balance,
  type DryRun,
  type ErrorAnswer,
  ErrorCode,
  type EventPage,
  type ListQuery,
  type Login,
  type Message,
  type MessagePage,
  type MessageRow,
  type ResentEvent,
  type SendRequest,
} from './types.ts';

/** A message to send. `send_at` may be a Date. */
export type NewMessage = Omit<SendRequest, 'send_at' | 'dry_run'> & {
  send_at?: string | Date | null | undefined;
};

/** The result of one message of a batch. */
export type BatchResult = { ok: true; message: Message } | { ok: false; error: ErrorAnswer };

/**
 * The messages to list: days in the project's time zone, both included; default: oldest first. `page_size`:
 * how many to load in one call, 100 without it.
 */
export type ListOptions = Omit<ListQuery, 'limit' | 'after' | 'before' | 'page_num'>;

/** The page to read, and its filter. */
export type PageOptions = Omit<
  ListQuery,
  'limit' | 'after' | 'before' | 'sender' | 'recipient' | 'status' | 'campaign_id'
>;

/** Messages of a list; `next` is null at its end. */
type Rows = { results: MessageRow[]; next: string | null };

/** From which event on to read, how many (25 without it), and how long to wait for one: 0 to 25 seconds. */
export type EventOptions = { after?: string; limit?: number; wait_s?: number };

/** Sends and reads the messages of one project, in the mode of the key. */
export class Godwit {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Sends one message. Retries have the same Idempotency-Key, so the message is sent once. */
  async send(message: NewMessage, options: SendOptions = {}): Promise<Message> {
    return this.#request<Message>('POST', '/messages', options, {
      body: wireMessage(message),
      idempotencyKey: keyOf(options),
    });
  }

  /**
   * Checks and prices a message without sending it. Throws the ApiError with which the message would be
   * refused.
   */
  async dryRun(message: NewMessage, options: CallOptions = {}): Promise<DryRun> {
    const body = { ...wireMessage(message), dry_run: true };
    // A version of the service without dry runs sends the message: only once, and the caller hears of it.
    const idempotencyKey = randomUUID();
    const answer = await this.#request<DryRun>('POST', '/messages', options, { body, idempotencyKey });
    if (answer.dry_run !== true)
      throw new AnswerError('This service has no dry runs, so it has SENT the message', 201, null);
    return answer;
  }

  /**
   * Sends up to 1,000 messages. Each is accepted or refused separately; results are in the order of the
   * messages. Temporary refusals are retried.
   */
  async batch(messages: readonly NewMessage[], options: SendOptions = {}): Promise<BatchResult[]> {
    const { results } = await this.#request<{ results: (Message | ErrorAnswer)[] }>(
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

  /** Reads a message. */
  async get(id: string, options: CallOptions = {}): Promise<Message> {
    return this.#request<Message>('GET', `/messages/${idOf(id)}`, options);
  }

  /**
   * Lists all messages of these days that match the filters, loading more as needed:
   * `for await (const message of godwit.list())`.
   */
  async *list(query: ListOptions = {}, options: CallOptions = {}): AsyncGenerator<MessageRow, void, void> {
    const { page_size: limit = 100, ...filters } = query;
    let after: string | null = null;
    do {
      const search = searchOf({ sort_order: 'ASC', ...filters, limit, after });
      const page: Rows = await this.#request<Rows>('GET', `/messages?${search}`, options);
      yield* page.results;
      after = page.next;
    } while (after !== null);
  }

  /** Lists one page, with totals; pages count from 1. */
  async page(query: PageOptions = {}, options: CallOptions = {}): Promise<MessagePage> {
    const search = searchOf({ page_num: 1, page_size: 25, sort_order: 'ASC', ...query });
    return this.#request<MessagePage>('GET', `/messages?${search}`, options);
  }

  /**
   * Cancels a scheduled or queued message. Cancelling it again succeeds. Throws an ApiError with
   * `ErrorCode.conflict` once it is being sent.
   */
  async cancel(id: string, options: CallOptions = {}): Promise<Message> {
    try {
      return await this.#request<Message>('POST', `/messages/${idOf(id)}/cancel`, options);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === ErrorCode.conflict)) throw error;
      // An earlier try may have cancelled it although its response was lost.
      const message = await this.get(id, options);
      if (message.failure?.code !== 'CANCELLED') throw error;
      return message;
    }
  }

  /**
   * Reads events of the project in the mode of the key, the oldest first. Recording begins with the first
   * call. Pass `next` as `after` in the next call, and none is missed.
   */
  async events(query: EventOptions = {}, options: CallOptions = {}): Promise<EventPage> {
    return this.#request<EventPage>('GET', `/events?${searchOf(query)}`, options);
  }

  /**
   * Sends an event again to the webhook endpoints that take it. Throws an ApiError with
   * `ErrorCode.conflict` if there is none.
   */
  async resendEvent(id: string, options: CallOptions = {}): Promise<ResentEvent> {
    return this.#request<ResentEvent>('POST', `/events/${idOf(id, 'event')}/resend`, options);
  }

  /** Reads the team's balance. */
  async balance(options: CallOptions = {}): Promise<Balance> {
    return this.#request<Balance>('GET', '/balance', options);
  }

  /** Checks the credentials; returns their project and mode. */
  async login(options: CallOptions = {}): Promise<Login> {
    return this.#request<Login>('POST', '/login', options);
  }

  async #request<Answer>(
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions,
    more: { body?: unknown; idempotencyKey?: string; isUnfinished?: (answer: Answer) => boolean } = {},
  ): Promise<Answer> {
    return (await this.#transport.request<Answer>({ method, path, ...more }, options)).answer;
  }
}

/** Formats a message for the API, which reads times without fractions of a second. */
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

function idOf(id: string, what = 'message'): string {
  if (typeof id !== 'string' || id === '') throw new TypeError(`The id of the ${what} is missing`);
  return encodeURIComponent(id);
}

/** The parameters of a query that have a value. */
function searchOf(query: object): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}
