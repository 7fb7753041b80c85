// Everything around a signed-in page: who is signed in, the two bars, the phone's drawer, the shared dialogs.

import type { Profile } from '@godwit/contract/accounts';
import { createProjectRequest } from '@godwit/contract/projects';
import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useFocusReturn, useWindowEvent } from '@mantine/hooks';
import { QueryClientProvider, useQueries, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { IntlProvider } from 'react-intl';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { fetchProfile, profileQuery, teamsQuery } from '../api/accounts.ts';
import { wordsFor } from '../api/errors.ts';
import { createProject, projectsQuery } from '../api/projects.ts';
import { queryClient } from '../api/queryClient.ts';
import { relogin } from '../api/relogin.ts';
import { paths } from '../paths.ts';
import {
  FIRST_MESSAGE,
  PROJECT_OPENER,
  type ProjectDialog,
  ProjectDialogContext,
  SessionContext,
  useProjects,
} from '../session/context.ts';
import {
  hasMarker,
  storedTeamId,
  storeMode,
  storeProjectId,
  storeTeam,
  subscribeOtherTabs,
} from '../session/storage.ts';
import { access } from '../text/access.ts';
import { lists } from '../text/lists.ts';
import { shared } from '../text/shared.ts';
import { shell } from '../text/shell.ts';
import { useText } from '../text/useText.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Dialog, DialogForm, type Opening } from './Dialog.tsx';
import { Bar, FrameLoading } from './Frame.tsx';
import { LoginForm } from './LoginForm.tsx';
import { TopBar, useChooseProject } from './TopBar.tsx';
import { toastSuccess } from './toast.ts';
import { useLiveConnection } from './useLive.ts';
import { useSchemaForm } from './useSubmit.ts';
import { Wordmark } from './Wordmark.tsx';

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
  const failed = [profile, teams, projects].filter(({ isError }) => isError);
  const [first] = failed;
  if (!first?.error) return <Loading />;
  return <LoadFailed error={first.error} onRetry={() => failed.map(({ refetch }) => refetch())} />;
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

function BareBar() {
  return (
    <Bar>
      <Wordmark to={paths.home} />
    </Bar>
  );
}

function Loading() {
  return (
    <>
      <BareBar />
      <FrameLoading />
    </>
  );
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  return (
    <>
      <BareBar />
      <main>
        <EmptyState
          text={`${t('app.loadFailed')} ${wordsFor(error)}`}
          action={<Button onClick={onRetry}>{t('action.tryAgain')}</Button>}
        />
      </main>
    </>
  );
}

// Makes a project: 'New Project' when asked for, 'Create a Project' as a prompt where a page needs one.
/** The dialog closes a moment after the success, as the specification has it. */
const CLOSE_AFTER_MS = 100;

/** What opened the dialog may be gone by then: a menu's item, or the button that the first project replaces. */
function focusOpener(): void {
  if (document.activeElement !== document.body) return;
  for (const opener of document.querySelectorAll<HTMLElement>(`[${PROJECT_OPENER}]`)) opener.focus();
}

type Props = Opening & { variant: 'new' | 'prompt' };

export function NewProjectModal({ variant, opened, onClose }: Props) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExited={focusOpener}
      title={t(variant === 'new' ? 'project.newTitle' : 'project.promptTitle')}
    >
      <ProjectForm variant={variant} onClose={onClose} />
    </Dialog>
  );
}

function ProjectForm({ variant, onClose }: Omit<Props, 'opened'>) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const choose = useChooseProject();
  const isFirst = useProjects().project === null;
  const { form, ...sending } = useSchemaForm({
    schema: createProjectRequest,
    initialValues: { name: '' },
    call: async (values) => {
      const project = await createProject(values);
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
      choose(project.id);
      toastSuccess(t('project.created'));
      // A first message comes before all else; in TEST, whatever was chosen, as its number is the simulator's.
      if (isFirst) {
        storeMode('TEST');
        await navigate(paths.sendSms, { state: FIRST_MESSAGE });
      }
      await new Promise((resolve) => setTimeout(resolve, CLOSE_AFTER_MS));
      onClose();
    },
    once: true,
    inPlace: true,
  });
  return (
    <DialogForm
      {...sending}
      {...(variant === 'prompt' ? { text: t('project.prompt') } : {})}
      action={t(variant === 'new' ? 'project.create' : 'project.createPrompt')}
      busyLabel={t('action.creating')}
      onCancel={onClose}
    >
      <TextInput
        label={t('project.name')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}

// Comes over the page when the session has ended; signing in, here or in another tab, repeats the calls that met its end.
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
    // Whatever goes wrong with it, the dialog is still there to sign in.
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
