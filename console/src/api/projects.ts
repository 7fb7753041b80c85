// Calls about projects.
import type { CallbackSecret } from '@godwit/contract/callbacks';
import type { Continent } from '@godwit/contract/countries';
import type { Project, ProjectSummary } from '@godwit/contract/projects';
import type { Mode } from '@godwit/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const pathOf = (id: string): string => `/projects/${encodeURIComponent(id)}`;

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => request<ProjectSummary[]>({ path: '/projects', signal }),
});

/** One project with its keys, sender ids and limits. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => request<Project>({ path: pathOf(id), signal }),
  });

export const createProject = (form: { name: string }): Promise<ProjectSummary> =>
  request({ method: 'POST', path: '/projects', form });

/** Renames a project or moves it to another time zone; gives it as it is then, like all that change it. */
export const changeProject = (id: string, form: { name: string } | { timezone: string }): Promise<Project> =>
  request({ method: 'PUT', path: pathOf(id), form });

/** Puts a new key in the place of a mode's key, which stops working. */
export const replaceKey = (id: string, mode: Mode): Promise<unknown> =>
  request({ method: 'POST', path: `${pathOf(id)}/update_keys`, form: { mode } });

/** A limit in major units and the share of it to be warned at, or taking them away. */
export type LimitForm = {
  daily_limit?: string;
  daily_warn_pct?: string;
  clear_daily_limit?: true;
  clear_daily_warn?: true;
};

export const limitProject = (id: string, form: LimitForm): Promise<Project> =>
  request({ method: 'POST', path: `${pathOf(id)}/daily_limit`, form });

/** Blocks these dial codes and no others. */
export const blockCodes = (id: string, codes: readonly string[]): Promise<Project> =>
  request({
    method: 'POST',
    path: `${pathOf(id)}/blocked_codes`,
    form: codes.length > 0 ? { codes: codes.join(',') } : { clear_codes: true },
  });

export const archiveProject = (id: string): Promise<Project> =>
  request({ method: 'POST', path: `${pathOf(id)}/archive`, form: {} });

export const restoreProject = (id: string): Promise<Project> =>
  request({ method: 'POST', path: `${pathOf(id)}/unarchive`, form: {} });

/** What signs the project's status callbacks. */
export const callbackSecretQuery = (id: string) =>
  queryOptions({
    queryKey: ['callbackSecret', id],
    queryFn: ({ signal }) => request<CallbackSecret>({ path: `${pathOf(id)}/callback_secret`, signal }),
  });

export const rotateCallbackSecret = (id: string): Promise<CallbackSecret> =>
  request({ method: 'POST', path: `${pathOf(id)}/callback_secret/rotate`, form: {} });

/** Continents and their countries with dial codes; they change with a version of the server only. */
export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ signal }) => request<Continent[]>({ path: '/generic/regions', signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Ids of all time zones that a project can be in. */
export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: ({ signal }) => request<{ id: string }[]>({ path: '/generic/timezones', signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
