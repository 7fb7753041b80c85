// Message outcomes by day or month as stacked bars, with the previous period's total as a dashed line. The
// spend is a line below, on the same axis. Loaded when the chart is first shown.
import { Box, Group, Paper, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { Axis, LEFT } from './Axis.tsx';
import { type PointLabels, PointTable } from './ChartTable.tsx';
import classes from './chart.module.css';
import { type Bands, bandAt, bandsOf, heightOf, labelStep, lineThrough, middleOf, stackOf } from './chart.ts';
import { type Point, roundTicks } from './graph.ts';
import { StripePattern } from './Swatch.tsx';
import { useActivePoint } from './useActivePoint.ts';

type Props = {
  points: readonly Point[];
  /** Describes the chart to screen readers. */
  label: string;
  /** Names the slider that selects a point. */
  pointLabel: string;
  labels: PointLabels;
  /** Returns the text that screen readers announce for a point. */
  describe: (point: Point) => string;
  /** Opens the failure reasons for a point. */
  onFailed: (point: Point) => void;
};

// From the top: half of a tick label, the bars, the title of the spend, its line, the labels of the points.
const TOP = 8;
const BARS = 184;
const SPEND_TOP = TOP + BARS + 36;
const SPEND = 56;
const BOTTOM = SPEND_TOP + SPEND;
const HEIGHT = BOTTOM + 24;
const LABEL_WIDTH = 72;

export function StackedChart({ points, label, pointLabel, labels, describe, onFailed }: Props) {
  const { ref, width } = useElementSize();
  const bands = bandsOf(points.length, width, LEFT);
  const last = points.length - 1;
  const { active, setActive, onKeyDown: keys, ...leaving } = useActivePoint(last);
  const shown = active === null ? null : (points[Math.min(active, last)] ?? null);

  function onPointer(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    setActive(bandAt(bands, event.clientX - left, points.length));
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && shown) onFailed(shown);
    keys(event);
  }

  return (
    <Box component="figure" m={0} aria-label={label}>
      <div
        ref={ref}
        className={classes.chart}
        style={{ height: HEIGHT }}
        role="slider"
        tabIndex={0}
        aria-label={pointLabel}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(shown?.index ?? last) + 1}
        aria-valuetext={points[last] ? describe(shown ?? points[last]) : undefined}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onKeyDown={onKeyDown}
        {...leaving}
        onClick={({ target }) => {
          if (shown && target instanceof Element && target.matches('[data-part="failed"]')) onFailed(shown);
        }}
      >
        {width > 0 ? (
          <>
            <Drawing
              points={points}
              bands={bands}
              width={width}
              shown={shown}
              spendTitle={labels.spendAxis}
            />
            {shown ? <Tooltip x={middleOf(bands, shown.index)} {...{ width, labels }} point={shown} /> : null}
          </>
        ) : null}
      </div>
    </Box>
  );
}

type DrawingProps = Pick<Props, 'points'> & {
  bands: Bands;
  width: number;
  shown: Point | null;
  spendTitle: string;
};

function Drawing({ points, bands, width, shown, spendTitle }: DrawingProps) {
  const pattern = useId();
  const highest = (value: (amounts: NonNullable<Point['current']>) => number) =>
    Math.max(
      0,
      ...points.flatMap(({ current, previous }) =>
        [current, previous].map((amounts) => (amounts ? value(amounts) : 0)),
      ),
    );
  const ticks = roundTicks(
    highest(({ total }) => total),
    true,
  );
  const spendTicks = roundTicks(
    highest(({ spend }) => spend),
    false,
  );
  const top = ticks.at(-1) ?? 0;
  const labelInterval = labelStep(bands.step, LABEL_WIDTH);
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <defs>
        <StripePattern id={pattern} />
      </defs>
      {shown ? (
        <rect
          className={classes.band}
          x={bands.left + bands.step * shown.index}
          y={0}
          width={bands.step}
          height={BOTTOM}
        />
      ) : null}
      <Axis ticks={ticks} top={TOP} height={BARS} width={width} />
      {points.map(({ index, current }) =>
        current
          ? stackOf(current, top, BARS).map(({ part, y, height }) => (
              <rect
                key={`${index} ${part}`}
                data-part={part}
                className={classes[part]}
                {...(part === 'failed' ? { fill: `url(#${pattern})` } : {})}
                x={middleOf(bands, index) - bands.bar / 2}
                y={TOP + y}
                width={bands.bar}
                height={Math.max(1, height - 1)}
              />
            ))
          : null,
      )}
      <Line points={points} bands={bands} period="previous" value="total" top={TOP} height={BARS} max={top} />
      <text x={LEFT} y={SPEND_TOP - 12}>
        {spendTitle}
      </text>
      {/* The strip is too low for more than the first and the last tick. */}
      <Axis
        ticks={[0, spendTicks.at(-1) ?? 0]}
        allTicks={spendTicks}
        top={SPEND_TOP}
        height={SPEND}
        width={width}
      />
      {(['previous', 'current'] as const).map((period) => (
        <Line
          key={period}
          {...{ points, bands, period }}
          value="spend"
          top={SPEND_TOP}
          height={SPEND}
          max={spendTicks.at(-1) ?? 0}
        />
      ))}
      {points.map(({ index, current }) =>
        index % labelInterval === 0 && current ? (
          <text key={index} x={middleOf(bands, index)} y={BOTTOM + 20} textAnchor="middle">
            {current.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

type LineProps = {
  points: readonly Point[];
  bands: Bands;
  period: 'current' | 'previous';
  value: 'total' | 'spend';
  top: number;
  height: number;
  max: number;
};

/** Connects the values of a period. A single point has no line, so it becomes a dot. */
function Line({ points, bands, period, value, top, height, max }: LineProps) {
  const positions = points.map((point) => {
    const amounts = point[period];
    if (!amounts) return null;
    return { x: middleOf(bands, point.index), y: top + height - heightOf(amounts[value], max, height) };
  });
  const [only] = positions;
  if (positions.length === 1 && only) {
    return (
      <circle
        className={classes.dot}
        cx={only.x}
        cy={only.y}
        r={period === 'previous' ? 3 : 4}
        {...(period === 'previous' ? { 'data-previous': '' } : {})}
      />
    );
  }
  return (
    <path className={period === 'previous' ? classes.previous : classes.spend} d={lineThrough(positions)} />
  );
}

const TOOLTIP_WIDTH = 264;
const GAP = 16;

function Tooltip({
  x,
  width,
  point,
  labels,
}: {
  x: number;
  width: number;
  point: Point;
  labels: PointLabels;
}) {
  // To the right of the point if it fits, otherwise to the left, but inside the chart.
  const fitsRight = x + GAP + TOOLTIP_WIDTH <= width;
  const left = fitsRight ? x + GAP : Math.max(0, x - GAP - TOOLTIP_WIDTH);
  return (
    <Paper
      pos="absolute"
      top={TOP}
      left={left}
      w={TOOLTIP_WIDTH}
      p="12px 16px"
      bd="1px solid var(--float-edge)"
      bg="var(--float)"
      shadow="md"
      fz={13}
      style={{ pointerEvents: 'none', zIndex: 1 }}
    >
      <Group justify="space-between" gap={16} mb={8}>
        <Text span inherit fw={600}>
          {point.current?.label ?? labels.none}
        </Text>
        {point.previous ? (
          <Text span inherit c="dimmed">
            {labels.versus(point.previous.label)}
          </Text>
        ) : null}
      </Group>
      <PointTable point={point} labels={labels} />
    </Paper>
  );
}
