// The five figures above the fold: the balance, and what was sent in a range compared with the range before it.
import type { ProjectSummary } from '@godwit/contract/projects';
import type { Overview } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { overviewQuery } from '../../api/stats.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { RangePicker } from '../../components/RangePicker.tsx';
import type { Days } from '../../days.ts';
import { formatCount, formatDisplayed, formatMoney, formatPercent } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import classes from './FiguresSection.module.css';
import { type Compared, FIGURES, figuresOf, percentChange, toneOf } from './figures.ts';
import { spanWithYear, spanWords } from './graph.ts';

type Props = { project: ProjectSummary; mode: Mode; days: Days; onDays: (days: Days) => void };

export function FiguresSection({ project, mode, days, onDays }: Props) {
  const t = useText();
  const overview = useQuery(overviewQuery({ projectId: project.id, mode, days }));
  const { data } = overview;
  return (
    <section>
      <div className={classes.controls}>
        <RangePicker
          days={days}
          timezone={project.timezone}
          onChange={onDays}
          label={t('home.figuresRange')}
        />
        {data ? <ComparedDates overview={data} /> : null}
      </div>
      <div className={classes.cards}>
        <BalanceCard />
        {overview.isError && !data ? (
          <div className={classes.failed}>
            <LoadFailed error={overview.error} onRetry={() => overview.refetch()} />
          </div>
        ) : (
          <FigureCards overview={data} dim={overview.isPlaceholderData} />
        )}
      </div>
    </section>
  );
}

function ComparedDates({ overview }: { overview: Overview }) {
  const t = useText();
  return (
    <p className={classes.compared} aria-live="polite">
      {t.rich('home.compared', {
        b: (words) => <b key="b">{words}</b>,
        current: spanWithYear(overview.current_from, overview.current_to),
        previous: spanWithYear(overview.prev_from, overview.prev_to),
      })}
    </p>
  );
}

function FigureCards({ overview, dim }: { overview: Overview | undefined; dim: boolean }) {
  const t = useText();
  const { region } = useTeam();
  const figures = overview && figuresOf(overview);
  return FIGURES.map(({ name, title, isMoney, moreIsGood }) => {
    const figure = figures?.[name];
    return (
      <section key={name} className={classes.card} aria-busy={!figure || dim} data-dim={dim || undefined}>
        <h2 className={classes.label}>{t(title)}</h2>
        {figure && overview ? (
          <>
            <p className={classes.figure}>
              {isMoney ? formatMoney(figure.current, region.currency_symbol) : formatCount(figure.current)}
            </p>
            <Change figure={figure} moreIsGood={moreIsGood} />
            <p className={classes.versus}>
              {t('home.versus', { previous: spanWords(overview.prev_from, overview.prev_to) })}
            </p>
          </>
        ) : (
          <div className={classes.loading}>
            <Skeleton height={28} width="60%" />
            <Skeleton height={14} width="40%" />
            <Skeleton height={12} width="80%" />
          </div>
        )}
      </section>
    );
  });
}

function Change({ figure, moreIsGood }: { figure: Compared; moreIsGood: boolean }) {
  const percent = percentChange(figure);
  const Arrow = percent > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <p className={classes.change} data-tone={toneOf(percent, moreIsGood)}>
      {percent === 0 ? null : <Arrow size={14} stroke={2} aria-hidden="true" />}
      {formatPercent(percent)}
    </p>
  );
}

// The team's balance: the only dark card, because it is the only thing here to act on.
export function BalanceCard() {
  const t = useText();
  const team = useTeam();
  return (
    <section className={classes.balanceCardCard}>
      <h2 className={classes.balanceCardLabel}>{t('home.balance')}</h2>
      <p className={classes.balanceCardFigure}>
        {formatDisplayed(team.display_balance, team.region.currency_symbol)}
      </p>
      <div className={classes.foot}>
        <span className={classes.team}>{team.name}</span>
        <Link to={paths.billing} className={classes.topUp}>
          {t('home.topUp')}
        </Link>
      </div>
    </section>
  );
}
