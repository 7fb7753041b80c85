// What the chart shows in figures: all of it as a table, and one point as it is pointed at.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable, stackOf } from '../../ui/DataTable.tsx';
import { PARTS, type Part } from './chart.ts';
import { FIGURES, type FigureName, titleOf } from './figures.ts';
import type { Amounts, Point } from './graph.ts';
import { Swatch } from './Swatch.tsx';

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

/** The names of what a point has, and how its money is written. */
export type PointWords = Record<Part, string> & {
  totalTitle: string;
  spendTitle: string;
  /** The same with the currency, as ticks have none. */
  spendAxis: string;
  none: string;
  versus: (previous: string) => string;
  money: (amount: number) => string;
};

/** A point of the chart in figures, as it is pointed at: the period beside the one before it. */
export function PointTable({ point: { current, previous }, words }: { point: Point; words: PointWords }) {
  const row = (title: string, value: (amounts: Amounts) => string, part?: Part) => (
    <tr key={title}>
      <Box component="th" scope="row" fw={400} ta="left" py={2}>
        <Group gap={8} wrap="nowrap">
          {part ? <Swatch part={part} /> : null}
          {title}
        </Group>
      </Box>
      <Box component="td" fw={600} ta="right" pl={12}>
        {current ? value(current) : words.none}
      </Box>
      <Box component="td" c="dimmed" ta="right" pl={12}>
        {previous ? value(previous) : words.none}
      </Box>
    </tr>
  );
  return (
    <Box component="table" w="100%" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {PARTS.map((part) => row(words[part], (amounts) => formatCount(amounts[part]), part))}
        {row(words.totalTitle, ({ total }) => formatCount(total))}
        {row(words.spendTitle, ({ spend }) => words.money(spend))}
      </tbody>
    </Box>
  );
}
