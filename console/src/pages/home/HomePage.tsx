// Home, at `/home`: the balance, what was sent in a range and in the one before it, and how that went day by day.
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { hasMessagesQuery } from '../../api/messages.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { ModeSwitch } from '../../components/ModeSwitch.tsx';
import { Page } from '../../components/Page.tsx';
import { SendSmsButton } from '../../components/SendSmsButton.tsx';
import { useLive } from '../../components/useLive.ts';
import { paths } from '../../paths.ts';
import { useProfile, useProjects } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { storeMode } from '../../session/storage.ts';
import { home } from '../../text/home.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceCard, FiguresSection } from './FiguresSection.tsx';
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
    <Page title={t('nav.home')} mode={mode} actions={actions}>
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

// What a project without messages shows: three steps, of which only the last works at once and has the filled button.
function FirstSteps() {
  const t = useText();
  const { id_verified, verification } = useProfile();
  const identity = id_verified ? 'home.step1Done' : 'home.step1When';
  return (
    <div className={classes.steps}>
      <Card padded={false}>
        <div className={classes.head}>
          <h2>{t('home.stepsTitle')}</h2>
          <p>{t('home.stepsText')}</p>
        </div>
        <ol className={classes.list}>
          <Step
            number={1}
            when={t(verification === 'PENDING' ? 'status.inReview' : identity)}
            title={t('home.step1Title')}
            text={t('home.step1Text')}
          >
            {id_verified ? null : (
              <Button variant="outline" component={Link} to={paths.requestVerification}>
                {t('action.requestVerification')}
              </Button>
            )}
          </Step>
          <Step number={2} when={t('home.step2When')} title={t('home.step2Title')} text={t('home.step2Text')}>
            <Button variant="outline" component={Link} to={paths.senderId}>
              {t('action.requestSender')}
            </Button>
          </Step>
          <Step
            number={3}
            when={t('home.step3When')}
            title={t('home.step3Title')}
            text={t('home.step3Text')}
            ready
          >
            {/* A test is TEST whatever mode Home shows. */}
            <SendSmsButton mode="TEST" onFollow={() => storeMode('TEST')} />
          </Step>
        </ol>
      </Card>
    </div>
  );
}

type StepProps = {
  number: number;
  when: string;
  title: string;
  text: string;
  ready?: boolean;
  children: ReactNode;
};

function Step({ number, when, title, text, ready, children }: StepProps) {
  return (
    <li className={classes.step} data-ready={ready || undefined}>
      <p className={classes.when}>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        {when}
      </p>
      <h3>{title}</h3>
      <p className={classes.firstStepsText}>{text}</p>
      <div className={classes.action}>{children}</div>
    </li>
  );
}
