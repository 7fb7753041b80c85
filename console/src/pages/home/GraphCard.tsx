// One of the four graphs with its title and the period's sum; as lines, or as a table for those who cannot see lines.
import type { Graphs } from '@godwit/contract/stats';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { formatCount, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { type FIGURES, sum } from './figures.ts';
import classes from './GraphCard.module.css';
import { GraphTable } from './GraphTable.tsx';
import type { View } from './homeState.ts';
import { spanWords } from './labels.ts';
import { pointsOf } from './points.ts';

// The drawing weighs more than the rest of the page.
const LineGraph = lazy(async () => ({ default: (await import('./LineGraph.tsx')).LineGraph }));

type Props = { figure: (typeof FIGURES)[number]; graphs: Graphs; view: View; dim: boolean };

export function GraphCard({ figure: { name, title, isMoney }, graphs, view, dim }: Props) {
  const t = useText();
  const { region } = useTeam();
  const points = pointsOf(graphs, name);
  const formatValue = (value: number) =>
    isMoney ? formatMoney(value, region.currency_symbol) : formatCount(value);
  const label = t('home.graphLabel', {
    title: t(title),
    current: spanWords(graphs.current_from, graphs.current_to),
    previous: spanWords(graphs.prev_from, graphs.prev_to),
  });
  return (
    <section className={classes.card} aria-busy={dim} data-dim={dim || undefined}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t(title)}</h2>
        <p className={classes.sum}>{formatValue(sum(points.map(({ current }) => current ?? 0)))}</p>
      </div>
      {view === 'table' ? (
        <GraphTable points={points} title={t(title)} formatValue={formatValue} />
      ) : (
        <Suspense fallback={<Skeleton height={184} />}>
          <LineGraph points={points} label={label} wholeNumbers={!isMoney} formatValue={formatValue} />
        </Suspense>
      )}
    </section>
  );
}
