// The results of the search that a person opened last in a project, kept in the browser until they sign out.
import { useProfile, useProjects } from '../../session/context.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../session/drafts.ts';
import { MAX_RESULTS, type Result } from './find.ts';

type Recent = { to: string; name: string; more?: string };

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  'to' in one &&
  typeof one.to === 'string' &&
  'name' in one &&
  typeof one.name === 'string';

function useKey(): DraftKey {
  const { id } = useProfile();
  const { project } = useProjects();
  // forgetPerson finds it by its end.
  return `recent.${project?.id ?? ''}.${id}`;
}

function read(key: DraftKey): Recent[] {
  try {
    const stored: unknown = JSON.parse(storedDraft(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** The last few results that were opened, newest first. */
export function useRecent(): Result[] {
  return read(useKey()).map(({ to, name, more }) => ({
    key: `recent ${to}`,
    to,
    name,
    ...(more ? { more } : {}),
  }));
}

/** Remembers a result that opens a page of this project. One with a state would open without it. */
export function useRemember(): (result: Result) => void {
  const key = useKey();
  return ({ to, name, more, project, state }) => {
    if (project !== undefined || state !== undefined) return;
    const others = read(key).filter((one) => one.to !== to);
    const recent: Recent[] = [{ to, name, ...(more ? { more } : {}) }, ...others];
    storeDraft(key, JSON.stringify(recent.slice(0, MAX_RESULTS)));
  };
}
