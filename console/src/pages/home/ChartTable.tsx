// The numbers of the chart: all points as a table, and one point for the tooltip.
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

type Props = { points: readonly Point[]; title: string; labels: PointLabels; mode: Mode };

const FIGURE_VALUES: Record<FigureName, keyof Amounts> = {
  outgoing_sms_total: 'total',
  outgoing_sms_delivered: 'delivered',
  outgoing_sms_undelivered: 'undelivered',
  outgoing_sms_cost: 'spend',
};

export function ChartTable({ points, title, labels, mode }: Props) {
  const t = useText();
  const format = (amounts: Amounts | null, key: keyof Amounts) => {
    if (!amounts) return labels.none;
    return key === 'spend' ? labels.money(amounts[key]) : formatCount(amounts[key]);
  };
  const column = (key: keyof Amounts, head: string): Column<Point> => ({
    id: key,
    head,
    align: 'right',
    cell: ({ current, previous }) => (
      <Compared previous={format(previous, key)}>{format(current, key)}</Compared>
    ),
  });
  const figures = FIGURES.map((kind) => column(FIGURE_VALUES[kind.name], t(titleOf(kind, mode))));
  const columns: Column<Point>[] = [
    {
      id: 'date',
      head: t('field.date'),
      cell: ({ current, previous }) => (
        <Compared previous={labels.versus(previous?.label ?? labels.none)}>
          {current?.label ?? labels.none}
        </Compared>
      ),
    },
    ...figures.slice(0, 3),
    column('failed', labels.failed),
    column('waiting', labels.waiting),
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

/** The labels for the values of a point, and the format of its money. */
export type PointLabels = Record<Part, string> & {
  totalTitle: string;
  spendTitle: string;
  /** Includes the currency, because the ticks of the axis do not show it. */
  spendAxis: string;
  none: string;
  versus: (previous: string) => string;
  money: (amount: number) => string;
};

/** The values of one point, beside those of the previous period. */
export function PointTable({ point: { current, previous }, labels }: { point: Point; labels: PointLabels }) {
  const row = (title: string, value: (amounts: Amounts) => string, part?: Part) => (
    <tr key={title}>
      <Box component="th" scope="row" fw={400} ta="left" py={2}>
        <Group gap={8} wrap="nowrap">
          {part ? <Swatch part={part} /> : null}
          {title}
        </Group>
      </Box>
      <Box component="td" fw={600} ta="right" pl={12}>
        {current ? value(current) : labels.none}
      </Box>
      <Box component="td" c="dimmed" ta="right" pl={12}>
        {previous ? value(previous) : labels.none}
      </Box>
    </tr>
  );
  return (
    <Box component="table" w="100%" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {PARTS.map((part) => row(labels[part], (amounts) => formatCount(amounts[part]), part))}
        {row(labels.totalTitle, ({ total }) => formatCount(total))}
        {row(labels.spendTitle, ({ spend }) => labels.money(spend))}
      </tbody>
    </Box>
  );
}
