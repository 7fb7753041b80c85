// The deliveries of a campaign added up over time, as a line. Loaded when the result is shown.
import type { CampaignResult } from '@godwit/contract/campaigns/campaigns';
import { Box, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { PointerEvent } from 'react';
import { formatShortDay, formatTime } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Axis, LEFT } from '../home/Axis.tsx';
import classes from '../home/chart.module.css';
import { heightOf, lineThrough } from '../home/chart.ts';
import { roundTicks } from '../home/graph.ts';
import { useActivePoint } from '../home/useActivePoint.ts';

type Props = { startedAt: string; deliveries: CampaignResult['deliveries'] };

const TOP = 8;
const LINE = 184;
const BASE = TOP + LINE;
const HEIGHT = BASE + 24;
const MINUTE_S = 60;
const DAY_S = 86_400;

/** The sum of deliveries at each time of the axis, which begins at the start with none. */
export function curveOf({ startedAt, deliveries: { step_seconds: step, points } }: Props) {
  const start = Date.parse(startedAt);
  return [0, ...points].map((count, index) => ({
    at: new Date(start + index * step * 1000).toISOString(),
    count,
  }));
}

export function DeliveryCurve({ startedAt, deliveries }: Props) {
  const t = useText();
  const { ref, width } = useElementSize();
  const curve = curveOf({ startedAt, deliveries });
  const last = curve.length - 1;
  const { active, setActive, ...keysAndLeaving } = useActivePoint(last);
  const index = Math.min(active ?? last, last);
  const spanS = last * deliveries.step_seconds;
  const timeOf = (at: string) => {
    const time = deliveries.step_seconds < MINUTE_S ? formatTime(at) : formatTime(at).slice(0, 5);
    return spanS > DAY_S ? `${formatShortDay(at)}, ${time}` : time;
  };
  const words = (at: number) => {
    const point = curve[at]!;
    return t('campaign.curveAt', { time: timeOf(point.at), count: point.count });
  };

  function onPointer(event: PointerEvent<HTMLElement>): void {
    const { left } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / Math.max(1, width - LEFT);
    setActive(Math.min(last, Math.max(0, Math.round(share * last))));
  }

  return (
    <Box component="figure" m={0} aria-label={t('campaign.curve')}>
      <Text component="figcaption" mb={8} fz={13} c="dimmed" aria-hidden="true">
        {words(index)}
      </Text>
      <div
        ref={ref}
        className={classes.chart}
        style={{ height: HEIGHT }}
        role="slider"
        tabIndex={0}
        aria-label={t('campaign.curvePoint')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={words(index)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        {...keysAndLeaving}
      >
        {width > 0 ? <Drawing curve={curve} width={width} active={active && index} timeOf={timeOf} /> : null}
      </div>
    </Box>
  );
}

type DrawingProps = {
  curve: ReturnType<typeof curveOf>;
  width: number;
  active: number | null;
  timeOf: (at: string) => string;
};

function Drawing({ curve, width, active, timeOf }: DrawingProps) {
  const last = curve.length - 1;
  const ticks = roundTicks(curve[last]!.count, true);
  const heightAt = (count: number) => BASE - heightOf(count, ticks.at(-1) ?? 0, LINE);
  const positions = curve.map(({ count }, index) => ({
    x: LEFT + (index / last) * (width - LEFT),
    y: heightAt(count),
  }));
  const dot = active === null ? null : positions[active];
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <Axis ticks={ticks} top={TOP} height={LINE} width={width} />
      <path className={classes.area} d={`${lineThrough(positions)}L${width},${BASE}L${LEFT},${BASE}Z`} />
      <path className={classes.spend} d={lineThrough(positions)} />
      {dot ? <circle className={classes.dot} cx={dot.x} cy={dot.y} r={4} /> : null}
      <text x={LEFT} y={BASE + 20}>
        {timeOf(curve[0]!.at)}
      </text>
      <text x={width} y={BASE + 20} textAnchor="end">
        {timeOf(curve[last]!.at)}
      </text>
    </svg>
  );
}
