// A point of the chart in figures, as it is pointed at: the period beside the one before it.
import { Box, Group } from '@mantine/core';
import { formatCount } from '../../format.ts';
import { PARTS, type Part } from './chart.ts';
import type { Amounts, Point } from './graph.ts';
import { Swatch } from './Swatch.tsx';

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
