// Calls about projects.
import type { AttemptsList, attemptsQuery, CallbackReplay, TestCallback } from '@godwit/contract/callbackLog';
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { Continent } from '@godwit/contract/countries';
import type { Project, ProjectSummary } from '@godwit/contract/projects';
import type { QuietHours } from '@godwit/contract/quietHours';
import type { NewSmppAccount, SmppAccounts } from '@godwit/contract/smppAccounts';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { post, readQuery, request } from './client.ts';

/** What GET callback_attempts is asked for; times are instants. */
export type AttemptsFilter = z.infer<typeof attemptsQuery>;

const pathOf = (id: string): string => `/projects/${encodeURIComponent(id)}`;

export const projectsQuery = readQuery<ProjectSummary[]>(['projects'], '/projects');

/** One project with its keys, sender ids and limits. */
export const projectQuery = (id: string) => readQuery<Project>(['project', id], pathOf(id));

export const createProject = (form: { name: string }) => post<ProjectSummary>('/projects', form);

/** Renames a project or moves it to another time zone; gives it as it is then, like all that change it. */
export const changeProject = (id: string, form: { name: string } | { timezone: string }): Promise<Project> =>
  request({ method: 'PUT', path: pathOf(id), form });

/** Puts a new key in the place of a mode's key, which stops working. */
export const replaceKey = (id: string, mode: Mode) => post(`${pathOf(id)}/update_keys`, { mode });

/** A limit in major units and the share of it to be warned at, or taking them away. */
export type LimitForm = {
  daily_limit?: string;
  daily_warn_pct?: string;
  clear_daily_limit?: true;
  clear_daily_warn?: true;
};

export const limitProject = (id: string, form: LimitForm) => post<Project>(`${pathOf(id)}/daily_limit`, form);

/** Blocks these dial codes and no others. */
export const blockCodes = (id: string, codes: readonly string[]) =>
  post<Project>(
    `${pathOf(id)}/blocked_codes`,
    codes.length > 0 ? { codes: codes.join(',') } : { clear_codes: true },
  );

/** Holds promotional messages in these hours of the recipient's day, or in none. */
export const holdInQuietHours = (id: string, hours: QuietHours | null) =>
  post<Project>(`${pathOf(id)}/quiet_hours`, hours ?? { clear_quiet_hours: true });

export const archiveProject = (id: string) => post<Project>(`${pathOf(id)}/archive`);
export const restoreProject = (id: string) => post<Project>(`${pathOf(id)}/unarchive`);

/** What signs the project's status callbacks. */
export const callbackSecretQuery = (id: string) =>
  readQuery<CallbackSecret>(['callbackSecret', id], `${pathOf(id)}/callback_secret`);

export const rotateCallbackSecret = (id: string) =>
  post<CallbackSecret>(`${pathOf(id)}/callback_secret/rotate`);

/** Calls a URL once, signed as status callbacks are. */
export const testCallback = (id: string, url: string) =>
  post<TestCallback>(`${pathOf(id)}/callback_tests`, { url });

/** A page of the attempts to tell the project's servers; the page before it stays as placeholder while the next one loads. */
export const callbackAttemptsQuery = (id: string, filter: AttemptsFilter) => ({
  ...readQuery<AttemptsList>(['callbackAttempts', id, filter], `${pathOf(id)}/callback_attempts`, filter),
  placeholderData: keepPreviousData,
});

/** The spans of time that were sent again, newest first. */
export const callbackReplaysQuery = (id: string, mode: Mode) =>
  readQuery<CallbackReplay[]>(['callbackReplays', id, mode], `${pathOf(id)}/callback_replays`, { mode });

export type ReplayForm = { mode: Mode; from: string; to: string; outcome: CallbackReplay['outcome'] };

/** Sends a span of time again. Calls with the same key begin it once. */
export const replaySpan = (id: string, form: ReplayForm, idempotencyKey: string): Promise<CallbackReplay> =>
  request({ method: 'POST', path: `${pathOf(id)}/callback_replays`, form, idempotencyKey });

/** Where to bind over SMPP, and the accounts to bind with. */
export const smppAccountsQuery = (id: string) =>
  readQuery<SmppAccounts>(['smppAccounts', id], `${pathOf(id)}/smpp_accounts`);

export type SmppAccountForm = Record<'name' | 'networks' | 'throughput' | 'max_binds', string> & {
  mode: Mode;
};

/** Makes an account; its password comes with this answer only. */
export const createSmppAccount = (id: string, form: SmppAccountForm) =>
  post<NewSmppAccount>(`${pathOf(id)}/smpp_accounts`, form);

export const revokeSmppAccount = (id: string, systemId: string): Promise<unknown> =>
  request({ method: 'DELETE', path: `${pathOf(id)}/smpp_accounts/${encodeURIComponent(systemId)}` });

/** Continents and their countries with dial codes; they change with a version of the server only. */
export const regionsQuery = {
  ...readQuery<Continent[]>(['regions'], '/generic/regions'),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Ids of all time zones that a project can be in. */
export const timezonesQuery = {
  ...readQuery<{ id: string }[]>(['timezones'], '/generic/timezones'),
  staleTime: Number.POSITIVE_INFINITY,
};
