// Converts between a callback and its receiver, which is the mode and the beginning of the URL's host.
import { type Fragment, fragment, raw } from './sql.ts';

/** Precedes the host of a TEST receiver. No host contains a blank or a capital letter. */
const OF_TEST = 'TEST ';

/**
 * SQL of the receiver of a row's `status_callback`: its host in lower case. TEST has a separate receiver at
 * the same host, so its calls never delay LIVE ones. The call itself parses the URL strictly.
 */
export const CALLBACK_RECEIVER = fragment`case mode when 'TEST' then '${raw(OF_TEST)}' else '' end
      || left(lower(coalesce(substring(status_callback from '^[A-Za-z]+:/*([^/?#]*)'), '')), 255)`;

/** SQL condition: the receiver in one column has the mode in the other. */
export const isReceiverOf = (receiver: string, mode: string): Fragment =>
  fragment`starts_with(${raw(receiver)}, '${raw(OF_TEST)}') = (${raw(mode)} = 'TEST')`;

/** The host of a receiver, without its mode. */
export const hostOf = (receiver: string): string =>
  receiver.startsWith(OF_TEST) ? receiver.slice(OF_TEST.length) : receiver;
