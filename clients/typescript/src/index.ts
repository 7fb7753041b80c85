// The public exports of the package.
export { type Callback, CallbackError, type CallbackHeaders, verifyCallback } from './callbacks.ts';
export { type BatchResult, Godwit, type ListOptions, type NewMessage, type PageOptions } from './client.ts';
export { AnswerError, ApiError, ConnectionError, GodwitError } from './errors.ts';
export type { CallOptions, ClientOptions, Patience, SendOptions } from './transport.ts';
export {
  type Balance,
  type DryRun,
  type ErrorAnswer,
  ErrorCode,
  type IncomingCallback,
  type ListQuery,
  type Login,
  type Message,
  type MessagePage,
  type MessageRow,
  type SendRequest,
  type StatusCallback,
} from './types.ts';
