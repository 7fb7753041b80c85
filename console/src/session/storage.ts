// The only code that touches the marker cookie and, with drafts.ts, local storage. Everything here survives
// storage being switched off.
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
  | `previous_labels.${GraphName}`;

type GraphName = Exclude<keyof Graphs['graphs'], 'outgoing_sms_failed'>;

const listeners = new Set<() => void>();

// The choices of this tab. Neither another tab's choice nor its logout changes a page that is being worked
// on; what is stored is what the next load starts with.
type OwnKey = 'team' | 'selected_project' | ModeKey;
const own = new Map<OwnKey, string | null>();

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

/** Says whether it stored something new. */
function store(key: Key, value: string | null): boolean {
  if (read(key) === value) return false;
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or off: the page works on, the choice is just not remembered.
  }
  return true;
}

function write(key: Key, value: string | null): void {
  if (store(key, value)) changed();
}

function readOwn(key: OwnKey): string | null {
  if (!own.has(key)) own.set(key, read(key));
  return own.get(key) ?? null;
}

function writeOwn(key: OwnKey, value: string): void {
  const isNew = readOwn(key) !== value;
  own.set(key, value);
  if (store(key, value) || isNew) changed();
}

/** Calls `listener` whenever something stored changes, here or in another tab. Returns the way to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Calls `listener` when another tab has signed in or out; hasMarker tells which. Returns the way to stop. */
export function subscribeOtherTabs(listener: () => void): () => void {
  // Every login stores the region and every logout removes it; without a key, all of the storage was cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === ('region' satisfies Key)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/**
 * Whether the browser believes it is signed in: the readable marker beside the real, unreadable session
 * cookie.
 */
export function hasMarker(): boolean {
  return document.cookie.split('; ').includes('godwit_auth=1');
}

function clearMarker(): void {
  // The only cookie a script sets here, and the Cookie Store API is not in every browser.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = 'godwit_auth=; path=/; max-age=0; samesite=lax';
  changed();
}

/** Id of the stored team, which every team call names in its header; null before the first login. */
export function storedTeamId(): string | null {
  try {
    const team: unknown = JSON.parse(readOwn('team') ?? 'null');
    return team !== null && typeof team === 'object' && 'id' in team && typeof team.id === 'string'
      ? team.id
      : null;
  } catch {
    return null;
  }
}

/** Keeps the team, and beside it the parts that the specification stores under keys of their own. */
export function storeTeam(team: Team): void {
  writeOwn('team', JSON.stringify(team));
  write('region', team.region.id);
  write('currency', team.region.currency);
  write('display_balance', team.display_balance);
}

/**
 * The last known data of the bars: they are drawn from it while it is read again. Null for another team than
 * the stored one.
 */
export function storedShell(): unknown {
  try {
    const shell = JSON.parse(read('shell') ?? 'null') as { team: { id: string } } | null;
    return shell?.team.id === storedTeamId() ? shell : null;
  } catch {
    return null;
  }
}

/** Null forgets it: nobody sees the bars of the person before. */
export function storeShell(shell: string | null): void {
  store('shell', shell);
}

/** Id of the selected project; null while none has been chosen. */
export const storedProjectId = (): string | null => readOwn('selected_project');
export const storeProjectId = (id: string): void => writeOwn('selected_project', id);

/** The owner of a mode: a person in a project; an empty project id means no project yet. */
export type ModeOwner = { personId: string; projectId: string };
/** Stays when the person signs out, unlike what forgetPerson finds by its end. */
type ModeKey = `mode.${string}.${string}`;
const modeKey = ({ personId, projectId }: ModeOwner): ModeKey => `mode.${personId}.${projectId}`;

/** The mode of a person in a project; null before the first look. */
export function storedMode(owner: ModeOwner): Mode | null {
  const mode = readOwn(modeKey(owner));
  return mode === 'TEST' || mode === 'LIVE' ? mode : null;
}

/** Keeps it, also under the key of the specification, which has the mode of the last page. */
export function storeMode(owner: ModeOwner, mode: Mode): void {
  writeOwn(modeKey(owner), mode);
  write('mode', mode);
}

// The CSRF token is kept in storage on localhost only (it saves a call per reload while developing), else in
// memory.
let csrfInMemory: string | null = null;
const onLocalhost = (): boolean => location.hostname === 'localhost';

export const storedCsrf = (): string | null => (onLocalhost() ? read('csrf_t') : csrfInMemory);
export function storeCsrf(token: string | null): void {
  if (onLocalhost()) write('csrf_t', token);
  else csrfInMemory = token;
}

/**
 * Forgets the signed-in person: marker cookie, CSRF token, what the bars show, selected project, region.
 * Logout and a dead session alike. Until the next load the tab still knows its own project, so that the page
 * under a re-login stays what it is.
 */
export function clearSession(): void {
  // First of all, so that the other tabs find it gone when they hear of the rest.
  clearMarker();
  storeCsrf(null);
  storeShell(null);
  write('selected_project', null);
  write('region', null);
}

/** Forgets all that a person has written, see drafts.ts: the next one at this browser does not find it. */
export function forgetPerson(personId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.endsWith(`.${personId}`)) localStorage.removeItem(key);
  } catch {
    // Storage is off: nothing is in it.
  }
}

/** Keeps the labels of a graph's previous range, as the specification has it. */
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

function readLanguage(key: 'language' | 'language_chosen'): Language | null {
  const stored = read(key);
  return LANGUAGES.find((language) => language === stored) ?? null;
}

/** The language that was chosen in this browser, or that its last person has; null before. */
export const storedLanguage = (): Language | null => readLanguage('language');
export const storeLanguage = (language: Language): void => write('language', language);

/** The chosen language, if no person has it yet: the next person who signs in keeps it. */
export const storedChoice = (): Language | null => readLanguage('language_chosen');
export const storeChoice = (language: Language | null): void => write('language_chosen', language);
