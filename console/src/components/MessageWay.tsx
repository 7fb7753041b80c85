// How far a message is, as the bird's path, with when it came to each stop.
import type { SmsObject } from '@godwit/contract/messages';
import { formatTime } from '../format.ts';
import { useText } from '../text/useText.ts';
import { FlightPath, type Station } from '../ui/FlightPath.tsx';
import { Moment } from './Moment.tsx';

/** Where a message has come on its way, or ends it; without a time it is still to come. */
type Stop = {
  event: 'accepted' | 'queued' | 'sent' | 'delivered' | 'failed' | 'cancelled';
  at: string | null;
};

type Way = Pick<SmsObject, 'status' | 'events' | 'failure'>;

/**
 * The way of a message: waiting to go out, sent, at its end. What it passed without a time of its own is left out. Before it is queued, as
 * while it is scheduled, it is only accepted.
 */
export function wayOf({ status, events, failure }: Way): Stop[] {
  const first: Stop = events.queued_at
    ? { event: 'queued', at: events.queued_at }
    : { event: 'accepted', at: events.accepted_at };
  const sent: Stop = { event: 'sent', at: events.sent_at };
  if (status === 'FAILED') {
    const event = failure?.code === 'CANCELLED' ? 'cancelled' : 'failed';
    return [first, ...(sent.at ? [sent] : []), { event, at: events.failed_at }];
  }
  const isPassed = status === 'DELIVERED' && sent.at === null;
  return [first, ...(isPassed ? [] : [sent]), { event: 'delivered', at: events.delivered_at }];
}

const WORDS = {
  accepted: 'event.accepted',
  cancelled: 'event.cancelled',
  queued: 'status.queued',
  sent: 'status.sent',
  delivered: 'status.delivered',
  failed: 'status.failed',
} as const;

/** The word for a stop. */
export const stopWord = (event: Stop['event']) => WORDS[event];

/** Where a way may end before the handset. */
const TONES: Partial<Record<Stop['event'], Station['tone']>> = { failed: 'danger', cancelled: 'muted' };

export function MessageWay({ message }: { message: Way }) {
  const t = useText();
  const stations = wayOf(message).map(({ event, at }): Station => {
    const tone = TONES[event];
    return {
      name: t(WORDS[event]),
      value: at ? <Moment instant={at}>{formatTime(at)}</Moment> : t('field.none'),
      share: at ? 1 : 0,
      ...(tone ? { tone } : {}),
    };
  });
  return <FlightPath stations={stations} label={t('message.way')} />;
}
