// Everything around a signed-in page: who is signed in, the two bars, the phone's drawer, the shared dialogs.
import type { Profile } from '@godwit/contract/accounts/accounts';
import { Button, Modal, Text } from '@mantine/core';
import { useDocumentVisibility, useFocusReturn, useWindowEvent } from '@mantine/hooks';
import { QueryClientProvider, useQueries, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { fetchProfile, profileQuery, teamsQuery } from '../../api/accounts.ts';
import { relogin } from '../../api/client.ts';
import { isLost, wordsFor } from '../../api/errors.ts';
import { listen } from '../../api/live.ts';
import { projectsQuery } from '../../api/projects.ts';
import { queryClient } from '../../api/queryClient.ts';
import { createRefresher } from '../../api/refresh.ts';
import { paths } from '../../paths.ts';
import {
  type ProjectDialog,
  type Session,
  SessionContext,
  SharedDialogContext,
  useProjects,
} from '../../session/context.ts';
import { useKeptMode } from '../../session/mode.ts';
import { showLanguageOf } from '../../session/signIn.ts';
import {
  hasMarker,
  storedShell,
  storedTeamId,
  storeProjectId,
  storeShell,
  storeTeam,
  subscribeOtherTabs,
} from '../../session/storage.ts';
import { access } from '../../text/access/en.ts';
import { lists } from '../../text/lists/en.ts';
import { shared } from '../../text/shared/en.ts';
import { shell } from '../../text/shell/en.ts';
import { useText } from '../../text/useText.ts';
import { Texts } from '../../text/withTexts.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoginForm } from '../access/LoginForm.tsx';
import { Dialog, DialogActions, type Opening } from '../dialog/Dialog.tsx';
import { lazyPart } from '../lazyPart.ts';
import { Bar, FrameLoading } from './Frame.tsx';
import { TopBar } from './TopBar.tsx';
import { useAttention } from './useAttention.ts';
import { useLivePlace } from './useLive.ts';
import { Wordmark } from './Wordmark.tsx';

const NoTeam = lazyPart(() => import('./NoTeam.tsx'), 'NoTeam');
const NewProjectModal = lazyPart(() => import('./NewProjectModal.tsx'), 'NewProjectModal');

/**
 * Signed out it leads to the login page, and back here afterwards; with a dead session the re-login dialog
 * comes.
 */
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
      <Texts texts={shellTexts}>
        <SignedIn />
        <ReloginDialog />
        <ScrollRestoration />
      </Texts>
    </QueryClientProvider>
  );
}

const AGAIN_MS = 5000;
/** Queries that got no answer run again by themselves. */
const again = ({ state: { error } }: { state: { error: Error | null } }) => isLost(error) && AGAIN_MS;

/**
 * The bars are drawn at once as they were last, and the page below them as soon as it is known who is signed
 * in.
 */
function SignedIn() {
  const [profile, teams, projects] = useQueries({
    queries: [
      { ...profileQuery, refetchInterval: again },
      { ...teamsQuery, refetchInterval: again },
      { ...projectsQuery, refetchInterval: again },
    ],
  });
  const [last] = useState(() => storedShell() as Session | null);
  const ended = relogin.usePending() !== null;
  const team = teams.data?.find(({ id }) => id === storedTeamId()) ?? teams.data?.[0];
  const language = profile.data?.language;
  const session =
    profile.data && team && projects.data ? { profile: profile.data, team, projects: projects.data } : null;
  useStoredShell(session, last);

  useEffect(() => {
    if (!team) return;
    // The queries so far belong to a team that the person is not in any more.
    const isOut = ![null, team.id].includes(storedTeamId());
    storeTeam(team);
    if (isOut) location.reload();
  }, [team]);
  useEffect(() => {
    if (language) void showLanguageOf({ language });
  }, [language]);

  const failed = [profile, teams, projects].filter(({ isError }) => isError);
  // It stays in sight while it is tried again.
  const [problem, setProblem] = useState<Error | null>(null);
  const error = failed[0]?.error ?? null;
  if (error && error !== problem) setProblem(error);
  const waiting = problem ? (
    <LoadFailed error={problem} onRetry={() => failed.map(({ refetch }) => refetch())} />
  ) : (
    <FrameLoading />
  );

  if (teams.data?.length === 0) {
    return (
      <>
        <BareBar />
        <main>
          <Suspense fallback={null}>
            <NoTeam />
          </Suspense>
        </main>
      </>
    );
  }
  const shown = session ?? (ended ? null : last);
  if (shown) {
    return (
      <SessionContext value={shown}>
        <Frame>{session ? <Outlet /> : waiting}</Frame>
      </SessionContext>
    );
  }
  return (
    <>
      <BareBar />
      {waiting}
    </>
  );
}

