// The only module that uses the marker cookie and, with drafts.ts, the local storage. Everything also works
// if the storage is disabled.
import type { Team } from '@godwit/contract/accounts/accounts';
import { LANGUAGES, type Language } from '@godwit/contract/languages';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Graphs } from '@godwit/contract/stats';

type Key =
  | 'team'
  | 'selected_project'
  | 'mode'
  | ModeKey
  | 'region'
  | 'currency'
  | 'display_balance'
  | 'csrf_t'
  | 'shell'
  | 'color_scheme'
  | 'language'
  | 'language_chosen'
  | 'log_view'
  | `previous_labels.${GraphName}`;

type GraphName = Exclude<keyof Graphs['graphs'], 'outgoing_sms_failed'>;

const listeners = new Set<() => void>();

// The choices of this tab. Choices and logouts in other tabs do not change an open page; the stored values
// apply from the next load.
type TabKey = 'team' | 'selected_project' | ModeKey;
const tabValues = new Map<TabKey, string | null>();

function changed(): void {
  for (const listener of listeners) listener();
}

function read(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value is new. */
function store(key: Key, value: string | null): boolean {
  if (read(key) === value) return false;
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The storage is full or disabled: the page works, but the choice is not remembered.
  }
  return true;
}

function write(key: Key, value: string | null): void {
  if (store(key, value)) changed();
}

function readTabValue(key: TabKey): string | null {
  if (!tabValues.has(key)) tabValues.set(key, read(key));
  return tabValues.get(key) ?? null;
}

function writeTabValue(key: TabKey, value: string): void {
  const isNew = readTabValue(key) !== value;
  tabValues.set(key, value);
  if (store(key, value) || isNew) changed();
}

/**
 * Calls `listener` whenever a stored value changes, here or in another tab. Returns a function that stops.
 */
export function subscribeToStorage(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/**
 * Calls `listener` when another tab has signed in or out; hasMarker tells which. Returns a function that
 * stops.
 */
export function subscribeOtherTabs(listener: () => void): () => void {
  // Every login stores the region and every logout removes it. A null key means that the whole storage was
  // cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === ('region' satisfies Key)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Whether the browser seems signed in. Scripts can read this marker cookie, but not the session cookie. */
export function hasMarker(): boolean {
  return document.cookie.split('; ').includes('godwit_auth=1');
}

function clearMarker(): void {
  // Scripts set no other cookie, and not every browser has the Cookie Store API.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = 'godwit_auth=; path=/; max-age=0; samesite=lax';
  changed();
}

/** The id of the stored team, which calls send in a header. Null before the first login. */
export function storedTeamId(): string | null {
  try {
    const team: unknown = JSON.parse(readTabValue('team') ?? 'null');
    return team !== null && typeof team === 'object' && 'id' in team && typeof team.id === 'string'
      ? team.id
      : null;
  } catch {
    return null;
  }
}

/** Stores the team, and the parts of it that the specification stores under separate keys. */
export function storeTeam(team: Team): void {
  writeTabValue('team', JSON.stringify(team));
  write('region', team.region.id);
  write('currency', team.region.currency);
  write('display_balance', team.display_balance);
}

/**
 * The last known data of the shell's bars, shown while the current data loads. Null if it belongs to another
 * team.
 */
export function storedShell(): unknown {
  try {
    const shell = JSON.parse(read('shell') ?? 'null') as { team: { id: string } } | null;
    return shell?.team.id === storedTeamId() ? shell : null;
  } catch {
    return null;
  }
}

/** Null deletes the data, so the next person does not see it. */
export function storeShell(shell: string | null): void {
  store('shell', shell);
}

/** The id of the selected project, or null. */
export const storedProjectId = (): string | null => readTabValue('selected_project');
export const storeProjectId = (id: string): void => writeTabValue('selected_project', id);

/** The owner of a mode: a person in a project. The project id is empty if there is no project yet. */
export type ModeOwner = { personId: string; projectId: string };
/** Survives a logout: forgetPerson deletes only keys that end with the person's id. */
type ModeKey = `mode.${string}.${string}`;
const modeKey = ({ personId, projectId }: ModeOwner): ModeKey => `mode.${personId}.${projectId}`;

/** The mode of a person in a project. Null until it is first stored. */
export function storedMode(owner: ModeOwner): Mode | null {
  const mode = readTabValue(modeKey(owner));
  return mode === 'TEST' || mode === 'LIVE' ? mode : null;
}

/** Stores the mode, also under the specification's key, which has the mode of the last page. */
export function storeMode(owner: ModeOwner, mode: Mode): void {
  writeTabValue(modeKey(owner), mode);
  write('mode', mode);
}

// On localhost the CSRF token is stored, which saves a call per reload during development. Elsewhere it stays
// in memory.
let csrfInMemory: string | null = null;
const onLocalhost = (): boolean => location.hostname === 'localhost';

export const storedCsrf = (): string | null => (onLocalhost() ? read('csrf_t') : csrfInMemory);
export function storeCsrf(token: string | null): void {
  if (onLocalhost()) write('csrf_t', token);
  else csrfInMemory = token;
}

/**
 * Forgets the session after a logout or when it has ended: marker cookie, CSRF token, data of the bars,
 * selected project, region. Until the next load the tab keeps its own project, so the page under the re-login
 * dialog stays unchanged.
 */
export function clearSession(): void {
  // Clears the marker first, because other tabs read it when the region changes.
  clearMarker();
  storeCsrf(null);
  storeShell(null);
  write('selected_project', null);
  write('region', null);
}

/**
 * Deletes everything the person has written (drafts.ts), so the next person at this browser cannot see it.
 */
export function forgetPerson(personId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.endsWith(`.${personId}`)) localStorage.removeItem(key);
  } catch {
    // The storage is disabled, so it is empty.
  }
}

/** Stores the labels of a graph's previous range, as the specification requires. */
export const storePreviousLabels = (graph: GraphName, labels: readonly string[]): void =>
  write(`previous_labels.${graph}`, JSON.stringify(labels));

export type SchemeChoice = 'light' | 'dark' | 'auto';
/**
 * The chosen colour scheme; `auto` follows the system. public/scheme.js reads the same key before the first
 * paint.
 */
export function storedScheme(): SchemeChoice {
  const choice = read('color_scheme');
  return choice === 'light' || choice === 'dark' ? choice : 'auto';
}
export const storeScheme = (choice: SchemeChoice): void =>
  write('color_scheme', choice === 'auto' ? null : choice);

/** The chosen view of lists of messages, as pages/logs/logView.ts writes it; null if none was chosen. */
export const storedLogView = (): string | null => read('log_view');
export const storeLogView = (view: string): void => write('log_view', view);

function readLanguage(key: 'language' | 'language_chosen'): Language | null {
  const stored = read(key);
  return LANGUAGES.find((language) => language === stored) ?? null;
}

/** The language chosen in this browser, or that of the last person who signed in. Null if there is none. */
export const storedLanguage = (): Language | null => readLanguage('language');
export const storeLanguage = (language: Language): void => write('language', language);

/** A chosen language that is not saved to an account yet. The next login saves it. */
export const storedChoice = (): Language | null => readLanguage('language_chosen');
export const storeChoice = (language: Language | null): void => write('language_chosen', language);
