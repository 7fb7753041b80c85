// The public exports of the package.
export { type Callback, CallbackError, type CallbackHeaders, verifyCallback } from './callbacks.ts';
export {
  type BatchResult,
  type EventOptions,
  Godwit,
  type ListOptions,
  type NewMessage,
  type PageOptions,
} from './client.ts';
export { AnswerError, ApiError, ConnectionError, GodwitError } from './errors.ts';
export type { CallOptions, ClientOptions, Patience, SendOptions } from './transport.ts';
export {
  type Balance,
  type DryRun,
  type ErrorAnswer,
  ErrorCode,
  type Event,
  type EventPage,
  type IncomingCallback,
  type IncomingData,
  type ListQuery,
  type Login,
  type Message,
  type MessageData,
  type MessagePage,
  type MessageRow,
  type OptOut,
  type ResentEvent,
  type SendRequest,
  type StatusCallback,
  type VerificationData,
} from './types.ts';
