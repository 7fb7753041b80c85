// Lines for people, and lines of JSON for programs.
import {
  AnswerError,
  ApiError,
  ConnectionError,
  ErrorCode,
  GodwitError,
} from '../../typescript/src/index.ts';
import { UsageError } from './settings.ts';

/** Exit statuses. */
export const STATUS = { done: 0, refused: 1, usage: 2, unknown: 3 } as const;

export type Output = {
  /** Prints a line on the standard output. */
  print(line: string): void;
  /** Prints a line on the standard error. */
  warn(line: string): void;
};

/** Thrown if it is unknown whether a message was accepted; `repeat` has the options that repeat it safely. */
export class DoubtError extends Error {
  override name = 'DoubtError';
  readonly repeat: string;

  constructor(message: string, repeat: string) {
    super(message);
    this.repeat = repeat;
  }
}

/** Removes control characters, with which a name or number from outside could steer a terminal. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** JSON of one line, whose texts from outside cannot steer a terminal either. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints cause, consequence and next step of an error; returns the exit status. */
export function reportError(error: unknown, { warn }: Output, isSending: boolean): number {
  if (error instanceof UsageError) {
    warn(error.message);
    return STATUS.usage;
  }
  if (error instanceof DoubtError) {
    warn(plain(error.message));
    warn('It is unknown whether the message was accepted.');
    warn(`Next: repeat the command with ${error.repeat}: the message is sent once.`);
    return STATUS.unknown;
  }
  if (!(error instanceof GodwitError)) throw error;
  warn(plain(error.message));
  if (error instanceof ApiError)
    for (const [field, text] of Object.entries(error.fields))
      if (text !== error.description) warn(`  ${field}: ${plain(text)}`);
  // An old service sends the message of a dry run, which the AnswerError says.
  if (isSending && !(error instanceof AnswerError)) warn('Nothing was sent or charged.');
  const next = nextStep(error);
  if (next) warn(`Next: ${next}`);
  return STATUS.refused;
}

function nextStep(error: GodwitError): string | null {
  if (error instanceof ConnectionError) return 'check GODWIT_URL and the network, then repeat the command.';
  if (!(error instanceof ApiError)) return 'check GODWIT_URL.';
  if (error.code === ErrorCode.invalidCredentials)
    return 'check GODWIT_PROJECT and GODWIT_API_KEY: both are in the console, under Settings.';
  if (error.retryAfterSeconds !== null) return `repeat the command in ${error.retryAfterSeconds} s.`;
  return null;
}
