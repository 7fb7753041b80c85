// The cost of a month's LIVE messages: a line by day, and the shares of the countries as one bar.
import type { Spend } from '@godwit/contract/payments/billing';
import { Box, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { spendQuery } from '../../api/billing.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { countryName } from '../../countryName.ts';
import { formatDayMonth, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { Shares } from '../../ui/Shares.tsx';
import { Axis, LEFT } from '../home/Axis.tsx';
import classes from '../home/chart.module.css';
import { bandsOf, heightOf, labelStep, lineThrough, middleOf } from '../home/chart.ts';
import { roundTicks } from '../home/graph.ts';

export function SpendCard({ month }: { month: string }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { data, error, refetch } = useQuery(spendQuery(month));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingCard heights={[24, 184, 40]} />;
  const total = data.days.reduce((sum, { cost }) => sum + cost, 0);
  // The invoice shows that the month has no messages.
  if (total === 0) return null;
  return (
    <Card>
      <Group justify="space-between" align="baseline" gap="4px 16px" mb={16}>
        <CardTitle>{t('spend.title')}</CardTitle>
        <Text fz={20} lh="28px" fw={600} lts="-0.01em">
          {formatMoney(total, symbol)}
        </Text>
      </Group>
      <Curve days={data.days} symbol={symbol} />
      <Countries spend={data} />
    </Card>
  );
}

const TOP = 8;
const PLOT = 184;
const BASE = TOP + PLOT;
const HEIGHT = BASE + 24;
const LABEL_WIDTH = 72;

function Curve({ days, symbol }: { days: Spend['days']; symbol: string }) {
  const t = useText();
  const { ref, width } = useElementSize();
  const ticks = roundTicks(Math.max(...days.map(({ cost }) => cost)), false);
  const bands = bandsOf(days.length, width, LEFT);
  const y = (cost: number) => BASE - heightOf(cost, ticks.at(-1) ?? 0, PLOT);
  const points = days.map(({ cost }, index) => ({ x: middleOf(bands, index), y: y(cost) }));
  const interval = labelStep(bands.step, LABEL_WIDTH);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Box component="figure" m={0} aria-label={t('spend.title')}>
      <div ref={ref} className={classes.chart} style={{ height: HEIGHT }}>
        {width > 0 && first && last ? (
          <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
            <Axis ticks={ticks} top={TOP} height={PLOT} width={width} />
            <path
              className={classes.area}
              d={`${lineThrough(points)}L${last.x},${BASE}L${first.x},${BASE}Z`}
            />
            <path className={classes.spend} d={lineThrough(points)} />
            {points.length === 1 ? <circle className={classes.dot} cx={first.x} cy={first.y} r={4} /> : null}
            {days.map(({ date, cost }, index) => (
              <g key={date}>
                <rect x={bands.left + bands.step * index} width={bands.step} height={BASE} fill="transparent">
                  <title>{`${formatDayMonth(date)}: ${formatMoney(cost, symbol)}`}</title>
                </rect>
                {index % interval === 0 ? (
                  <text x={middleOf(bands, index)} y={BASE + 20} textAnchor="middle">
                    {formatDayMonth(date)}
                  </text>
                ) : null}
              </g>
            ))}
          </svg>
        ) : null}
      </div>
      {/* The values that the drawing shows. */}
      <VisuallyHidden component="ul">
        {days
          .filter(({ cost }) => cost > 0)
          .map(({ date, cost }) => (
            <li key={date}>
              {formatDayMonth(date)}: {formatMoney(cost, symbol)}
            </li>
          ))}
      </VisuallyHidden>
    </Box>
  );
}

function Countries({ spend }: { spend: Spend }) {
  const t = useText();
  if (spend.countries.length === 0) return null;
  const shares = spend.countries.map(({ dial_code: code, countries, share }) => ({
    name:
      code === null
        ? t('spend.unknown')
        : t('spend.country', { country: countries.map(countryName).join(', '), code }),
    share,
  }));
  return (
    <Box mt={24}>
      <Title order={3} size="h4" lts={0} mb={12}>
        {t('spend.countries')}
      </Title>
      <Shares shares={shares} others={t('spend.others')} />
      {spend.is_all ? null : (
        <Text mt={8} fz={13} c="dimmed">
          {t('spend.sampled')}
        </Text>
      )}
    </Box>
  );
}
