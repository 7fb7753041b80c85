// A message as Twilio's Message resource, and its status in Twilio's words.
import { failureOf } from '../../explainFailure.ts';
import type { findMessage } from '../../messages/log/log.ts';
import { fromMicros } from '../../money.ts';
import { sidOf } from './sids.ts';

export const VERSION = '2010-04-01';

/** Twilio's codes for a message that a carrier could not deliver, and for all other reasons. */
const UNREACHABLE = 30_003;
const UNKNOWN = 30_008;

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>;
type Ended = Pick<Message, 'state' | 'failure'>;

/** The status of an outgoing message. */
export function statusOf({ state, failure, sendAt }: Ended & { sendAt: Date | null }): string {
  if (state === 'delivered' || state === 'sent') return state;
  if (state !== 'failed') return sendAt !== null && sendAt > new Date() ? 'scheduled' : 'queued';
  if (failure === 'CANCELLED') return 'canceled';
  return failure === 'UNDELIVERED' ? 'undelivered' : 'failed';
}

/** Twilio's error code of a failed message; null for all others. */
export function errorCodeOf({ state, failure }: Ended): number | null {
  if (state !== 'failed' || failure === 'CANCELLED') return null;
  return failure === 'UNDELIVERED' ? UNREACHABLE : UNKNOWN;
}

/** The path of a message, below the base of the API. */
export const uriOf = ({ projectId, id }: Pick<Message, 'projectId' | 'id'>): string =>
  `/${VERSION}/Accounts/${sidOf('AC', projectId)}/Messages/${sidOf('SM', id)}.json`;

/** Converts a message. Numbers are texts and dates RFC 2822, as Twilio's clients expect. */
export function toResource(message: Message) {
  const { acceptedAt, sentAt, deliveredAt, failedAt, mode, direction } = message;
  const isIncoming = direction === 'INCOMING';
  const error_code = errorCodeOf(message);
  return {
    ...{ sid: sidOf('SM', message.id), account_sid: sidOf('AC', message.projectId), api_version: VERSION },
    ...{ to: message.recipient, from: message.sender, body: message.body },
    ...{ status: isIncoming ? 'received' : statusOf(message), messaging_service_sid: null },
    direction: isIncoming ? 'inbound' : 'outbound-api',
    ...{ num_segments: String(message.segments), num_media: '0' },
    price: mode === 'LIVE' && !isIncoming ? `-${fromMicros(message.chargedMicros)}` : null,
    price_unit: message.currency,
    error_code,
    error_message: error_code === null ? null : (failureOf(message)?.description ?? null),
    date_created: rfc2822(acceptedAt),
    date_updated: rfc2822(failedAt ?? deliveredAt ?? sentAt ?? acceptedAt),
    date_sent: sentAt && rfc2822(sentAt),
    // Media and others that Twilio lists here do not exist.
    ...{ uri: uriOf(message), subresource_uris: {} },
  };
}

/** A time as Twilio writes it. */
export const rfc2822 = (at: Date): string => at.toUTCString().replace('GMT', '+0000');
