// The mode of all pages, TEST or LIVE, for a person in a project. The address also carries it, so a link
// opens in the same mode in another tab or for another person.
import { MODES, type Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../paths.ts';
import { useProfile, useProjects } from './context.ts';
import { storedMode, storeMode, storeProjectId, subscribeToStorage } from './storage.ts';

/**
 * The effective mode: TEST without a verified identity, else the address's, else the stored one, else LIVE.
 */
export function effectiveMode(verified: boolean, fromAddress: Mode | null, stored: Mode | null): Mode {
  return verified ? (fromAddress ?? stored ?? 'LIVE') : 'TEST';
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
  const stored = useSyncExternalStore(subscribeToStorage, () => storedMode(owner));
  return effectiveMode(id_verified, modeIn(params), stored);
}

/**
 * Stores the mode when a project is first shown, and when an address or the verification changes it. Only the
 * shell calls it.
 */
export function usePersistMode(): void {
  const { id_verified } = useProfile();
  const owner = useOwner();
  const mode = useMode();
  const { key } = useLocation();
  const [params] = useSearchParams();
  // A project has its own mode. The address still has the previous project's until useChooseProject replaces
  // it.
  const projectId = modeIn(params) ? null : owner.projectId;
  const store = useEffectEvent(() => storeMode(owner, mode));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of these changes
  useEffect(() => store(), [key, id_verified, projectId]);
}

/** Switches all pages to the mode of the object that a page shows, once it is known. */
export function useSwitchToMode(mode: Mode | undefined): void {
  const { id_verified } = useProfile();
  const owner = useOwner();
  const store = useEffectEvent((mode: Mode) => storeMode(owner, mode));
  useEffect(() => {
    if (mode && id_verified) store(mode);
  }, [mode, id_verified]);
}

/**
 * For a page about an object of one mode, returns the list to show in the other mode. Returns null for pages
 * that have both modes.
 */
function listOf(pathname: string, params: URLSearchParams): string | null {
  if (pathname.startsWith(`${paths.logs}/`)) return paths.logs;
  const isCampaigns =
    pathname.startsWith('/campaign/') ||
    pathname === paths.compareCampaigns ||
    params.has('retry_of') ||
    params.has('edit');
  return isCampaigns ? paths.campaigns : null;
}

/** Changes the mode of all pages. Lists return to their first page. */
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
 * Selects a project, in the mode that the person last used there. A settings page opens the same settings of
 * that project; other pages stay and reload.
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
