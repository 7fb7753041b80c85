// Everything around a signed-in page: who is signed in, the two bars, the phone's drawer, the shared dialogs.
import { Button, Skeleton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { QueryClientProvider, useQueries } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { profileQuery, teamsQuery } from '../api/accounts.ts';
import { projectsQuery } from '../api/projects.ts';
import { queryClient } from '../api/queryClient.ts';
import { relogin } from '../api/relogin.ts';
import { paths } from '../paths.ts';
import { SessionContext, useProjects } from '../session/context.ts';
import { hasMarker, storedTeamId, storeMode, storeTeam, subscribeOtherTabs } from '../session/storage.ts';
import { shellTexts } from '../text/shellTexts.ts';
import { useText } from '../text/useText.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NewProjectModal } from './NewProjectModal.tsx';
import { type ProjectDialog, ProjectDialogContext } from './projectDialog.ts';
import { ReloginDialog } from './ReloginDialog.tsx';
import classes from './Shell.module.css';
import { BareBar, TopBar } from './TopBar.tsx';
import { useLiveConnection } from './useLive.ts';

/** Signed out it leads to the login page, and back here afterwards; with a dead session the re-login dialog comes. */
export function Shell() {
  const from = useLocation();
  const [entered] = useState(hasMarker);
  // Logged out in another tab: what is typed here stays, behind the dialog.
  useEffect(() => {
    const stop = subscribeOtherTabs(() => {
      if (entered && !hasMarker()) relogin.request();
    });
    return stop;
  }, [entered]);
  // The browser's Back may bring a page of who has signed out since, as it was.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted && !hasMarker()) location.reload();
  });
  if (!entered) return <Navigate to={paths.login} replace state={{ from }} />;
  return (
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale="en" messages={shellTexts}>
        <SignedIn />
        <ReloginDialog />
        <ScrollRestoration />
      </IntlProvider>
    </QueryClientProvider>
  );
}

function SignedIn() {
  const [profile, teams, projects] = useQueries({ queries: [profileQuery, teamsQuery, projectsQuery] });
  const team = teams.data?.find(({ id }) => id === storedTeamId()) ?? teams.data?.[0];
  const verified = profile.data?.id_verified;

  useEffect(() => {
    if (!team) return;
    // What was asked for so far is of a team that the person is not in any more.
    const isOut = ![null, team.id].includes(storedTeamId());
    storeTeam(team);
    if (isOut) location.reload();
  }, [team]);
  useEffect(() => {
    if (verified === false) storeMode('TEST');
  }, [verified]);

  if (profile.data && team && projects.data) {
    return (
      <SessionContext value={{ profile: profile.data, team, projects: projects.data }}>
        <Frame />
      </SessionContext>
    );
  }
  const failed = profile.isError || teams.isError || projects.isError;
  return failed ? <LoadFailed /> : <Loading />;
}

function Frame() {
  const [dialog, setDialog] = useState<ProjectDialog>('new');
  const [opened, setOpened] = useState(false);
  const { project } = useProjects();
  useLiveConnection();

  function openDialog(which: ProjectDialog): void {
    setDialog(which);
    setOpened(true);
  }

  return (
    <ProjectDialogContext value={openDialog}>
      <TopBar />
      {/* Another project is another page: nothing typed or loaded for the one before stays. */}
      <Fragment key={project?.id ?? 'none'}>
        <Outlet />
      </Fragment>
      <NewProjectModal variant={dialog} opened={opened} onClose={() => setOpened(false)} />
    </ProjectDialogContext>
  );
}

function Loading() {
  return (
    <>
      <BareBar />
      <div className={classes.loading} aria-busy="true">
        <Skeleton height={36} width={160} />
        <Skeleton height={240} />
      </div>
    </>
  );
}

function LoadFailed() {
  const t = useText();
  return (
    <>
      <BareBar />
      <main>
        <EmptyState
          text={`${t('app.loadFailed')} ${t('error.somethingWrong')}`}
          action={<Button onClick={() => location.reload()}>{t('app.tryAgain')}</Button>}
        />
      </main>
    </>
  );
}
