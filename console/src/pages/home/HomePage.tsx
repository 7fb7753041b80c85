// Home, at `/home`: the balance, what was sent in a range and in the one before it, and how that went day by day.

import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { hasMessagesQuery } from '../../api/messages.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { Page } from '../../components/Page.tsx';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { useLive } from '../../components/useLive.ts';
import { paths } from '../../paths.ts';
import { useProjects } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { home } from '../../text/home.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { FiguresSection } from './FiguresSection.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { GraphsSection } from './GraphsSection.tsx';
import classes from './HomePage.module.css';
import { formatHomeState, type HomeState, parseHomeState } from './homeState.ts';

function HomePage() {
  const t = useText();
  const mode = useMode('TEST');
  const { project } = useProjects();
  const [params, setParams] = useSearchParams();
  const state = parseHomeState(params);
  const change = (part: Partial<HomeState>) =>
    setParams(formatHomeState({ ...state, ...part }), { preventScrollReset: true });

  useLive(project?.id, mode);
  const messages = useQuery({
    ...hasMessagesQuery(project?.id ?? '', mode),
    enabled: project !== null,
  });
  const hasMessages = project ? messages.data : false;
  const place = project ? { project, mode } : null;

  const actions = (
    <>
      <ModeSwitch mode={mode} />
      {hasMessages ? <SendSmsButton mode={mode} /> : null}
    </>
  );
  return (
    <Page title={t('home.title')} mode={mode} actions={actions}>
      {hasMessages && place ? (
        <>
          <FiguresSection {...place} days={state.figures} onDays={(figures) => change({ figures })} />
          <GraphsSection
            {...place}
            days={state.graphs}
            onDays={(graphs) => change({ graphs })}
            view={state.view}
            onView={(view) => change({ view })}
          />
        </>
      ) : null}
      {hasMessages === false ? (
        <>
          <FirstSteps />
          <div className={classes.row}>
            <BalanceCard />
            <ApiCard hasProject={project !== null} />
          </div>
        </>
      ) : null}
      {hasMessages === undefined && !messages.isError ? <Skeleton height={326} radius="md" /> : null}
      {hasMessages === undefined && messages.isError ? (
        <LoadFailed error={messages.error} onRetry={() => messages.refetch()} />
      ) : null}
    </Page>
  );
}

function ApiCard({ hasProject }: { hasProject: boolean }) {
  const t = useText();
  return (
    <Card>
      <h2 className={classes.heading}>{t('home.apiTitle')}</h2>
      <p className={classes.text}>{t(hasProject ? 'home.apiText' : 'home.apiTextNoProject')}</p>
      <Anchor component={Link} to={paths.api}>
        {t('home.apiLink')}
      </Anchor>
    </Card>
  );
}

export default withTexts(HomePage, home);
