// The story and the facts of a message.

import type { MessageDetail } from '@godwit/contract/messages/messages';
import { isTextKept } from '@godwit/contract/retention';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { retentionQuery } from '../../api/accounts.ts';
import { CopyId } from '../../components/CopyButton.tsx';
import { Moment } from '../../components/Moment.tsx';
import { MessageProgress } from '../../components/message/MessageProgress.tsx';
import { StatusPill } from '../../components/message/StatusPill.tsx';
import { PersonLink } from '../../components/PersonLink.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { Failure } from './Failure.tsx';
import { directionLabel } from './LogRows.tsx';

/** A message keeps the currency it was charged in, even if the team's currency changes. */
export const symbolOf = (
  { currency }: MessageDetail,
  region: ReturnType<typeof useTeam>['region'],
): string => (currency === region.currency ? region.currency_symbol : currency);

/** The story of a message: why it failed, its path with the time of each step, and the actions below. */
export function MessageStory({ message, children }: { message: MessageDetail; children: ReactNode }) {
  const { region } = useTeam();
  const symbol = symbolOf(message, region);
  return (
    <Card>
      {message.failure ? <Failure message={message} failure={message.failure} symbol={symbol} /> : null}
      <MessageProgress message={message} />
      {children}
    </Card>
  );
}

export function MessageFacts({ message }: { message: MessageDetail }) {
  const t = useText();
  const { region } = useTeam();
  const readable = useReadableNumber();
  const { send_at: sendAt, sender_shown: seen } = message;
  const { sent_at: sentAt } = message.events;
  const isIncoming = message.direction === 'INCOMING';
  const symbol = symbolOf(message, region);
  return (
    <Card>
      <Facts>
        <Fact name={t('field.status')}>
          <StatusPill status={message.status} />
        </Fact>
        <Fact name={t('field.from')}>
          {isIncoming ? <PersonLink number={message.from} /> : readable(message.from)}
        </Fact>
        <Fact name={t('field.to')}>
          {isIncoming ? readable(message.to) : <PersonLink number={message.to} />}
        </Fact>
        <Fact name={t(message.mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}>
          {formatPrice(message.cost, symbol)}
          {message.refunded ? ` · ${t('message.refunded')}` : null}
        </Fact>
        <Fact name={t('field.content')} whole>
          {isTextKept(message) ? <Passage>{message.body}</Passage> : <RemovedText />}
          {message.missing_parts > 0 ? (
            <Text mt={8} fz={13} c="var(--warning)">
              {t('message.missingParts', { count: message.missing_parts })}
            </Text>
          ) : null}
        </Fact>
        {seen !== null && seen !== message.from ? (
          <Fact name={t('message.senderShown')} whole>
            <div>
              {readable(seen)}
              <Text fz={13} c="var(--warning)">
                {t(seen === UNVERIFIED_SENDER ? 'message.senderShownWhy' : 'message.substituteWhy')}
              </Text>
            </div>
          </Fact>
        ) : null}
        {sendAt ? (
          <Fact name={t('message.scheduledFor')} whole>
            <Moment instant={sendAt} />
          </Fact>
        ) : null}
        <Fact name={t('field.sentAt')}>{sentAt ? <Moment instant={sentAt} /> : t('field.none')}</Fact>
        <Fact name={t('nav.api')}>
          {t(directionLabel(message.direction))}
          {' · '}
          {t(`platform.${message.platform}`)}
        </Fact>
        <Fact name={t('message.length')}>{formatCount(message.length)}</Fact>
        <Fact name={t('message.pages')}>{t('logs.count', { count: message.segments })}</Fact>
        <Fact name={t('field.messageId')} whole>
          <CopyId id={message.id} label={t('logs.copyId')} />
        </Fact>
      </Facts>
    </Card>
  );
}

/** Replaces a text that was removed because its retention has ended. */
function RemovedText() {
  const t = useText();
  const days = useQuery(retentionQuery).data?.texts ?? null;
  return <Text c="dimmed">{days === null ? t('message.notKept') : t('message.notKeptAfter', { days })}</Text>;
}
