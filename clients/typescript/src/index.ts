// The public exports of the package.
export { type Callback, CallbackError, type CallbackHeaders, verifyCallback } from './callbacks.ts';
export type { Timed } from './caller.ts';
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
export type * from './types.ts';
export { ErrorCode } from './types.ts';
