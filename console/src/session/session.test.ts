// @vitest-environment jsdom
// The browser's storage, and the rules for mode and project.
import type { Team } from '@godwit/contract/accounts/accounts';
import type { ProjectSummary } from '@godwit/contract/projects';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { selectProject } from './context.ts';
import { effectiveMode } from './mode.ts';

/** A browser tab after a load. Tabs share the local storage, but not what each keeps in memory. */
async function openTab() {
  vi.resetModules();
  return { ...(await import('./storage.ts')), ...(await import('./context.ts')) };
}

let storage: Awaited<ReturnType<typeof openTab>>;

const team: Team = {
  id: 'team-1',
  name: 'Lanka Retail',
  region: {
    id: 'LK',
    name: 'Sri Lanka',
    currency: 'LKR',
    currency_symbol: 'Rs',
    tax_included: false,
    tax_percentage: 18,
  },
  balance: 12.5,
  display_balance: '12.50',
};
const project = (id: string): ProjectSummary => ({
  id,
  name: id,
  role: 'OWNER',
  timezone: 'Asia/Colombo',
  archived_at: null,
});

beforeEach(async () => {
  localStorage.clear();
  storage = await openTab();
  // biome-ignore lint/suspicious/noDocumentCookie: sets the cookie of the server
  document.cookie = 'godwit_auth=1; path=/';
});

const MINE = { personId: 'nadeesha', projectId: 'a' };

describe('mode', () => {
  it.each([
    [true, null, null, 'LIVE'],
    [true, null, 'TEST', 'TEST'],
    [true, 'LIVE', 'TEST', 'LIVE'],
    [true, 'TEST', 'LIVE', 'TEST'],
    [false, null, null, 'TEST'],
    [false, 'LIVE', 'LIVE', 'TEST'],
  ] as const)('verified %s, address %s, stored %s: %s', (verified, fromAddress, stored, mode) => {
    expect(effectiveMode(verified, fromAddress, stored)).toBe(mode);
  });

  it('belongs to a person in a project; the last one is also under the specification’s key', () => {
    storage.storeMode(MINE, 'TEST');
    storage.storeMode({ ...MINE, projectId: 'b' }, 'LIVE');
    expect(storage.storedMode(MINE)).toBe('TEST');
    expect(storage.storedMode({ ...MINE, personId: 'kasun' })).toBeNull();
    expect(localStorage.getItem('mode')).toBe('LIVE');
  });

  it('is null if the stored value is unknown', () => {
    localStorage.setItem('mode.nadeesha.a', 'SANDBOX');
    expect(storage.storedMode(MINE)).toBeNull();
  });
});

describe('project', () => {
  it('is the stored one, else the first one, else null', () => {
    const projects = [project('a'), project('b')];
    expect(selectProject(projects, 'b')?.id).toBe('b');
    expect(selectProject(projects, 'of someone else')?.id).toBe('a');
    expect(selectProject(projects, null)?.id).toBe('a');
    expect(selectProject([], 'a')).toBeNull();
  });
});

describe('storage', () => {
  it('stores the team under the keys of the specification', () => {
    storage.storeTeam(team);
    expect(JSON.parse(localStorage.getItem('team') ?? '')).toEqual(team);
    expect(localStorage.getItem('region')).toBe('LK');
    expect(localStorage.getItem('currency')).toBe('LKR');
    expect(localStorage.getItem('display_balance')).toBe('12.50');
    expect(storage.storedTeamId()).toBe('team-1');
  });

  it('ignores an invalid team', () => {
    for (const text of ['', 'null', '{', '[]', '{"id":7}']) {
      localStorage.setItem('team', text);
      expect(storage.storedTeamId()).toBeNull();
    }
  });

  it('forgets marker, token, project and region when the session ends, and keeps team and mode', () => {
    storage.storeTeam(team);
    storage.storeProjectId('p');
    storage.storeMode(MINE, 'TEST');
    storage.storeCsrf('token');
    expect(storage.hasMarker()).toBe(true);
    storage.clearSession();
    storage.forgetPerson(MINE.personId);
    expect(storage.hasMarker()).toBe(false);
    expect(storage.storedCsrf()).toBeNull();
    expect(localStorage.getItem('selected_project')).toBeNull();
    expect(localStorage.getItem('region')).toBeNull();
    expect(storage.storedTeamId()).toBe('team-1');
    expect(storage.storedMode(MINE)).toBe('TEST');
  });

  it('notifies listeners only of changes', () => {
    const listener = vi.fn();
    const stop = storage.subscribeToStorage(listener);
    storage.storeMode(MINE, 'TEST');
    const calls = listener.mock.calls.length;
    storage.storeMode(MINE, 'TEST');
    expect(calls).toBeGreaterThan(0);
    expect(listener).toHaveBeenCalledTimes(calls);
    stop();
    storage.storeMode(MINE, 'LIVE');
    expect(listener).toHaveBeenCalledTimes(calls);
  });
});

describe('two tabs', () => {
  it('each keep their own project and mode until a reload', async () => {
    storage.storeProjectId('a');
    storage.storeMode(MINE, 'TEST');
    const other = await openTab();
    expect(other.storedProjectId()).toBe('a');
    expect(other.storedMode(MINE)).toBe('TEST');
    other.storeProjectId('b');
    other.storeMode(MINE, 'LIVE');
    expect(storage.storedProjectId()).toBe('a');
    expect(storage.storedMode(MINE)).toBe('TEST');
    const reloaded = await openTab();
    expect(reloaded.storedProjectId()).toBe('b');
    expect(reloaded.storedMode(MINE)).toBe('LIVE');
  });

  it('each keep their own team until a reload', async () => {
    storage.storeTeam(team);
    expect(storage.storedTeamId()).toBe('team-1');
    const other = await openTab();
    other.storeTeam({ ...team, id: 'team-2' });
    expect(other.storedTeamId()).toBe('team-2');
    expect(storage.storedTeamId()).toBe('team-1');
    expect((await openTab()).storedTeamId()).toBe('team-2');
  });

  it('keep the project of the page when the session ends, in this tab or another', async () => {
    storage.storeProjectId('a');
    const other = await openTab();
    expect(other.storedProjectId()).toBe('a');
    storage.clearSession();
    expect(storage.storedProjectId()).toBe('a');
    expect(other.storedProjectId()).toBe('a');
    expect((await openTab()).storedProjectId()).toBeNull();
  });

  it('are notified of each other’s logins and logouts, and of nothing else', () => {
    const listener = vi.fn();
    const stop = storage.subscribeOtherTabs(listener);
    const change = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));
    change('mode');
    change('selected_project');
    expect(listener).not.toHaveBeenCalled();
    change('region');
    change(null);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    change('region');
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
