// One metric over the last hours: its name, its current and greatest value, and a line. If a measurement
// is missing, the line has a gap.
import { Box, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { formatShortDay, formatTime } from '../../format.ts';
import classes from '../../pages/home/chart.module.css';
import { heightOf, lineThrough } from '../../pages/home/chart.ts';
import { roundTicks, tickFormat } from '../../pages/home/graph.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';

export type TrendPoint = { at: string; value: number };

/**
 * The time that a chart covers, and the interval between measurements; points further apart are not
 * connected. `until`: its end, that of the last point if left out.
 */
export type TrendSpan = { spanMs: number; stepMs: number; until?: string | undefined };

type Props = {
  title: string;
  points: readonly TrendPoint[];
  now: number;
  write: (value: number) => string;
  span?: TrendSpan;
  /** The values are whole numbers. */
  isCount?: boolean;
};

const TOP = 8;
const LINE = 96;
const BASE = TOP + LINE;
const HEIGHT = BASE + 24;
const LEFT = 48;
/** As the service keeps its figures. */
const SIX_HOURS: TrendSpan = { spanMs: 6 * 3_600_000, stepMs: 5 * 60_000 };
const DAY_MS = 86_400_000;
/** From here on, the ticks of the axis are whole numbers. */
const LEAST_WHOLE = 4;

/**
 * Returns the position of each point. The end is at the right, and the left end is the span earlier. A
 * missing measurement gives null.
 */
export function positionsOf(
  points: readonly TrendPoint[],
  { width, max, span = SIX_HOURS }: { width: number; max: number; span?: TrendSpan },
): ({ x: number; y: number } | null)[] {
  const { spanMs, stepMs, until = points.at(-1)?.at ?? '' } = span;
  const last = Date.parse(until);
  let before = Number.NaN;
  return points.flatMap(({ at, value }) => {
    const ms = Date.parse(at);
    const x = LEFT + (1 - (last - ms) / spanMs) * Math.max(0, width - LEFT);
    const position = { x, y: BASE - heightOf(value, max, LINE) };
    const isGap = ms - before > stepMs;
    before = ms;
    return isGap ? [null, position] : [position];
  });
}

export function Trend({ title, points, now, write, span = SIX_HOURS, isCount = false }: Props) {
  const t = useText();
  const { ref, width } = useElementSize();
  const most = Math.max(0, ...points.map(({ value }) => value));
  // Small figures, such as shares of a second, need decimals.
  const ticks = roundTicks(most, isCount || most >= LEAST_WHOLE);
  const format = tickFormat(ticks);
  const positions = positionsOf(points, { width, max: ticks.at(-1) ?? 0, span });
  // A line needs two points.
  const dots = positions.flatMap((one, index) =>
    one && !positions[index - 1] && !positions[index + 1] ? [one] : [],
  );
  const summary = t('staff.status.nowAndMost', { now: write(now), most: write(Math.max(most, now)) });
  return (
    <Card p={{ base: 16, xs: '20px 24px' }}>
      <Text component="h3" fw={500} c="dimmed">
        {title}
      </Text>
      <Box component="figure" ref={ref} m={0} aria-label={`${title}. ${summary}`}>
        <Group justify="space-between" align="baseline" gap="0 16px" aria-hidden="true">
          <Text fz={20} lh="28px" fw={600} lts="-0.01em">
            {write(now)}
          </Text>
          <Text fz={13} c="dimmed">
            {t('staff.status.most', { most: write(Math.max(most, now)) })}
          </Text>
        </Group>
        {/* On phones, a line at zero would only take space. */}
        <Box
          className={classes.chart ?? ''}
          mt={12}
          h={HEIGHT}
          {...(most === 0 ? { visibleFrom: 'sm' } : {})}
        >
          {width > 0 ? (
            <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
              {ticks.map((tick) => {
                const y = BASE - heightOf(tick, ticks.at(-1) ?? 0, LINE);
                return (
                  <g key={tick}>
                    <line
                      className={tick === 0 ? classes.axis : classes.grid}
                      x1={LEFT}
                      x2={width}
                      y1={y}
                      y2={y}
                    />
                    <text x={LEFT - 8} y={y + 4} textAnchor="end">
                      {format(tick)}
                    </text>
                  </g>
                );
              })}
              <path className={classes.spend} d={lineThrough(positions)} />
              {dots.map((position) => (
                <circle key={position.x} className={classes.dot} cx={position.x} cy={position.y} r={3} />
              ))}
              <Ends points={points} width={width} span={span} />
            </svg>
          ) : null}
        </Box>
      </Box>
    </Card>
  );
}

/** The times at both ends of the axis. */
function Ends({ points, width, span }: Pick<Props, 'points'> & { width: number; span: TrendSpan }) {
  const last = span.until ?? points.at(-1)?.at;
  if (!last) return null;
  const first = new Date(Date.parse(last) - span.spanMs).toISOString();
  const minute = (at: string) => {
    const time = formatTime(at).slice(0, 5);
    if (span.stepMs >= DAY_MS) return formatShortDay(at);
    return span.spanMs > DAY_MS ? `${formatShortDay(at)}, ${time}` : time;
  };
  return (
    <>
      <text x={LEFT} y={BASE + 20}>
        {minute(first)}
      </text>
      <text x={width} y={BASE + 20} textAnchor="end">
        {minute(last)}
      </text>
    </>
  );
}
