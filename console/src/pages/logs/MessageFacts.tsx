// The fields of a message: status first, then who and how much, then the rest; the id has a line of its own.
import type { MessageDetail } from '@godwit/contract/messages';
import type { ReactNode } from 'react';
import { StatusPill } from '../../components/StatusPill.tsx';
import { formatCount, formatInstant, formatPrice, formatUtc } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { apiWord } from './LogRows.tsx';
import classes from './MessageFacts.module.css';

export function MessageFacts({ message }: { message: MessageDetail }) {
  const t = useText();
  const { region } = useTeam();
  const readable = useReadableNumber();
  const { sent_at: sentAt } = message.events;
  // A message keeps the currency it was charged in, also when the team's changes.
  const symbol = message.currency === region.currency ? region.currency_symbol : message.currency;
  return (
    <Card>
      <dl className={classes.facts}>
        <Fact id="message.status">
          <StatusPill status={message.status} />
        </Fact>
        <Fact id="message.from">{readable(message.from)}</Fact>
        <Fact id="message.to">{readable(message.to)}</Fact>
        <Fact id="message.cost">{formatPrice(message.cost, symbol)}</Fact>
        <Fact id="message.sentAt">
          {sentAt ? (
            <time dateTime={sentAt} title={formatUtc(sentAt)}>
              {formatInstant(sentAt)}
            </time>
          ) : (
            t('message.none')
          )}
        </Fact>
        <Fact id="message.api">{t(apiWord(message.direction))}</Fact>
        <Fact id="message.length">{formatCount(message.length)}</Fact>
        <Fact id="message.pages">{formatCount(message.segments)}</Fact>
        <Fact id="message.id" whole>
          <span className={classes.id}>
            <span className="mono">{message.id}</span>
            <CopyButton
              value={message.id}
              label={t('logs.copyId')}
              copiedLabel={t('action.copied')}
              size={32}
            />
          </span>
        </Fact>
        <Fact id="message.content" whole>
          <span className={classes.body} dir="auto">
            {message.body}
          </span>
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ id, whole, children }: { id: TextId; whole?: boolean; children: ReactNode }) {
  const t = useText();
  return (
    <div data-whole={whole || undefined}>
      <dt>{t(id)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
