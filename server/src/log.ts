// The log: JSON lines, formatted on a terminal. It never contains bodies, headers, cookies, keys or tokens;
// this file ensures that.
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { isOutage, outage } from './db/outage.ts';
import type { Settings } from './settings.ts';

/** Creates the process's log. `destination` is standard output unless a test needs the lines. */
export function createLog({ logLevel }: Pick<Settings, 'logLevel'>, destination?: DestinationStream): Logger {
  const stream =
    destination ?? (process.stdout.isTTY ? PinoPretty({ ignore: 'pid,hostname' }) : pino.destination(1));
  return pino(
    {
      level: logLevel,
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
      hooks: { logMethod: oncePerOutage },
    },
    stream,
  );
}

/** Logs an outage of the database once and without stack traces, whatever fails because of it. */
function oncePerOutage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [about] = args as unknown[];
  const error = typeof about === 'object' && about !== null && 'err' in about ? about.err : null;
  if (!isOutage(error)) method.apply(this, args);
  else if (outage.isNews(this))
    this.error({ reason: error.message }, 'The database is away; work waits, and goes on when it is back');
}

/** An error without its other properties, since database errors carry values of the refused row. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, stack, code, cause } = error;
  return { type: name, message, stack, code, ...(cause instanceof Error && { cause: describeError(cause) }) };
}
