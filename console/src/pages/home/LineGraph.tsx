// A period's line over that of the period before. Loaded when a graph is first shown, since the drawing is heavy.
import '@mantine/charts/styles.layer.css';
import { AreaChart, type AreaChartSeries } from '@mantine/charts';
import { Box, Group, Paper, Text } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import { type Point, roundTicks, tickFormat } from './graph.ts';
import classes from './graphs.module.css';

type Props = {
  points: readonly Point[];
  /** What is drawn, for screen readers. */
  label: string;
  /** The values are counts: no tick between two of them. */
  wholeNumbers: boolean;
  formatValue: (value: number) => string;
};

const HEIGHT = 184;
// Above the highest line there is half a tick's label.
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 };
const TICK_FONT = { fontSize: 12, fill: 'var(--muted)' };
const Y_AXIS_WIDTH = 44;
const ACTIVE_DOT = { strokeWidth: 2, fill: 'var(--surface)' };
// Half of the widest label fits in it; else the label of the last point is left out, and others with it.
const AXIS_PADDING = { left: 16, right: 28 };

// The current line is drawn last, over the previous one.
const SERIES: AreaChartSeries[] = [
  { name: 'previous', color: 'var(--line)', strokeDasharray: '4 4' },
  { name: 'current', color: 'var(--primary)' },
];

function looks({ name, color }: AreaChartSeries, isSingle: boolean) {
  const isCurrent = name === 'current';
  const activeDot = { ...ACTIVE_DOT, r: isCurrent ? 4 : 3, stroke: color };
  // A single point has no line: it is shown as a dot, whose edge must not take over the dashes.
  const dot = isSingle ? { ...activeDot, strokeDasharray: '0' } : false;
  return isCurrent
    ? { className: classes.current ?? '', activeDot, dot }
    : { fill: 'none', strokeWidth: 1.5, activeDot, dot };
}

export function LineGraph({ points, label, wholeNumbers, formatValue }: Props) {
  const highest = Math.max(0, ...points.flatMap(({ current, previous }) => [current ?? 0, previous ?? 0]));
  const ticks = roundTicks(highest, wholeNumbers);
  return (
    <Box component="figure" m={0} className={classes.graph ?? ''} aria-label={label}>
      <AreaChart
        h={HEIGHT}
        data={[...points]}
        dataKey="index"
        series={SERIES}
        areaProps={(series) => looks(series, points.length === 1)}
        curveType="linear"
        connectNulls={false}
        withDots={false}
        withGradient={false}
        gridColor="var(--hairline)"
        strokeDasharray="0"
        tickLine="none"
        areaChartProps={{ margin: MARGIN }}
        xAxisProps={{
          axisLine: { stroke: 'var(--edge)' },
          interval: 'equidistantPreserveStart',
          minTickGap: 16,
          padding: AXIS_PADDING,
          tick: { ...TICK_FONT, transform: 'translate(0, 8)' },
          tickFormatter: (index: number) => points[index]?.label ?? '',
        }}
        yAxisProps={{
          width: Y_AXIS_WIDTH,
          ticks,
          domain: [0, ticks.at(-1) ?? 0],
          interval: 0,
          tick: { ...TICK_FONT, transform: 'translate(-2, 0)' },
          tickFormatter: tickFormat(ticks),
        }}
        tooltipProps={{
          cursor: { stroke: 'var(--edge)', strokeWidth: 1 },
          offset: 16,
          position: { y: MARGIN.top },
          content: ({ active, label: index }) => {
            const point = active ? points[Number(index)] : undefined;
            return point ? <PointTooltip point={point} formatValue={formatValue} /> : null;
          },
        }}
      />
    </Box>
  );
}

function PointTooltip({ point, formatValue }: { point: Point } & Pick<Props, 'formatValue'>) {
  const t = useText();
  const none = t('field.none');
  const figure = (value: number | null) => (value === null ? none : formatValue(value));
  return (
    <Paper miw={184} p="12px 16px" bd="1px solid var(--float-edge)" bg="var(--float)" shadow="md" fz={13}>
      <Group justify="space-between" gap={24} wrap="nowrap" mb={8}>
        <Text span inherit fw={600}>
          {point.label ?? none}
        </Text>
        {point.previousLabel ? (
          <Text span inherit c="dimmed">
            {t('home.versus', { previous: point.previousLabel })}
          </Text>
        ) : null}
      </Group>
      <dl>
        <Value line="current" words={t('home.current')} figure={figure(point.current)} />
        <Value line="previous" words={t('home.previous')} figure={figure(point.previous)} />
      </dl>
    </Paper>
  );
}

function Value({ line, words, figure }: { line: 'current' | 'previous'; words: string; figure: string }) {
  return (
    <Group justify="space-between" gap={24} wrap="nowrap">
      <dt className={classes.line} data-line={line}>
        {words}
      </dt>
      <Box component="dd" fw={600}>
        {figure}
      </Box>
    </Group>
  );
}
