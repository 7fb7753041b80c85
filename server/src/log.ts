// The log: JSON lines, pretty on a terminal. What may be in it is decided here: never bodies, headers, cookies, keys or tokens.
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Settings } from './settings.ts';

/** Makes the process's log; `destination` is standard output unless a test wants the lines. */
export function createLog({ logLevel }: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  const stream =
    destination ?? (process.stdout.isTTY ? PinoPretty({ ignore: 'pid,hostname' }) : pino.destination(1));
  return pino(
    { level: logLevel, serializers: { err: describeError, req: () => undefined, res: () => undefined } },
    stream,
  );
}

/** An error without its other properties: the database's carry the values of the row that was refused. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, stack, code, cause } = error;
  return { type: name, message, stack, code, ...(cause instanceof Error && { cause: describeError(cause) }) };
}
