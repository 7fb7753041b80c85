// Converts between a call and its receiver, which is the mode and the beginning of the URL's host.
import type { Mode } from '@godwit/contract/messages/statuses';
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

/** The receiver of the calls of a webhook endpoint. Each endpoint has its own, so none waits for another. */
export const endpointReceiver = (mode: Mode, url: string, id: string): string =>
  `${mode === 'TEST' ? OF_TEST : ''}${new URL(url).host.slice(0, 200)} ${id}`;

/** The host of a receiver, without its mode and endpoint. */
export const hostOf = (receiver: string): string =>
  (receiver.startsWith(OF_TEST) ? receiver.slice(OF_TEST.length) : receiver).split(' ')[0]!;
