// The fields of a message: status first, then who and how much, then the rest; the id has a line of its own.
import type { MessageDetail } from '@godwit/contract/messages';
import { CopyId } from '../../components/CopyId.tsx';
import { Moment } from '../../components/Moment.tsx';
import { StatusPill } from '../../components/StatusPill.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useReadableNumber } from '../../phone.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import { apiWord } from './LogRows.tsx';

export function MessageFacts({ message }: { message: MessageDetail }) {
  const t = useText();
  const { region } = useTeam();
  const readable = useReadableNumber();
  const { sent_at: sentAt } = message.events;
  // A message keeps the currency it was charged in, also when the team's changes.
  const symbol = message.currency === region.currency ? region.currency_symbol : message.currency;
  return (
    <Card>
      <Facts>
        <Fact name={t('message.status')}>
          <StatusPill status={message.status} />
        </Fact>
        <Fact name={t('message.from')}>{readable(message.from)}</Fact>
        <Fact name={t('message.to')}>{readable(message.to)}</Fact>
        <Fact name={t('message.cost')}>{formatPrice(message.cost, symbol)}</Fact>
        <Fact name={t('message.sentAt')}>{sentAt ? <Moment instant={sentAt} /> : t('message.none')}</Fact>
        <Fact name={t('message.api')}>{t(apiWord(message.direction))}</Fact>
        <Fact name={t('message.length')}>{formatCount(message.length)}</Fact>
        <Fact name={t('message.pages')}>{formatCount(message.segments)}</Fact>
        <Fact name={t('message.id')} whole>
          <CopyId id={message.id} label={t('logs.copyId')} />
        </Fact>
        <Fact name={t('message.content')} whole>
          <Passage>{message.body}</Passage>
        </Fact>
      </Facts>
    </Card>
  );
}
