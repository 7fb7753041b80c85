// Converts messages to answers: the same row for the public API, the console's log and its details page.
import { routeClass } from '@godwit/contract/contentClass';
import type { MessageDetail, MessageRow, ShownRow, SmsObject } from '@godwit/contract/messages/messages';
import { publicStatus, shownStatusOf } from '@godwit/contract/messages/statuses';
import type { DryRunAnswer } from '@godwit/contract/publicApi/send';
import type { MessageTrace } from '@godwit/contract/staff/operations';
import { failureOf } from '../../explainFailure.ts';
import { fromMicros } from '../../money.ts';
import { numberMetadata } from '../../phoneNumbers.ts';
import type { DryRun } from '../accept/dryRun.ts';
import type { Message, MessageListRow } from '../accept/queries.ts';

/** A row of a log in the console. */
export function toRow(message: MessageListRow): ShownRow {
  return {
    id: message.id,
    project_id: message.projectId,
    accepted_at: message.acceptedAt.toISOString(),
    direction: message.direction,
    api_type: message.apiType,
    from: message.sender,
    to: message.recipient,
    segments: message.segments,
    status: shownStatusOf(message.state, message.failure),
    mode: message.mode,
  };
}

/** A row of a log over the public API. */
export function toPublicRow(message: MessageListRow): MessageRow {
  return { ...toRow(message), status: publicStatus(message.state) };
}

/** The public API's SMS object. */
export function toSmsObject(message: Message): SmsObject {
  return {
    ...toWhole(message),
    status: publicStatus(message.state),
    number_metadata:
      message.numberMetadata ??
      numberMetadata(message.direction === 'INCOMING' ? message.sender : message.recipient),
    status_callback: message.statusCallback,
    client_reference: message.clientReference,
  };
}

const NO_BRAND = {
  code: 'NO_BRAND' as const,
  description:
    'The text does not name the sender ID, its owner or one of its other names, and networks of this country want the brand in the text. It would be sent, but they may block it. Write the name in the text, or add the one you use to the sender ID in the console.',
};

/** The public API's answer to a dry run. */
export function toDryRun({ costMicros, contentClass, sendAt, lacksBrand, ...dry }: DryRun): DryRunAnswer {
  // A time just past, which accept tolerates, means at once.
  const heldUntil = sendAt !== null && sendAt > new Date() ? sendAt : null;
  const { currency, segments, encoding } = dry;
  return {
    ...{ dry_run: true, price: fromMicros(costMicros), currency, segments, encoding },
    route_class: routeClass(contentClass),
    held_until: iso(heldUntil),
    warnings: lacksBrand ? [NO_BRAND] : [],
  };
}

/** The console's details page; `callback` is the state of the message's callbacks. */
export function toDetail(message: Message, callback: MessageDetail['status_callback']): MessageDetail {
  const { mode, chargedMicros, platform, encoding } = message;
  const refunded = mode === 'LIVE' && chargedMicros === 0n && message.costMicros > 0n;
  return { ...toWhole(message), platform, refunded, encoding, status_callback: callback };
}

/** A message in a staff trace, without its text. */
export function toTraced(message: Message): MessageTrace['message'] {
  const { body, events, project_id, ...shown } = toWhole(message);
  const { encoding, state } = message;
  return {
    ...shown,
    masked_body: maskText(body),
    encoding,
    state,
    charged: fromMicros(message.chargedMicros),
  };
}

function toWhole(message: Message) {
  return {
    ...toRow(message),
    body: message.body,
    length: message.characters,
    cost: fromMicros(message.costMicros),
    currency: message.currency,
    send_at: iso(message.sendAt),
    events: {
      accepted_at: message.acceptedAt.toISOString(),
      queued_at: iso(message.queuedAt),
      sent_at: iso(message.sentAt),
      delivered_at: iso(message.deliveredAt),
      failed_at: iso(message.failedAt),
    },
    failure: failureOf(message),
    missing_parts: message.missingParts ?? 0,
    sender_shown: message.senderSent,
  };
}

/**
 * A text for staff, with a dot for every letter, digit and mark. Blanks, line breaks and punctuation remain,
 * to show its form.
 */
export function maskText(text: string): string {
  return text.replace(/[\p{L}\p{N}\p{M}]/gu, '•');
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
