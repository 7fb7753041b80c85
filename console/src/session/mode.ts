// TEST or LIVE: one mode for all pages, of a person in a project. The address carries it too, so that a link
// opened in another tab, or shared, shows the same.
import { MODES, type Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../paths.ts';
import { useProfile, useProjects } from './context.ts';
import { storedMode, storeMode, storeProjectId, subscribe } from './storage.ts';

/**
 * The mode that holds: TEST without a verified identity; else that of the address, else the stored one, else
 * LIVE.
 */
export function effectiveMode(verified: boolean, asked: Mode | null, stored: Mode | null): Mode {
  return verified ? (asked ?? stored ?? 'LIVE') : 'TEST';
}

/** The address of a page in a mode. */
export const inMode = (path: string, mode: Mode): string =>
  `${path}${path.includes('?') ? '&' : '?'}mode=${mode}`;

const modeIn = (params: URLSearchParams): Mode | null =>
  MODES.find((mode) => mode === params.get('mode')) ?? null;

function useOwner() {
  const { id: personId } = useProfile();
  const { project } = useProjects();
  return { personId, projectId: project?.id ?? '' };
}

/** The mode of every page, and of every control on it. */
export function useMode(): Mode {
  const { id_verified } = useProfile();
  const owner = useOwner();
  const [params] = useSearchParams();
  const stored = useSyncExternalStore(subscribe, () => storedMode(owner));
  return effectiveMode(id_verified, modeIn(params), stored);
}

/**
 * Stores the mode at the first look at a project, and whenever an address or the identity changes it. Called
 * once, by the shell.
 */
export function useKeptMode(): void {
  const { id_verified } = useProfile();
  const owner = useOwner();
  const mode = useMode();
  const { key } = useLocation();
  const [params] = useSearchParams();
  // Another project has its own mode, whatever the address of the one before says until useChooseProject has
  // changed it.
  const projectId = modeIn(params) ? null : owner.projectId;
  const keep = useEffectEvent(() => storeMode(owner, mode));
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what asks for it
  useEffect(() => keep(), [key, id_verified, projectId]);
}

/** A page about something that was made in a mode turns all pages to that mode, once it is known. */
export function useModeOf(mode: Mode | undefined): void {
  const { id_verified } = useProfile();
  const owner = useOwner();
  const keep = useEffectEvent((mode: Mode) => storeMode(owner, mode));
  useEffect(() => {
    if (mode && id_verified) keep(mode);
  }, [mode, id_verified]);
}

/**
 * Returns the list in the other mode for a page about something of one mode; null for pages that have both.
 */
function listOf(pathname: string, params: URLSearchParams): string | null {
  if (pathname.startsWith(`${paths.logs}/`)) return paths.logs;
  const isCampaigns = pathname.startsWith('/campaign/') || params.has('retry_of') || params.has('edit');
  return isCampaigns ? paths.campaigns : null;
}

/** Changes the mode of all pages. Lists begin at their first page. */
export function useChangeMode(): (mode: Mode) => void {
  const owner = useOwner();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [params, setParams] = useSearchParams();
  return (mode) => {
    storeMode(owner, mode);
    const list = listOf(pathname, params);
    if (list) navigate(inMode(list, mode));
    else if (params.has('mode') || params.has('page'))
      setParams(withMode(mode), { replace: true, preventScrollReset: true, state });
  };
}

const withMode = (mode: Mode) => (params: URLSearchParams) => {
  const next = new URLSearchParams(params);
  next.set('mode', mode);
  if (next.has('page')) next.set('page', '1');
  return next;
};

/**
 * Chooses a project, in the mode the person has there. On a settings page it leads to the same settings of
 * that project, elsewhere the page begins again with it.
 */
export function useChooseProject(): (id: string) => void {
  const { id: personId, id_verified } = useProfile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  return (id) => {
    storeProjectId(id);
    const [, area, , part] = pathname.split('/');
    const mode = effectiveMode(id_verified, null, storedMode({ personId, projectId: id }));
    if (area === 'settings') navigate(paths.settings(id, part));
    else if (params.has('mode')) setParams(withMode(mode), { replace: true });
  };
}
