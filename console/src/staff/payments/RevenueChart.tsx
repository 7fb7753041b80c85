// The revenue of a region by month: a bar of payments with the tax on top, and a bar of refunds and
// charge-backs beside it. The table below has the numbers.
import type { RevenueRow } from '@godwit/contract/staff/payments';
import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import { formatYearMonth } from '../../format.ts';
import { Axis, LEFT } from '../../pages/home/Axis.tsx';
import classes from '../../pages/home/chart.module.css';
import { type Bands, bandsOf, heightOf, labelStep, middleOf } from '../../pages/home/chart.ts';
import { roundTicks } from '../../pages/home/graph.ts';
import { StripePattern } from '../../pages/home/Swatch.tsx';

/**
 * The sums of a month. `net` and `tax` add up to the payments; `back` was refunded or charged back in that
 * month.
 */
export type Month = { month: string; net: number; tax: number; back: number };
export type RegionRevenue = Pick<RevenueRow, 'region' | 'currency'> & { rows: RevenueRow[]; months: Month[] };

/** The last `count` months up to `last` (yyyy-MM). */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(year, month - count + index, 1));
    return date.toISOString().slice(0, 7);
  });
}

/** @param rows newest month first, as the server returns them */
export function byRegion(rows: readonly RevenueRow[], count: number, now: string): RegionRevenue[] {
  // In some regions the month begins earlier.
  const last = rows.reduce((latest, { month }) => (month > latest ? month : latest), now.slice(0, 7));
  return Object.values(Object.groupBy(rows, ({ region }) => region)).flatMap((own = []) => {
    const [first] = own;
    if (!first) return [];
    const months = monthsUntil(last, count).map((month): Month => {
      const row = own.find((one) => one.month === month);
      if (!row) return { month, net: 0, tax: 0, back: 0 };
      const net = Math.max(0, row.total - row.tax);
      return { month, net, tax: row.tax, back: row.refunded + row.charged_back };
    });
    return [{ region: first.region, currency: first.currency, rows: own, months }];
  });
}

type Props = {
  months: readonly Month[];
  /** The name of the chart for screen readers. */
  label: string;
  /** The tooltip of a month. */
  describe: (month: Month) => string;
};

const TOP = 8;
const BARS = 184;
const BASE = TOP + BARS;
const HEIGHT = BASE + 24;
const LABEL_WIDTH = 72;
/** The fraction of a bar's width for payments. The rest is for refunds and charge-backs. */
const PAID = 0.62;
const LEAST = 2;

export function RevenueChart({ months, label, describe }: Props) {
  const { ref, width } = useElementSize();
  const bands = bandsOf(months.length, width, LEFT);
  const ticks = roundTicks(Math.max(0, ...months.flatMap(({ net, tax, back }) => [net + tax, back])), false);
  const every = labelStep(bands.step, LABEL_WIDTH);
  return (
    <Box component="figure" m={0} aria-label={label}>
      <div ref={ref} className={classes.chart} style={{ height: HEIGHT }}>
        {width > 0 ? (
          <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
            <Axis ticks={ticks} top={TOP} height={BARS} width={width} />
            <Bars {...{ months, bands, describe }} max={ticks.at(-1) ?? 0} />
            {months.map(({ month }, index) =>
              // Counts from the last month, which is always labelled.
              (months.length - 1 - index) % every === 0 ? (
                <text
                  key={month}
                  x={Math.min(middleOf(bands, index), width - LABEL_WIDTH / 2 + 8)}
                  y={BASE + 20}
                  textAnchor="middle"
                >
                  {formatYearMonth(`${month}-01`)}
                </text>
              ) : null,
            )}
          </svg>
        ) : null}
      </div>
    </Box>
  );
}

type BarsProps = Pick<Props, 'months' | 'describe'> & { bands: Bands; max: number };

function Bars({ months, bands, max, describe }: BarsProps) {
  const pattern = useId();
  const high = (value: number) => (value > 0 ? Math.max(LEAST, heightOf(value, max, BARS)) : 0);
  const paid = bands.bar * PAID;
  return (
    <>
      <defs>
        <StripePattern id={pattern} />
      </defs>
      {months.map((month, index) => {
        const left = middleOf(bands, index) - bands.bar / 2;
        const [net, tax, back] = [high(month.net), high(month.tax), high(month.back)];
        return (
          <g key={month.month}>
            <title>{describe(month)}</title>
            <rect className={classes.delivered} x={left} y={BASE - net} width={paid} height={net} />
            <rect
              className={classes.waiting}
              x={left}
              y={BASE - net - tax}
              width={paid}
              height={Math.max(0, tax - 1)}
            />
            <rect
              fill={`url(#${pattern})`}
              x={left + paid + 1}
              y={BASE - back}
              width={Math.max(0, bands.bar - paid - 1)}
              height={back}
            />
          </g>
        );
      })}
    </>
  );
}
