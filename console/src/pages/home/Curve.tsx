// An amount of money over time as a line, with the period before as a dashed line.
import { Box, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Axis, LEFT } from './Axis.tsx';
import classes from './chart.module.css';
import { bandsOf, heightOf, labelStep, lineThrough, middleOf } from './chart.ts';
import { roundTicks } from './graph.ts';

export type CurvePoint = {
  /** The day or month on the axis. */
  label: string;
  value: number;
  /** The value one period earlier. Without any there is no dashed line. */
  before?: number;
  /** The tooltip, and the text for screen readers. */
  words: string;
};

type Props = {
  points: readonly CurvePoint[];
  /** The name of the chart for screen readers. */
  label: string;
};

const TOP = 8;
const PLOT = 184;
const BASE = TOP + PLOT;
const HEIGHT = BASE + 24;
const LABEL_WIDTH = 72;
/** The last label moves so far to the left at most, to stay inside. */
const MOVED = LABEL_WIDTH / 2 - 8;

export function Curve({ points, label }: Props) {
  const { ref, width } = useElementSize();
  const values = points.flatMap(({ value, before = 0 }) => [value, before]);
  const ticks = roundTicks(Math.max(0, ...values), false);
  const bands = bandsOf(points.length, width, LEFT);
  const at = (value: number, index: number) => ({
    x: middleOf(bands, index),
    y: BASE - heightOf(value, ticks.at(-1) ?? 0, PLOT),
  });
  const line = points.map(({ value }, index) => at(value, index));
  const dashed = points.map(({ before = 0 }, index) => at(before, index));
  const interval = labelStep(bands.step, LABEL_WIDTH + MOVED);
  const [first, last] = [line[0], line.at(-1)];
  return (
    <Box component="figure" m={0} aria-label={label}>
      <div ref={ref} className={classes.chart} style={{ height: HEIGHT }}>
        {width > 0 && first && last ? (
          <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
            <Axis ticks={ticks} top={TOP} height={PLOT} width={width} />
            {points.some(({ before }) => before) ? (
              <path className={classes.previous} d={lineThrough(dashed)} />
            ) : null}
            <path className={classes.area} d={`${lineThrough(line)}L${last.x},${BASE}L${first.x},${BASE}Z`} />
            <path className={classes.spend} d={lineThrough(line)} />
            {line.length === 1 ? <circle className={classes.dot} cx={first.x} cy={first.y} r={4} /> : null}
            {points.map(({ label, words }, index) => (
              <g key={label}>
                <rect x={bands.left + bands.step * index} width={bands.step} height={BASE} fill="transparent">
                  <title>{words}</title>
                </rect>
                {/* Counts from the last point, which is always labelled. */}
                {(points.length - 1 - index) % interval === 0 ? (
                  <text x={Math.min(middleOf(bands, index), width - MOVED)} y={BASE + 20} textAnchor="middle">
                    {label}
                  </text>
                ) : null}
              </g>
            ))}
          </svg>
        ) : null}
      </div>
      {/* The values that the drawing shows. */}
      <VisuallyHidden component="ul">
        {points
          .filter(({ value, before = 0 }) => value > 0 || before > 0)
          .map(({ label, words }) => (
            <li key={label}>{words}</li>
          ))}
      </VisuallyHidden>
    </Box>
  );
}
