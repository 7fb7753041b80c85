// The client of the public API, with one method for each call.
import { randomUUID } from 'node:crypto';
import { AnswerError, ApiError, isTemporaryCode } from './errors.ts';
import { type CallOptions, type ClientOptions, type SendOptions, Transport } from './transport.ts';
import {
  type Balance,
  type DryRun,
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
export type NewMessage = Omit<SendRequest, 'send_at' | 'dry_run'> & {
  send_at?: string | Date | null | undefined;
};

/** The result of one message of a batch. */
export type BatchResult = { ok: true; message: Message } | { ok: false; error: ErrorAnswer };

/** The messages to list: days in the project's time zone, both included; default: oldest first. */
export type ListOptions = Omit<PageOptions, 'page_num'>;

/** The page to read, and its filter. */
export type PageOptions = Omit<ListQuery, 'limit' | 'after' | 'before'>;

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
   * Lists all messages of these days, loading pages as needed: `for await (const message of godwit.list())`.
   */
  async *list(query: ListOptions = {}, options: CallOptions = {}): AsyncGenerator<MessageRow, void, void> {
    let before = new Set<string>();
    for (let number = 1; ; number++) {
      const { results, total_pages } = await this.page(
        { page_size: 100, ...query, page_num: number },
        options,
      );
      // Newest first, new messages move earlier ones to the next page.
      yield* results.filter(({ id }) => !before.has(id));
      if (results.length === 0 || number >= total_pages) return;
      before = new Set(results.map(({ id }) => id));
    }
  }

  /** Lists one page, with totals; pages count from 1. */
  async page(query: PageOptions = {}, options: CallOptions = {}): Promise<MessagePage> {
    const parameters = { page_num: 1, page_size: 25, sort_order: 'ASC', ...query };
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
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

function idOf(id: string): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('The id of the message is missing');
  return encodeURIComponent(id);
}
