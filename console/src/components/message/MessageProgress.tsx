// The progress of a message as a path, with the time of each step.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import { formatTime } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { FlightPath, type PathStep } from '../../ui/FlightPath.tsx';
import { Moment } from '../Moment.tsx';

/** A step of a message. Without a time, it has not been reached. */
type Step = {
  event: 'accepted' | 'queued' | 'sent' | 'delivered' | 'failed' | 'cancelled';
  at: string | null;
};

type Progress = Pick<MessageDetail, 'status' | 'events'>;

/**
 * Returns the steps of a message: queued, sent, and its end. Omits steps that were skipped. Before it is
 * queued, for example while scheduled, its first step is 'accepted'.
 */
export function stepsOf({ status, events }: Progress): Step[] {
  const first: Step = events.queued_at
    ? { event: 'queued', at: events.queued_at }
    : { event: 'accepted', at: events.accepted_at };
  const sent: Step = { event: 'sent', at: events.sent_at };
  if (status === 'FAILED' || status === 'CANCELLED') {
    const event = status === 'CANCELLED' ? 'cancelled' : 'failed';
    return [first, ...(sent.at ? [sent] : []), { event, at: events.failed_at }];
  }
  const isPassed = status === 'DELIVERED' && sent.at === null;
  return [first, ...(isPassed ? [] : [sent]), { event: 'delivered', at: events.delivered_at }];
}

const LABELS = {
  accepted: 'event.accepted',
  cancelled: 'status.CANCELLED',
  queued: 'status.ACCEPTED',
  sent: 'status.SENT',
  delivered: 'status.DELIVERED',
  failed: 'status.FAILED',
} as const;

/** The label of a step. */
export const stepLabel = (event: Step['event']) => LABELS[event];

/** Ends without delivery. */
const TONES: Partial<Record<Step['event'], PathStep['tone']>> = { failed: 'danger', cancelled: 'muted' };

export function MessageProgress({ message }: { message: Progress }) {
  const t = useText();
  const steps = stepsOf(message).map(({ event, at }): PathStep => {
    const tone = TONES[event];
    return {
      name: t(LABELS[event]),
      value: at ? <Moment instant={at}>{formatTime(at)}</Moment> : t('field.none'),
      share: at ? 1 : 0,
      ...(tone ? { tone } : {}),
    };
  });
  return <FlightPath steps={steps} label={t('message.way')} />;
}
