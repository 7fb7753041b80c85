// The person who is signed in, for every page below the shell, which shows pages only once this is known.
import type { Profile, Team } from '@godwit/contract/accounts/accounts';
import type { ProjectSummary } from '@godwit/contract/projects';
import { type Action, may } from '@godwit/contract/roles';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { relogin } from '../api/client.ts';
import { storedProjectId, subscribe } from './storage.ts';

export type Session = { profile: Profile; team: Team; projects: ProjectSummary[] };

export const SessionContext = createContext<Session | null>(null);

/** The signed-in person, team and projects. Only below the shell. */
function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for pages below the shell');
  return session;
}

export const useProfile = (): Profile => useSession().profile;

/** The team, with balance and currency symbol. */
export const useTeam = (): Team => useSession().team;

/** Of the projects, the one that is selected: the stored one, else the first; null while there is none. */
export function selectProject(projects: ProjectSummary[], storedId: string | null): ProjectSummary | null {
  return projects.find((project) => project.id === storedId) ?? projects[0] ?? null;
}

/** All projects and the selected one. Pages must not call for a project while `project` is null. */
export function useProjects(): { projects: ProjectSummary[]; project: ProjectSummary | null } {
  const { projects } = useSession();
  const storedId = useSyncExternalStore(subscribe, storedProjectId);
  // The end of a session unselects the project; behind the re-login dialog it stays, and with it what is
  // typed there.
  const ended = relogin.usePending();
  return { projects, project: selectProject(projects, ended ? ended.before.projectId : storedId) };
}

/**
 * Whether the person's role in the team lets them do something; what it does not is not shown. Roles in a
 * project are its own.
 */
export function useMay(action: Action): boolean {
  return may(useProfile().role, action);
}

/**
 * The state of the link to Send SMS from a first project: the form begins with a number of the simulator
 * then.
 */
export const FIRST_MESSAGE = { firstMessage: true } as const;

export const isFirstMessage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'firstMessage' in state;

/** The state of a link from the search to the form of a message: a template to begin with. */
export const withTemplate = (template: GivenTemplate) => ({ template });

type GivenTemplate = { name: string; content: string };

export const templateOf = (state: unknown): GivenTemplate | null =>
  typeof state === 'object' && state !== null && 'template' in state
    ? (state.template as GivenTemplate)
    : null;

// Opening the dialogs of the shell from anywhere below it.
/** Marks what the project dialogs are opened from; those out of sight on this width do not take the focus. */
export const PROJECT_OPENER = 'data-project-opener';

export type ProjectDialog = 'new' | 'prompt';
type SharedDialog = ProjectDialog | 'verify';

export const SharedDialogContext = createContext<(which: SharedDialog) => void>(() => {});

/**
 * Gives the function that opens a shared dialog: 'New Project' ('new'), 'Create a Project' if a page needs a
 * project first ('prompt'), or 'Verify Account' if an action needs a verified identity ('verify').
 */
export const useSharedDialog = (): ((which: SharedDialog) => void) => useContext(SharedDialogContext);
