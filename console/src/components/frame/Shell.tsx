// The shell of signed-in pages: the session, the bars, the re-login dialog and the shared dialogs.
import type { Profile } from '@godwit/contract/accounts/accounts';
import { Button, Modal, Text } from '@mantine/core';
import { useDocumentVisibility, useFocusReturn, useWindowEvent } from '@mantine/hooks';
import { QueryClientProvider, useQueries, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { fetchProfile, profileQuery, teamsQuery } from '../../api/accounts.ts';
import { relogin } from '../../api/client.ts';
import { errorMessage, isLost } from '../../api/errors.ts';
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
import { usePersistMode } from '../../session/mode.ts';
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
import { useLiveScope } from './useLive.ts';
import { Wordmark } from './Wordmark.tsx';

const NoTeam = lazyPart(() => import('./NoTeam.tsx'), 'NoTeam');
const NewProjectModal = lazyPart(() => import('./NewProjectModal.tsx'), 'NewProjectModal');

/**
 * Redirects to the login page, and back afterwards, if nobody is signed in. If the session has ended, the
 * re-login dialog opens.
 */
export function Shell() {
  const from = useLocation();
  const [wasSignedIn] = useState(hasMarker);
  // After a logout in another tab, the re-login dialog opens and the page keeps its input.
  useEffect(() => {
    const stop = subscribeOtherTabs(() => {
      if (wasSignedIn && !hasMarker()) relogin.request();
    });
    return stop;
  }, [wasSignedIn]);
  // The browser's Back may restore a page of a person who has signed out.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted && !hasMarker()) location.reload();
  });
  if (!wasSignedIn) return <Navigate to={paths.login} replace state={{ from }} />;
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

const RETRY_MS = 5000;
/** Retries queries that got no answer. */
const retryIfLost = ({ state: { error } }: { state: { error: Error | null } }) => isLost(error) && RETRY_MS;

/** Shows the bars from the last visit at once, and the page when the current data has loaded. */
function SignedIn() {
  const [profile, teams, projects] = useQueries({
    queries: [
      { ...profileQuery, refetchInterval: retryIfLost },
      { ...teamsQuery, refetchInterval: retryIfLost },
      { ...projectsQuery, refetchInterval: retryIfLost },
    ],
  });
  const [stored] = useState(() => storedShell() as Session | null);
  const ended = relogin.usePending() !== null;
  const team = teams.data?.find(({ id }) => id === storedTeamId()) ?? teams.data?.[0];
  const language = profile.data?.language;
  const session =
    profile.data && team && projects.data ? { profile: profile.data, team, projects: projects.data } : null;
  useStoredShell(session, stored);

  useEffect(() => {
    if (!team) return;
    // The person is no longer in the stored team, so all queries so far belong to the wrong team.
    const hasLeft = ![null, team.id].includes(storedTeamId());
    storeTeam(team);
    if (hasLeft) location.reload();
  }, [team]);
  useEffect(() => {
    if (language) void showLanguageOf({ language });
  }, [language]);

  const failed = [profile, teams, projects].filter(({ isError }) => isError);
  // The error stays visible during retries.
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
  const shown = session ?? (ended ? null : stored);
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
 * Stores the data of the bars for the next load. If it belongs to another person, the page reloads without
 * it.
 */
function useStoredShell(session: Session | null, stored: Session | null): void {
  const isAnother = session !== null && stored !== null && session.profile.id !== stored.profile.id;
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
  // Once opened, the dialog stays rendered, so that it can fade out.
  const [hasOpened, setHasOpened] = useState(false);
  const [verifying, setVerifying] = useState(false);
  const { project } = useProjects();
  usePersistMode();
  useLiveConnection();
  useAttention();

  function openDialog(which: ProjectDialog | 'verify'): void {
    if (which === 'verify') {
      setVerifying(true);
      return;
    }
    setDialog(which);
    setHasOpened(true);
    setOpened(true);
  }

  return (
    <SharedDialogContext value={openDialog}>
      <TopBar />
      {/* The key resets the page when the project changes, so no input or data of the previous project
          remains. */}
      <Fragment key={project?.id ?? 'none'}>{children}</Fragment>
      {hasOpened ? (
        <Suspense fallback={null}>
          <NewProjectModal variant={dialog} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
      <VerifyDialog opened={verifying} onClose={() => setVerifying(false)} />
    </SharedDialogContext>
  );
}

const POLL_MS = 15_000;

/** Listens for events while the page is visible, and polls while the connection is down. */
function useLiveConnection(): void {
  const client = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  const scope = useLiveScope();
  useEffect(() => {
    if (!visible) return;
    const { handle, stop } = createRefresher(client);
    let isUp = false;
    const close = listen(scope, {
      onEvent: handle,
      onConnected: (now) => {
        isUp = now;
      },
    });
    const poll = setInterval(() => isUp || handle({ name: 'refresh', data: {} }), POLL_MS);
    return () => {
      close();
      stop();
      clearInterval(poll);
    };
  }, [client, scope, visible]);
}

/** Shown to people without a verified identity who select LIVE. */
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
        text={`${t('app.loadFailed')} ${errorMessage(error)} ${isLost(error) ? t('app.again') : ''}`}
        action={<Button onClick={onRetry}>{t('action.tryAgain')}</Button>}
      />
    </main>
  );
}

// The dialog shown when the session has ended. After a login here or in another tab, it repeats the calls
// that failed.
export function ReloginDialog() {
  const t = useText();
  const queries = useQueryClient();
  const pending = relogin.usePending();
  // Inside a Modal.Stack, Mantine's dialog does not return the focus.
  useFocusReturn({ opened: pending !== null });
  const before = queries.getQueryData(profileQuery.queryKey);

  function signedIn(profile: Profile): void {
    // A different person must not repeat these calls, so the page loads from the start.
    if (before && before.id !== profile.id) {
      location.assign(paths.home);
      return;
    }
    if (pending?.session.projectId) storeProjectId(pending.session.projectId);
    relogin.finish(true);
  }

  const signedInElsewhere = useEffectEvent(() => {
    // If this fails, the dialog is still open for a login.
    if (hasMarker()) fetchProfile().then(signedIn, () => {});
  });
  useEffect(() => (pending ? subscribeOtherTabs(signedInElsewhere) : undefined), [pending]);

  return (
    // The stack makes Escape close one dialog at a time, because the password reset may be open on top.
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

// The texts of the shell. Each page adds its own.
export const shellTexts = { ...shared, ...shell, ...lists, ...access };
