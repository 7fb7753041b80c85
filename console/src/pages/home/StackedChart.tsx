// What became of messages, day by day or month by month, as stacked bars, with the total of the period before
// as a dashed line; the spend as a line below, over the same days. Loaded when it is first shown.
import { Box, Group, Paper, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { PointTable, type PointWords } from './ChartTable.tsx';
import classes from './chart.module.css';
import { type Bands, bandAt, bandsOf, heightOf, labelStep, lineThrough, middleOf, stackOf } from './chart.ts';
import { type Point, roundTicks, tickFormat } from './graph.ts';
import { StripePattern } from './Swatch.tsx';

type Props = {
  points: readonly Point[];
  /** What is drawn, for screen readers. */
  label: string;
  /** What a point is called. */
  pointLabel: string;
  words: PointWords;
  /** What a point is read out as. */
  read: (point: Point) => string;
  /** The point's failed messages are asked for. */
  onFailed: (point: Point) => void;
};

// From the top: half a tick's label, the bars, the name of the spend, its line, the labels of the points.
const TOP = 8;
const BARS = 184;
const SPEND_TOP = TOP + BARS + 36;
const SPEND = 56;
const BOTTOM = SPEND_TOP + SPEND;
const HEIGHT = BOTTOM + 24;
const LEFT = 48;
const LABEL_WIDTH = 72;

export function StackedChart({ points, label, pointLabel, words, read, onFailed }: Props) {
  const { ref, width } = useElementSize();
  const [active, setActive] = useState<number | null>(null);
  const bands = bandsOf(points.length, width, LEFT);
  const last = points.length - 1;
  const shown = active === null ? null : (points[Math.min(active, last)] ?? null);

  function point(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    setActive(bandAt(bands, event.clientX - left, points.length));
  }
  function press(event: KeyboardEvent): void {
    const from = active ?? last;
    const steps: Record<string, number | null> = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowDown: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      ArrowUp: Math.min(last, from + 1),
      Home: 0,
      End: last,
      Escape: null,
    };
    if (event.key === 'Enter' && shown) onFailed(shown);
    if (!(event.key in steps)) return;
    event.preventDefault();
    setActive(steps[event.key] ?? null);
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
        aria-valuetext={points[last] ? read(shown ?? points[last]) : undefined}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={press}
        onClick={({ target }) => {
          if (shown && target instanceof Element && target.matches('[data-part="failed"]')) onFailed(shown);
        }}
      >
        {width > 0 ? (
          <>
            <Drawing points={points} bands={bands} width={width} shown={shown} spendTitle={words.spendAxis} />
            {shown ? <Tooltip x={middleOf(bands, shown.index)} {...{ width, words }} point={shown} /> : null}
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
      ...points.flatMap(({ current, previous }) => [current, previous].map((it) => (it ? value(it) : 0))),
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
  const every = labelStep(bands.step, LABEL_WIDTH);
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
      <Line points={points} bands={bands} of="previous" value="total" top={TOP} height={BARS} max={top} />
      <text x={LEFT} y={SPEND_TOP - 12}>
        {spendTitle}
      </text>
      {/* The first and the last are enough for so low a strip. */}
      <Axis
        ticks={[0, spendTicks.at(-1) ?? 0]}
        all={spendTicks}
        top={SPEND_TOP}
        height={SPEND}
        width={width}
      />
      {(['previous', 'current'] as const).map((of) => (
        <Line
          key={of}
          {...{ points, bands, of }}
          value="spend"
          top={SPEND_TOP}
          height={SPEND}
          max={spendTicks.at(-1) ?? 0}
        />
      ))}
      {points.map(({ index, current }) =>
        index % every === 0 && current ? (
          <text key={index} x={middleOf(bands, index)} y={BOTTOM + 20} textAnchor="middle">
            {current.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

type AxisProps = {
  ticks: readonly number[];
  all?: readonly number[];
  top: number;
  height: number;
  width: number;
};

/** Hairlines at round numbers, and the axis itself; `all` are those that the words must agree with. */
function Axis({ ticks, all = ticks, top, height, width }: AxisProps) {
  const words = tickFormat([...all]);
  return ticks.map((tick) => {
    const y = top + height - heightOf(tick, ticks.at(-1) ?? 0, height);
    return (
      <g key={tick}>
        <line className={tick === 0 ? classes.axis : classes.grid} x1={LEFT} x2={width} y1={y} y2={y} />
        <text x={LEFT - 8} y={y + 4} textAnchor="end">
          {words(tick)}
        </text>
      </g>
    );
  });
}

type LineProps = {
  points: readonly Point[];
  bands: Bands;
  of: 'current' | 'previous';
  value: 'total' | 'spend';
  top: number;
  height: number;
  max: number;
};

/** A period's values from point to point; a single one has no line and is shown as a dot. */
function Line({ points, bands, of, value, top, height, max }: LineProps) {
  const places = points.map((point) => {
    const amounts = point[of];
    if (!amounts) return null;
    return { x: middleOf(bands, point.index), y: top + height - heightOf(amounts[value], max, height) };
  });
  const [only] = places;
  if (places.length === 1 && only) {
    return (
      <circle
        className={classes.dot}
        cx={only.x}
        cy={only.y}
        r={of === 'previous' ? 3 : 4}
        {...(of === 'previous' ? { 'data-previous': '' } : {})}
      />
    );
  }
  return <path className={of === 'previous' ? classes.previous : classes.spend} d={lineThrough(places)} />;
}

const TOOLTIP_WIDTH = 264;
const GAP = 16;

function Tooltip({ x, width, point, words }: { x: number; width: number; point: Point; words: PointWords }) {
  // Beside the point where there is room, else as far as the chart reaches.
  const right = x + GAP + TOOLTIP_WIDTH <= width;
  const left = right ? x + GAP : Math.max(0, x - GAP - TOOLTIP_WIDTH);
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
          {point.current?.label ?? words.none}
        </Text>
        {point.previous ? (
          <Text span inherit c="dimmed">
            {words.versus(point.previous.label)}
          </Text>
        ) : null}
      </Group>
      <PointTable point={point} words={words} />
    </Paper>
  );
}
