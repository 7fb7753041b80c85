// Day by day or month by month: four graphs or their tables, over a range of their own.
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Graphs } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphsQuery } from '../../api/stats.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { RangePicker } from '../../components/RangePicker.tsx';
import type { Days } from '../../days.ts';
import { storePreviousLabels } from '../../session/storage.ts';
import { useText } from '../../text/useText.ts';
import { FIGURES } from './figures.ts';
import { GraphCard } from './GraphCard.tsx';
import classes from './GraphsSection.module.css';
import type { View } from './homeState.ts';
import { spanWords } from './labels.ts';
import { pointsOf, previousLabels } from './points.ts';

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
  const graphs = useQuery(graphsQuery({ projectId: project.id, mode, days }));
  const { data } = graphs;
  useEffect(() => {
    if (!data) return;
    for (const { name } of FIGURES) storePreviousLabels(name, previousLabels(pointsOf(data, name)));
  }, [data]);
  return (
    <section className={classes.section}>
      <div className={classes.controls}>
        <RangePicker
          days={days}
          timezone={project.timezone}
          onChange={onDays}
          label={t('home.graphsRange')}
          withoutToday
        />
        {data ? <Legend graphs={data} /> : null}
        <SegmentedControl
          className={classes.view ?? ''}
          aria-label={t('home.view')}
          data={[
            { value: 'graph', label: t('home.viewGraph') },
            { value: 'table', label: t('home.viewTable') },
          ]}
          value={view}
          onChange={(value) => onView(value === 'table' ? 'table' : 'graph')}
        />
      </div>
      {graphs.isError && !data ? (
        <LoadFailed error={graphs.error} onRetry={() => graphs.refetch()} />
      ) : (
        <div className={classes.grid}>
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
        </div>
      )}
    </section>
  );
}

/** One for all four: the dates are the names of the lines. */
function Legend({ graphs }: { graphs: Graphs }) {
  return (
    <ul className={classes.legend}>
      <li data-line="current">{spanWords(graphs.current_from, graphs.current_to)}</li>
      <li data-line="previous">{spanWords(graphs.prev_from, graphs.prev_to)}</li>
    </ul>
  );
}
