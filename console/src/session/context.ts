// The signed-in person, team and projects, for every page below the shell. The shell renders pages only after
// they have loaded.
import type { Profile, Team } from '@godwit/contract/accounts/accounts';
import type { ProjectSummary } from '@godwit/contract/projects';
import { type Action, may } from '@godwit/contract/roles';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { relogin } from '../api/client.ts';
import { storedProjectId, subscribeToStorage } from './storage.ts';

export type Session = { profile: Profile; team: Team; projects: ProjectSummary[] };

export const SessionContext = createContext<Session | null>(null);

/** Returns the signed-in person, team and projects. Works only below the shell. */
function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for pages below the shell');
  return session;
}

export const useProfile = (): Profile => useSession().profile;

/** The team, with its balance and currency symbol. */
export const useTeam = (): Team => useSession().team;

/** The selected project: the stored one, else the first one, or null if there is none. */
export function selectProject(projects: ProjectSummary[], storedId: string | null): ProjectSummary | null {
  return projects.find((project) => project.id === storedId) ?? projects[0] ?? null;
}

/** All projects and the selected one. Pages must not request a project while `project` is null. */
export function useProjects(): { projects: ProjectSummary[]; project: ProjectSummary | null } {
  const { projects } = useSession();
  const storedId = useSyncExternalStore(subscribeToStorage, storedProjectId);
  // The end of a session clears the stored project. While the re-login dialog is open, the page keeps its
  // project and with it the person's input.
  const ended = relogin.usePending();
  return { projects, project: selectProject(projects, ended ? ended.session.projectId : storedId) };
}

/**
 * Whether the person's role in the team allows an action. Pages hide other actions. Roles in a project are
 * checked separately.
 */
export function useMay(action: Action): boolean {
  return may(useProfile().role, action);
}

/** The link state from a first project to Send SMS, which then starts with a number of the simulator. */
export const FIRST_MESSAGE = { firstMessage: true } as const;

export const isFirstMessage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'firstMessage' in state;

/** The sender and the text of a message that is sent again. */
export type SentBefore = { from: string; body: string };

/** The link state to Send SMS, which then has this number, and what was sent to it before, if given. */
export const sendTo = (recipient: string, again?: SentBefore) => ({ recipient, again });

export const recipientOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'recipient' in state ? String(state.recipient) : null;

export const sentBeforeOf = (state: unknown): SentBefore | null =>
  typeof state === 'object' && state !== null && 'again' in state
    ? ((state.again as SentBefore | undefined) ?? null)
    : null;

/** The link state from the search to a message form: the template to start with. */
export const withTemplate = (template: InitialTemplate) => ({ template });

type InitialTemplate = { name: string; content: string };

export const templateOf = (state: unknown): InitialTemplate | null =>
  typeof state === 'object' && state !== null && 'template' in state
    ? (state.template as InitialTemplate)
    : null;

// Pages below the shell open its dialogs through a context.

/** Marks the buttons that open the project dialogs. Hidden ones do not get the focus back. */
export const PROJECT_OPENER = 'data-project-opener';

export type ProjectDialog = 'new' | 'prompt';
type SharedDialog = ProjectDialog | 'verify';

export const SharedDialogContext = createContext<(which: SharedDialog) => void>(() => {});

/**
 * Returns the function that opens a shared dialog: 'New Project' ('new'), 'Create a Project' if a page needs
 * a project first ('prompt'), or 'Verify Account' if an action needs a verified identity ('verify').
 */
export const useSharedDialog = (): ((which: SharedDialog) => void) => useContext(SharedDialogContext);
