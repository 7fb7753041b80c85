// How a message was delivered, step by step, with a rail and bars, so that the slow step is seen before it is read.
import type { MessageDetail } from '@godwit/contract/messages';
import { IconAlertCircle } from '@tabler/icons-react';
import { formatDay, formatTimeMs, formatUtc } from '../../format.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './DeliveryDetails.module.css';
import { formatSeconds, type Platform, type Step, shareOfSlowest, timelineOf } from './timeline.ts';

const EVENT_WORDS: Record<Step['event'], TextId> = {
  accepted: 'event.accepted',
  queued: 'status.queued',
  sent: 'status.sent',
  delivered: 'status.delivered',
  failed: 'status.failed',
};

const PLATFORM_WORDS: Record<Platform, TextId> = {
  API: 'platform.api',
  WEB: 'platform.web',
  CAMPAIGN: 'platform.campaign',
  godwit: 'platform.godwit',
  carrier: 'platform.carrier',
  handset: 'platform.handset',
};

export function DeliveryDetails({ message }: { message: MessageDetail }) {
  const t = useText();
  const steps = timelineOf(message);
  return (
    <Card padded={false}>
      <h2 className={classes.title}>{t('message.delivery')}</h2>
      {message.failure ? (
        <p className={classes.failure}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
          <span>{message.failure.description}</span>
        </p>
      ) : null}
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
          {steps.map((step) => (
            <StepRow key={step.event} step={step} share={shareOfSlowest(step, steps)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function StepRow({ step, share }: { step: Step; share: number }) {
  const t = useText();
  const { event, platform, at, elapsedMs } = step;
  return (
    <tr className={classes.step} data-event={event} data-pending={at === null || undefined}>
      <th scope="row" className={classes.event}>
        {t(EVENT_WORDS[event])}
      </th>
      <td className={classes.platform}>{t(PLATFORM_WORDS[platform])}</td>
      <td className={classes.when}>
        {at ? (
          <time dateTime={at} title={formatUtc(at)}>
            <span className={classes.day}>{formatDay(at)}</span> {formatTimeMs(at)}
          </time>
        ) : (
          t('field.none')
        )}
      </td>
      <td className={classes.elapsed}>
        {elapsedMs === null ? (
          t('field.none')
        ) : (
          <span className={classes.measure}>
            <span className={classes.track}>
              <span className={classes.bar} style={{ width: `${share * 100}%` }} />
            </span>
            <span className={classes.seconds}>
              {t('message.seconds', { seconds: formatSeconds(elapsedMs) })}
            </span>
          </span>
        )}
      </td>
    </tr>
  );
}
