// What the message comes to, destination by destination. Stays in view beside the form.
import type { SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pricesQuery } from '../../api/messages.ts';
import {
  BalanceNote,
  SummaryCard,
  SummaryLine,
  SummaryNote,
  SummaryTotal,
} from '../../components/SummaryCard.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { costOf } from './cost.ts';
import type { Entry } from './numbers.ts';

export function CostCard({ entries, count, mode }: { entries: Entry[]; count: SegmentCount; mode: Mode }) {
  const t = useText();
  const { region } = useTeam();
  const prices = useQuery(pricesQuery);
  const numbers = useMemo(
    () => entries.filter(({ problem }) => problem === null).map(({ key }) => key),
    [entries],
  );
  const cost = useMemo(
    () => costOf(numbers, count.segments, prices.data ?? []),
    [numbers, count.segments, prices.data],
  );
  const leftOut = entries.length - numbers.length;
  const money = (amount: number) => formatPrice(amount, region.currency_symbol);
  const lines = (
    <>
      <SummaryLine label={t('field.recipients')} value={formatCount(numbers.length)} />
      {leftOut > 0 ? <SummaryLine label={t('send.leftOut')} value={formatCount(leftOut)} bad /> : null}
      <SummaryLine label={t('field.segmentsEach')} value={formatCount(count.segments)} />
      {count.segments === 0
        ? null
        : cost.lines.map(({ place, count: recipients, price, amount }) => (
            <SummaryLine
              key={place}
              label={t('send.line', {
                place,
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
    </>
  );
  return <SummaryCard title={t('field.cost')} mode={mode} lines={lines} notes={notes} />;
}
