// The delivery of a message, step by step. Bars show at a glance which step was slow.

import { FAILURES } from '@godwit/contract/messages/failures';
import type { MessageDetail } from '@godwit/contract/messages/messages';
import { Anchor, Box, Flex, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { Moment } from '../../components/Moment.tsx';
import { stepLabel } from '../../components/message/MessageProgress.tsx';
import { formatDay, formatTimeMs } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import classes from './DeliveryDetails.module.css';

type Platform = MessageDetail['platform'] | 'godwit' | 'carrier' | 'handset';
type EventName = 'accepted' | 'queued' | 'sent' | 'delivered' | 'failed';

type Step = {
  event: EventName;
  platform: Platform;
  /** Null for a step that has not happened yet. */
  at: string | null;
  /** Milliseconds since the previous step; null for the first step and for steps to come. */
  elapsedMs: number | null;
};

type Timed = Pick<MessageDetail, 'platform' | 'status' | 'events' | 'failure'>;

// If a failure is only possible before sending, the message never reached a carrier.
function failurePlatform(code: string | undefined): Platform {
  const failure = Object.entries(FAILURES).find(([name]) => name === code)?.[1];
  const isBeforeSending = failure?.from.every((state) => state === 'accepted' || state === 'queued');
  return isBeforeSending ? 'godwit' : 'carrier';
}

/**
 * Returns the steps in order. Skipped steps are left out. Until the message is final, steps to come are
 * listed without a time. A receipt may be stamped before its submit result, so elapsed time is never below
 * zero.
 */
export function timelineOf({ platform: acceptedOn, status, events, failure }: Timed): Step[] {
  const all: [EventName, Platform, string | null][] = [
    ['accepted', acceptedOn, events.accepted_at],
    ['queued', 'godwit', events.queued_at],
    ['sent', 'carrier', events.sent_at],
    // A message from a phone is delivered once Godwit has stored it.
    ['delivered', acceptedOn === 'CARRIER' ? 'godwit' : 'handset', events.delivered_at],
    ['failed', failurePlatform(failure?.code), events.failed_at],
  ];
  const last = all.findLastIndex(([, , at]) => at !== null);
  const isPending = status === 'ACCEPTED' || status === 'SENT';
  const steps: Step[] = [];
  let previous: string | null = null;
  for (const [index, [event, platform, at]] of all.entries()) {
    const isToCome = isPending && index > last && event !== 'failed';
    if (at === null && !isToCome) continue;
    const elapsedMs = at && previous ? Math.max(0, Date.parse(at) - Date.parse(previous)) : null;
    steps.push({ event, platform, at, elapsedMs });
    previous = at ?? previous;
  }
  return steps;
}

const SECONDS = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** Formats milliseconds as seconds with three decimals: `2.772`. */
export const formatSeconds = (ms: number): string => SECONDS.format(ms / 1000);

/** Returns the duration of a step relative to the slowest one, from 0 to 1. */
export function shareOfSlowest(step: Step, steps: readonly Step[]): number {
  const slowest = Math.max(...steps.map(({ elapsedMs }) => elapsedMs ?? 0));
  return slowest > 0 ? (step.elapsedMs ?? 0) / slowest : 0;
}

const ExplanationDialog = lazyPart(() => import('./ExplanationDialog.tsx'), 'ExplanationDialog');

type Props = { message: MessageDetail; projectId: string; symbol: string };

export function DeliveryDetails({ message, projectId, symbol }: Props) {
  const t = useText();
  const [isExplained, setExplained] = useState(false);
  const steps = timelineOf(message);
  return (
    <Card padded={false}>
      <Group justify="space-between" gap="8px 16px" p={{ base: 16, sm: '20px 24px' }}>
        <CardTitle lts={0}>{t('message.delivery')}</CardTitle>
        {message.direction === 'OUTGOING' ? (
          <Anchor component="button" type="button" mih={24} onClick={() => setExplained(true)}>
            {t('message.why')}
          </Anchor>
        ) : null}
      </Group>
      {isExplained ? (
        <Suspense fallback={null}>
          <ExplanationDialog
            id={message.id}
            projectId={projectId}
            symbol={symbol}
            onClosed={() => setExplained(false)}
          />
        </Suspense>
      ) : null}
      <div className={`ruled ${classes.box}`}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('message.event')}</th>
              <th scope="col">{t('message.platform')}</th>
              <th scope="col">{t('message.timestamps')}</th>
              <th scope="col">{t('message.elapsed')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, i) => (
              <StepRow
                key={step.event}
                step={step}
                share={shareOfSlowest(step, steps)}
                day={dayOf(step) === dayOf(steps[i - 1]) ? null : dayOf(step)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const dayOf = (step: Step | undefined) => (step?.at ? formatDay(step.at) : null);

type RowProps = {
  step: Step;
  share: number;
  /** The day, unless the step before has the same one. */
  day: string | null;
};

function StepRow({ step, share, day }: RowProps) {
  const t = useText();
  const { event, platform, at, elapsedMs } = step;
  return (
    <tr className={classes.step} data-event={event} data-pending={at === null || undefined}>
      <th scope="row" className={classes.event}>
        {t(stepLabel(event))}
      </th>
      <Box component="td" className={classes.platform ?? ''} c="dimmed">
        {t(`platform.${platform}`)}
      </Box>
      <td className={classes.when}>
        {at ? (
          <Moment instant={at}>
            {day ? (
              <Text span inherit mr={8} c="dimmed">
                {day}
              </Text>
            ) : null}{' '}
            {formatTimeMs(at)}
          </Moment>
        ) : (
          t('field.none')
        )}
      </td>
      <td className={classes.elapsed}>
        {elapsedMs === null ? (
          t('field.none')
        ) : (
          <Group justify="flex-end" gap={12} wrap="nowrap">
            <Flex className={classes.bar ?? ''} justify="flex-end" flex="0 1 120px" miw={24}>
              <Box w={`${share * 100}%`} miw={2} h={6} bdrs={3} bg="var(--primary)" opacity={0.8} />
            </Flex>
            {/* The minimum width fits most values, so that the bars end on one line. */}
            <Text span inherit miw={56}>
              {t('message.seconds', { seconds: formatSeconds(elapsedMs) })}
            </Text>
          </Group>
        )}
      </td>
    </tr>
  );
}
