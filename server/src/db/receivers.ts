// The receiver of a callback, in SQL and back: the host of its URL, as much of it as distinguishes receivers,
// and its mode.
import { type Fragment, fragment, raw } from './sql.ts';

/** Stands before the host of a TEST receiver. No host has a blank or a capital letter. */
const OF_TEST = 'TEST ';

/**
 * The receiver that `status_callback` names, for a row with a `mode`: its host in lower case. TEST has a
 * receiver of its own at the same host, so its calls never delay LIVE ones. The call itself parses the URL
 * with care.
 */
export const CALLBACK_RECEIVER = fragment`case mode when 'TEST' then '${raw(OF_TEST)}' else '' end
      || left(lower(coalesce(substring(status_callback from '^[A-Za-z]+:/*([^/?#]*)'), '')), 255)`;

/** A condition: the receiver in one column is of the mode in the other. */
export const isReceiverOf = (receiver: string, mode: string): Fragment =>
  fragment`starts_with(${raw(receiver)}, '${raw(OF_TEST)}') = (${raw(mode)} = 'TEST')`;

/** The host of a receiver, which both modes share. */
export const hostOf = (receiver: string): string =>
  receiver.startsWith(OF_TEST) ? receiver.slice(OF_TEST.length) : receiver;
