// The request that is pending: what was asked for and when, and whom to ask once it has taken too long.
import type { SenderIdRequest } from '@godwit/contract/senders';
import { IconClock } from '@tabler/icons-react';
import { formatDay, formatUtc } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { businessDaysSince } from './businessDays.ts';
import classes from './senderId.module.css';

/** After so many business days a customer is told to ask. */
const SUPPORT_AFTER_DAYS = 7;

export function PendingRequest({ request }: { request: SenderIdRequest }) {
  const t = useText();
  const { sender_id, is_promotional, created_at, documents } = request;
  const late = businessDaysSince(created_at, new Date()) > SUPPORT_AFTER_DAYS;
  return (
    <Card>
      <div className={classes.pendingHead}>
        <h2 className={classes.heading}>{t('sender.pendingTitle')}</h2>
        <Pill tone="neutral" icon={IconClock}>
          {t('verify.inReview')}
        </Pill>
      </div>
      <p className={classes.pendingText}>
        {t('sender.pendingText')} {late ? null : t('sender.pendingSupport')}
      </p>
      {late ? (
        <div className={classes.late}>
          <p>{t('sender.late')}</p>
          <p className={classes.requestId}>
            <span className="mono">{request.id}</span>
            <CopyButton
              value={request.id}
              label={t('sender.copyRequest')}
              copiedLabel={t('action.copied')}
              size={32}
            />
          </p>
        </div>
      ) : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t('sender.id')}</dt>
          <dd>
            <strong>{sender_id}</strong>
          </dd>
        </div>
        <div>
          <dt>{t('sender.type')}</dt>
          <dd>{t(is_promotional ? 'sender.promotional' : 'sender.transactional')}</dd>
        </div>
        <div>
          <dt>{t('sender.requestedOn')}</dt>
          <dd>
            <time dateTime={created_at} title={formatUtc(created_at)}>
              {formatDay(created_at)}
            </time>
          </dd>
        </div>
        <div>
          <dt>{t('sender.documents')}</dt>
          <dd>
            {documents.length === 0 ? (
              t('sender.noDocuments')
            ) : (
              <ul>
                {documents.map(({ id, name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
