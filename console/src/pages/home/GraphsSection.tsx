// Day by day or month by month: four graphs or their tables, over a range of their own.
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Graphs } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { Box, Flex, Group, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { graphsQuery } from '../../api/stats.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { RangePicker } from '../../components/RangePicker.tsx';
import type { Days } from '../../days.ts';
import { formatCount, formatMoney } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { storePreviousLabels } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { FIGURES, sum } from './figures.ts';
import { type Point, pointsOf, previousLabels, spanWords } from './graph.ts';
import classes from './graphs.module.css';
import type { View } from './homeState.ts';

type Props = {
  project: ProjectSummary;
  mode: Mode;
  days: Days;
  onDays: (days: Days) => void;
  view: View;
  onView: (view: View) => void;
};

export function GraphsSection({ project, mode, days, onDays, view, onView }: Props) {
  const t = useText();
  const graphs = useQuery(graphsQuery({ project_id: project.id, mode, ...days }));
  const { data } = graphs;
  useEffect(() => {
    if (!data) return;
    for (const { name } of FIGURES) storePreviousLabels(name, previousLabels(pointsOf(data, name)));
  }, [data]);
  return (
    <Box component="section" mt={40}>
      <Flex
        align="center"
        wrap="wrap"
        gap={{ base: 16, xs: '8px 16px' }}
        mb={16}
        style={{ '--range-width': '192px' }}
      >
        <RangePicker
          days={days}
          timezone={project.timezone}
          onChange={onDays}
          label={t('home.graphsRange')}
          withoutToday
        />
        {data ? <Legend graphs={data} /> : null}
        <SegmentedControl
          ml="auto"
          w={{ base: '100%', xs: 'auto' }}
          aria-label={t('home.view')}
          data={[
            { value: 'graph', label: t('home.viewGraph') },
            { value: 'table', label: t('home.viewTable') },
          ]}
          value={view}
          onChange={(value) => onView(value === 'table' ? 'table' : 'graph')}
        />
      </Flex>
      {graphs.isError && !data ? (
        <LoadFailed error={graphs.error} onRetry={() => graphs.refetch()} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {FIGURES.map((figure) =>
            data ? (
              <GraphCard
                key={figure.name}
                figure={figure}
                graphs={data}
                view={view}
                dim={graphs.isPlaceholderData}
              />
            ) : (
              <Skeleton key={figure.name} height={266} radius="md" />
            ),
          )}
        </SimpleGrid>
      )}
    </Box>
  );
}

/** One for all four: the dates are the names of the lines. */
function Legend({ graphs }: { graphs: Graphs }) {
  return (
    <Flex component="ul" wrap="wrap" gap="4px 16px" fz={13} c="dimmed">
      <li className={classes.line} data-line="current">
        {spanWords(graphs.current_from, graphs.current_to)}
      </li>
      <li className={classes.line} data-line="previous">
        {spanWords(graphs.prev_from, graphs.prev_to)}
      </li>
    </Flex>
  );
}

// One of the four graphs with its title and the period's sum; as lines, or as a table, for screen readers too.
// The drawing weighs more than the rest of the page.
const LineGraph = lazy(async () => ({ default: (await import('./LineGraph.tsx')).LineGraph }));

type GraphCardProps = { figure: (typeof FIGURES)[number]; graphs: Graphs; view: View; dim: boolean };

function GraphCard({ figure: { name, title, isMoney }, graphs, view, dim }: GraphCardProps) {
  const t = useText();
  const { region } = useTeam();
  const points = pointsOf(graphs, name);
  const formatValue = (value: number) =>
    isMoney ? formatMoney(value, region.currency_symbol) : formatCount(value);
  const label = t('home.graphLabel', {
    title: t(title),
    current: spanWords(graphs.current_from, graphs.current_to),
    previous: spanWords(graphs.prev_from, graphs.prev_to),
  });
  return (
    <Card p={{ base: 16, xs: '20px 24px' }} aria-busy={dim}>
      <Group justify="space-between" align="baseline" wrap="nowrap" mb={16}>
        <Title order={2} size="h4" lts={0}>
          {t(title)}
        </Title>
        <Text fz={20} lh="28px" fw={600} lts="-0.015em" style={{ overflowWrap: 'anywhere' }}>
          {formatValue(sum(points.map(({ current }) => current ?? 0)))}
        </Text>
      </Group>
      <Box opacity={dim ? 0.5 : 1}>
        {view === 'table' ? (
          <GraphTable points={points} title={t(title)} formatValue={formatValue} />
        ) : (
          <Suspense fallback={<Skeleton height={184} />}>
            <LineGraph points={points} label={label} wholeNumbers={!isMoney} formatValue={formatValue} />
          </Suspense>
        )}
      </Box>
    </Card>
  );
}

// What a graph shows, in figures.
type GraphTableProps = { points: readonly Point[]; title: string; formatValue: (value: number) => string };

function GraphTable({ points, title, formatValue }: GraphTableProps) {
  const t = useText();
  const none = t('field.none');
  const figure = (value: number | null) => (value === null ? none : formatValue(value));
  return (
    <Box
      component="section"
      mah={320}
      bd="1px solid var(--hairline)"
      bdrs={4}
      style={{ overflow: 'auto' }}
      tabIndex={0}
      aria-label={title}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('field.date')}</th>
            <th scope="col">{t('home.current')}</th>
            <th scope="col">{t('home.tablePreviousDate')}</th>
            <th scope="col">{t('home.previous')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ index, label, current, previousLabel, previous }) => (
            <tr key={index}>
              <th scope="row">{label ?? none}</th>
              <td>{figure(current)}</td>
              <td>{previousLabel ?? none}</td>
              <td>{figure(previous)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
