// The cost of the message by destination, beside the form.
import type { SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pricesQuery } from '../../api/messages.ts';
import {
  BalanceNote,
  SummaryCard,
  SummaryLine,
  SummaryNote,
  SummaryTotal,
} from '../../components/message/SummaryCard.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import { costOf } from './cost.ts';
import { type Entry, isValid } from './numbers.ts';

type Props = { entries: Entry[]; count: SegmentCount; mode: Mode; onClear: (() => void) | null };

/** Stays visible beside the form. `onClear` is null if there is nothing to clear. */
export function CostCard({ entries, count, mode, onClear }: Props) {
  const t = useText();
  const { region } = useTeam();
  const prices = useQuery(pricesQuery);
  const numbers = useMemo(() => entries.filter(isValid).map(({ key }) => key), [entries]);
  const cost = useMemo(
    () => costOf(numbers, count.segments, prices.data ?? []),
    [numbers, count.segments, prices.data],
  );
  const unreachable = entries.filter(
    ({ problem }) => problem === 'unreachable' || problem === 'landline',
  ).length;
  const invalid = entries.length - numbers.length - unreachable;
  const money = (amount: number) => formatPrice(amount, region.currency_symbol);
  const lines = (
    <>
      <SummaryLine label={t('field.recipients')} value={formatCount(numbers.length)} />
      {invalid > 0 ? <SummaryLine label={t('send.leftOut')} value={formatCount(invalid)} bad /> : null}
      {unreachable > 0 ? (
        <SummaryLine label={t('send.leftOutUnreachable')} value={formatCount(unreachable)} bad />
      ) : null}
      <SummaryLine label={t('field.segmentsEach')} value={formatCount(count.segments)} />
      {count.segments === 0
        ? null
        : cost.lines.map(({ destination, count: recipients, price, amount }) => (
            <SummaryLine
              key={destination}
              label={t('send.line', {
                place: destination,
                count: formatCount(recipients),
                segments: count.segments,
                price: money(price),
              })}
              value={money(amount)}
            />
          ))}
      {prices.data && cost.unpriced > 0 ? (
        <SummaryLine label={t('send.noPrice')} value={formatCount(cost.unpriced)} bad />
      ) : null}
      <SummaryTotal label={t('send.total')} value={prices.data ? money(cost.total) : t('field.none')} />
    </>
  );
  const notes = (
    <>
      {prices.isError ? <SummaryNote tone="bad">{t('send.pricesFailed')}</SummaryNote> : null}
      <BalanceNote mode={mode} cost={cost.total} />
      {onClear ? (
        <SummaryNote tone="quiet">{t.rich('send.kept', { clear: buttonFor(onClear) })}</SummaryNote>
      ) : null}
    </>
  );
  return (
    <SummaryCard
      title={t('field.cost')}
      mode={mode}
      lines={lines}
      notes={notes}
      {...(prices.data && numbers.length > 0 ? { total: money(cost.total) } : {})}
    />
  );
}
