// The client of the public API. resources.ts has the methods that need nothing more than a request.
import { randomUUID } from 'node:crypto';
import { idOf, keyOf, type Timed, wire } from './caller.ts';
import { AnswerError, ApiError, isTemporaryCode } from './errors.ts';
import { Resources } from './resources.ts';
import type { CallOptions, SendOptions } from './transport.ts';
import {
  type Balance,
  type DryRun,
  type ErrorAnswer,
  ErrorCode,
  type Event,
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
export type NewMessage = Timed<Omit<SendRequest, 'dry_run'>>;

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

/** From which event on to read, how many (25 without it), and how long to wait for one: 0 to 25 seconds. */
export type EventOptions = { after?: string; limit?: number; wait_s?: number };

/** Makes the calls of the public API for one project, in the mode of the key. */
export class Godwit extends Resources {
  /** Sends one message. Retries have the same Idempotency-Key, so the message is sent once. */
  async send(message: NewMessage, options: SendOptions = {}): Promise<Message> {
    return this.request<Message>('POST', '/messages', options, {
      body: wire(message),
      idempotencyKey: keyOf(options),
    });
  }

  /**
   * Checks and prices a message without sending it. Throws the ApiError with which the message would be
   * refused.
   */
  async dryRun(message: NewMessage, options: CallOptions = {}): Promise<DryRun> {
    const body = { ...wire(message), dry_run: true };
    // A version of the service without dry runs sends the message: only once, and the caller hears of it.
    const idempotencyKey = randomUUID();
    const answer = await this.request<DryRun>('POST', '/messages', options, { body, idempotencyKey });
    if (answer.dry_run !== true)
      throw new AnswerError('This service has no dry runs, so it has SENT the message', 201, null);
    return answer;
  }

  /**
   * Sends up to 1,000 messages. Each is accepted or refused separately; results are in the order of the
   * messages. Temporary refusals are retried.
   */
  async batch(messages: readonly NewMessage[], options: SendOptions = {}): Promise<BatchResult[]> {
    const { results } = await this.request<{ results: (Message | ErrorAnswer)[] }>(
      'POST',
      '/messages/batch',
      options,
      {
        body: { messages: messages.map(wire) },
        idempotencyKey: keyOf(options),
        isUnfinished: (answer) => answer.results.some((one) => 'code' in one && isTemporaryCode(one.code)),
      },
    );
    return results.map((one) => ('code' in one ? { ok: false, error: one } : { ok: true, message: one }));
  }

  /** Reads a message. */
  async get(id: string, options: CallOptions = {}): Promise<Message> {
    return this.request<Message>('GET', `/messages/${idOf(id)}`, options);
  }

  /**
   * Lists all messages of these days that match the filters, loading more as needed:
   * `for await (const message of godwit.list())`.
   */
  async *list(query: ListOptions = {}, options: CallOptions = {}): AsyncGenerator<MessageRow, void, void> {
    const { page_size: limit, ...filters } = query;
    yield* this.walk<MessageRow>('/messages', { sort_order: 'ASC', ...filters, limit }, options);
  }

  /** Lists one page, with totals; pages count from 1. */
  async page(query: PageOptions = {}, options: CallOptions = {}): Promise<MessagePage> {
    return this.request<MessagePage>('GET', '/messages', options, {
      query: { page_num: 1, page_size: 25, sort_order: 'ASC', ...query },
    });
  }

  /**
   * Cancels a scheduled or queued message. Cancelling it again succeeds. Throws an ApiError with
   * `ErrorCode.conflict` once it is being sent.
   */
  async cancel(id: string, options: CallOptions = {}): Promise<Message> {
    try {
      return await this.request<Message>('POST', `/messages/${idOf(id)}/cancel`, options);
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
    return this.request<EventPage>('GET', '/events', options, { query });
  }

  /**
   * Returns the events after `after` one by one, the oldest first, and ends when there are no more. The `id`
   * of the last one is the `after` of your next call.
   */
  async *listEvents(
    query: Omit<EventOptions, 'wait_s'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Event, void, void> {
    let page = await this.events({ limit: 100, ...query }, options);
    while (page.results.length > 0) {
      yield* page.results;
      page = await this.events({ limit: 100, ...query, after: page.next! }, options);
    }
  }

  /**
   * Sends an event again to the webhook endpoints that take it. Throws an ApiError with
   * `ErrorCode.conflict` if there is none.
   */
  async resendEvent(id: string, options: CallOptions = {}): Promise<ResentEvent> {
    return this.request<ResentEvent>('POST', `/events/${idOf(id, 'event')}/resend`, options);
  }

  /** Reads the team's balance. */
  async balance(options: CallOptions = {}): Promise<Balance> {
    return this.request<Balance>('GET', '/balance', options);
  }

  /** Checks the credentials; returns their project and mode. */
  async login(options: CallOptions = {}): Promise<Login> {
    return this.request<Login>('POST', '/login', options);
  }
}