/**
 * Keeps what the bars show for the next load. Of another person than they were drawn for, everything starts
 * afresh.
 */
function useStoredShell(session: Session | null, last: Session | null): void {
  const isAnother = session !== null && last !== null && session.profile.id !== last.profile.id;
  const shell = session && !isAnother ? JSON.stringify(session) : null;
  useEffect(() => {
    if (shell) storeShell(shell);
    if (!isAnother) return;
    storeShell(null);
    location.reload();
  }, [shell, isAnother]);
}

function Frame({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ProjectDialog>('new');
  const [opened, setOpened] = useState(false);
  // Once asked for it stays, to fade out and to open again.
  const [asked, setAsked] = useState(false);
  const [verifying, setVerifying] = useState(false);
  const { project } = useProjects();
  useKeptMode();
  useLiveConnection();
  useAttention();

  function openDialog(which: ProjectDialog | 'verify'): void {
    if (which === 'verify') {
      setVerifying(true);
      return;
    }
    setDialog(which);
    setAsked(true);
    setOpened(true);
  }

  return (
    <SharedDialogContext value={openDialog}>
      <TopBar />
      {/* Another project is another page: nothing typed or loaded for the one before stays. */}
      <Fragment key={project?.id ?? 'none'}>{children}</Fragment>
      {asked ? (
        <Suspense fallback={null}>
          <NewProjectModal variant={dialog} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
      <VerifyDialog opened={verifying} onClose={() => setVerifying(false)} />
    </SharedDialogContext>
  );
}

const POLL_MS = 15_000;

/**
 * Listens for the page that is shown while it is visible, and reads again now and then while the connection
 * is down.
 */
function useLiveConnection(): void {
  const client = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  const place = useLivePlace();
  useEffect(() => {
    if (!visible) return;
    const { take, stop } = createRefresher(client);
    let isUp = false;
    const close = listen(place, {
      onEvent: take,
      onConnected: (now) => {
        isUp = now;
      },
    });
    const poll = setInterval(() => isUp || take({ name: 'refresh', data: {} }), POLL_MS);
    return () => {
      close();
      stop();
      clearInterval(poll);
    };
  }, [client, place, visible]);
}

/** The dialog for a person without a verified identity who asks for LIVE. */
function VerifyDialog({ opened, onClose }: Opening) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('verifyModal.title')}>
      {t('verifyModal.text')}
      <DialogActions onCancel={onClose}>
        <Button component={Link} to={paths.verify} onClick={onClose}>
          {t('verifyModal.verify')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function BareBar() {
  return (
    <Bar>
      <Wordmark to={paths.home} />
    </Bar>
  );
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  return (
    <main id="content" tabIndex={-1}>
      <EmptyState
        text={`${t('app.loadFailed')} ${wordsFor(error)} ${isLost(error) ? t('app.again') : ''}`}
        action={<Button onClick={onRetry}>{t('action.tryAgain')}</Button>}
      />
    </main>
  );
}

// Comes over the page when the session has ended; signing in, here or in another tab, repeats the calls that
// met its end.
export function ReloginDialog() {
  const t = useText();
  const queries = useQueryClient();
  const pending = relogin.usePending();
  // In a stack the kit's dialog loses where the focus was.
  useFocusReturn({ opened: pending !== null });
  const before = queries.getQueryData(profileQuery.queryKey);

  function signedIn(profile: Profile): void {
    // Another person must not repeat what this one was doing: a full load starts them afresh.
    if (before && before.id !== profile.id) {
      location.assign(paths.home);
      return;
    }
    if (pending?.before.projectId) storeProjectId(pending.before.projectId);
    relogin.finish(true);
  }

  const signedInElsewhere = useEffectEvent(() => {
    // If it fails, the dialog is still there to sign in.
    if (hasMarker()) fetchProfile().then(signedIn, () => {});
  });
  useEffect(() => (pending ? subscribeOtherTabs(signedInElsewhere) : undefined), [pending]);

  return (
    // One closes at a time: the dialog for a new password may lie on this one.
    <Modal.Stack>
      <Dialog
        opened={pending !== null}
        onClose={() => location.assign(paths.login)}
        closeOnClickOutside={false}
        title={t('action.login')}
        returnFocus={false}
        zIndex={400}
        stackId="relogin"
      >
        <Text c="dimmed" mb={24}>
          {t('relogin.text')}
        </Text>
        <LoginForm onSignedIn={signedIn} forgotLabel={t('relogin.forgot')} email={before?.email} />
      </Dialog>
    </Modal.Stack>
  );
}

// The texts around every signed-in page; each page brings its own.
export const shellTexts = { ...shared, ...shell, ...lists, ...access };
