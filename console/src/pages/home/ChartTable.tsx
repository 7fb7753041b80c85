// What the chart shows, in figures: each of the period with that of the one before below it.
import type { Mode } from '@godwit/contract/statuses';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { FIGURES, type FigureName, titleOf } from './figures.ts';
import type { Amounts, Point } from './graph.ts';
import type { PointWords } from './PointTable.tsx';

type Props = { points: readonly Point[]; title: string; words: PointWords; mode: Mode };

const FIGURE_VALUES: Record<FigureName, keyof Amounts> = {
  outgoing_sms_total: 'total',
  outgoing_sms_delivered: 'delivered',
  outgoing_sms_undelivered: 'undelivered',
  outgoing_sms_cost: 'spend',
};

export function ChartTable({ points, title, words, mode }: Props) {
  const t = useText();
  const written = (amounts: Amounts | null, key: keyof Amounts) => {
    if (!amounts) return words.none;
    return key === 'spend' ? words.money(amounts[key]) : formatCount(amounts[key]);
  };
  const column = (key: keyof Amounts, head: string): Column<Point> => ({
    id: key,
    head,
    align: 'right',
    cell: ({ current, previous }) => (
      <Compared previous={written(previous, key)}>{written(current, key)}</Compared>
    ),
  });
  const figures = FIGURES.map((kind) => column(FIGURE_VALUES[kind.name], t(titleOf(kind, mode))));
  const columns: Column<Point>[] = [
    {
      id: 'date',
      head: t('field.date'),
      cell: ({ current, previous }) => (
        <Compared previous={words.versus(previous?.label ?? words.none)}>
          {current?.label ?? words.none}
        </Compared>
      ),
    },
    ...figures.slice(0, 3),
    column('failed', words.failed),
    column('waiting', words.waiting),
    ...figures.slice(3),
  ];
  return (
    <DataTable
      label={title}
      rows={[...points]}
      rowKey={({ index }) => String(index)}
      columns={columns}
      stacked={stackOf(columns)}
      stackBelow="48em"
    />
  );
}

function Compared({ previous, children }: { previous: string; children: ReactNode }) {
  return (
    <>
      {children}
      <Text component="small" display="block" size="xs" c="dimmed">
        {previous}
      </Text>
    </>
  );
}
