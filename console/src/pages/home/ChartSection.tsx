// Message outcomes and spend by day or by month, as a chart or as a table.

import type { Mode } from '@godwit/contract/messages/statuses';
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Graphs } from '@godwit/contract/stats';
import { Anchor, Box, Flex, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { graphsQuery } from '../../api/stats.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import type { Days } from '../../days.ts';
import { formatCount, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { storePreviousLabels } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { ChartTable, type PointLabels } from './ChartTable.tsx';
import { PARTS, type Part } from './chart.ts';
import { FIGURES, sum, titleOf } from './figures.ts';
import { formatSpan, type Point, pointsOf, previousLabels } from './graph.ts';
import type { View } from './homeState.ts';
import { Swatch } from './Swatch.tsx';

// Loaded separately, so the figures appear first.
const StackedChart = lazyPart(() => import('./StackedChart.tsx'), 'StackedChart');
const CHART_HEIGHT = 308;

type Props = {
  project: ProjectSummary;
  mode: Mode;
  days: Days;
  view: View;
  onView: (view: View) => void;
  /** Opens the failure reasons for these days. */
  onFailures: (days: Days) => void;
};

export function ChartSection({ project, mode, days, view, onView, onFailures }: Props) {
  const t = useText();
  const graphs = useQuery(graphsQuery({ project_id: project.id, mode, ...days }));
  const { data } = graphs;
  useEffect(() => {
    if (!data) return;
    const labels = previousLabels(pointsOf(data));
    for (const { name } of FIGURES) storePreviousLabels(name, labels);
  }, [data]);
  if (graphs.isError && !data) {
    return (
      <Box component="section" mt={16}>
        <LoadFailed error={graphs.error} onRetry={() => graphs.refetch()} />
      </Box>
    );
  }
  if (!data) return <Skeleton mt={16} height={CHART_HEIGHT + 120} radius="md" />;
  const dim = graphs.isPlaceholderData;
  return (
    <Card mt={16} p={{ base: 16, xs: '20px 24px' }} aria-busy={dim}>
      <Group justify="space-between" gap="8px 16px" mb={16}>
        <Title order={2} size="h3">
          {t('home.chartTitle', { unit: data.time_unit })}
        </Title>
        <SegmentedControl
          aria-label={t('home.view')}
          data={[
            { value: 'graph', label: t('home.viewGraph') },
            { value: 'table', label: t('home.viewTable') },
          ]}
          value={view}
          onChange={(value) => onView(value === 'table' ? 'table' : 'graph')}
        />
      </Group>
      <Box opacity={dim ? 0.5 : 1}>
        <Chart graphs={data} mode={mode} view={view} onFailures={onFailures} days={days} />
      </Box>
    </Card>
  );
}

function usePointLabels(mode: Mode): PointLabels {
  const t = useText();
  const { region } = useTeam();
  const [total, , , spend] = FIGURES;
  return {
    delivered: t('status.DELIVERED'),
    failed: t('status.FAILED'),
    waiting: t('home.waiting'),
    totalTitle: total ? t(titleOf(total, mode)) : '',
    spendTitle: spend ? t(titleOf(spend, mode)) : '',
    spendAxis: spend ? `${t(titleOf(spend, mode))} (${region.currency_symbol})` : '',
    none: t('field.none'),
    versus: (previous) => t('home.versus', { previous, until: 'none' }),
    money: (amount) => formatMoney(amount, region.currency_symbol),
  };
}

type ChartProps = Pick<Props, 'mode' | 'view' | 'days' | 'onFailures'> & { graphs: Graphs };

function Chart({ graphs, mode, view, days, onFailures }: ChartProps) {
  const t = useText();
  const labels = usePointLabels(mode);
  const points = pointsOf(graphs);
  const unit = graphs.time_unit;
  const previous = formatSpan(graphs.prev_from, graphs.prev_to);
  const title = t('home.chartTitle', { unit });
  if (view === 'table') return <ChartTable points={points} title={title} labels={labels} mode={mode} />;
  const describe = ({ current, previous: before }: Point) =>
    current
      ? t('home.pointWords', {
          day: current.label,
          delivered: current.delivered,
          failed: current.failed,
          waiting: current.waiting,
          spendTitle: labels.spendTitle,
          spend: labels.money(current.spend),
          previousDay: before?.label ?? labels.none,
          previousTotal: before?.total ?? 0,
        })
      : labels.none;
  return (
    <>
      <Legend {...{ points, previous, labels }} onFailed={() => onFailures(days)} />
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        <StackedChart
          points={points}
          label={t('home.chartLabel', {
            title,
            current: formatSpan(graphs.current_from, graphs.current_to),
            previous,
            spend: labels.spendTitle,
          })}
          pointLabel={t('home.chartPoint', { unit })}
          labels={labels}
          describe={describe}
          onFailed={({ current }) => {
            if (current && current.failed > 0) onFailures(current.days);
          }}
        />
      </Suspense>
    </>
  );
}

type LegendProps = { points: readonly Point[]; previous: string; labels: PointLabels; onFailed: () => void };

/** Lists the outcomes with their totals. The total of failed messages opens the reasons. */
function Legend({ points, previous, labels, onFailed }: LegendProps) {
  const t = useText();
  const sumOf = (part: Part) => sum(points.map(({ current }) => current?.[part] ?? 0));
  const value = (part: Part) => (
    <>
      {labels[part]}{' '}
      <Text span inherit fw={600} c="var(--text)">
        {formatCount(sumOf(part))}
      </Text>
    </>
  );
  return (
    <Flex component="ul" wrap="wrap" gap="4px 16px" mb={16} fz={13} c="dimmed">
      {PARTS.map((part) => (
        <Group component="li" key={part} gap={8} wrap="nowrap">
          <Swatch part={part} />
          {part === 'failed' && sumOf(part) > 0 ? (
            <Anchor component="button" type="button" inherit onClick={onFailed}>
              {value(part)}
            </Anchor>
          ) : (
            <span>{value(part)}</span>
          )}
        </Group>
      ))}
      <Group component="li" gap={8} wrap="nowrap">
        <Swatch part="previous" />
        {t('home.previousTotal', { previous })}
      </Group>
    </Flex>
  );
}
