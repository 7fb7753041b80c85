// The vertical axis of a chart.
import classes from './chart.module.css';
import { heightOf } from './chart.ts';
import { tickFormat } from './graph.ts';

/** The width left of a chart for the labels of its ticks. */
export const LEFT = 48;

type Props = {
  ticks: readonly number[];
  /** The ticks that determine the format, if more than `ticks`. */
  allTicks?: readonly number[];
  top: number;
  height: number;
  width: number;
};

/** Draws the axis, a grid line at each tick, and the labels of the ticks. */
export function Axis({ ticks, allTicks = ticks, top, height, width }: Props) {
  const format = tickFormat(allTicks);
  return ticks.map((tick) => {
    const y = top + height - heightOf(tick, ticks.at(-1) ?? 0, height);
    return (
      <g key={tick}>
        <line className={tick === 0 ? classes.axis : classes.grid} x1={LEFT} x2={width} y1={y} y2={y} />
        <text x={LEFT - 8} y={y + 4} textAnchor="end">
          {format(tick)}
        </text>
      </g>
    );
  });
}
