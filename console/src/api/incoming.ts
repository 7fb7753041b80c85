// Calls about what phones send to a project.
import type {
  IncomingSettings,
  IncomingSettingsForm,
  KeywordForm,
  SimulateIncomingForm,
} from '@godwit/contract/incoming';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const pathOf = (projectId: string, rest: string) => `/projects/${encodeURIComponent(projectId)}/${rest}`;

/** No event tells of them: they are read again whenever they are shown. */
export const incomingQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['incoming', projectId],
    queryFn: ({ signal }) => request<IncomingSettings>({ path: pathOf(projectId, 'incoming'), signal }),
    staleTime: 0,
  });

export const changeIncoming = (projectId: string, json: IncomingSettingsForm): Promise<IncomingSettings> =>
  request({ method: 'PUT', path: pathOf(projectId, 'incoming'), json });

/** Changes the keyword of this id; without one, makes one. */
export const saveKeyword = (
  projectId: string,
  id: string | null,
  json: KeywordForm,
): Promise<IncomingSettings> =>
  id === null
    ? request({ method: 'POST', path: pathOf(projectId, 'keywords'), json })
    : request({ method: 'PUT', path: pathOf(projectId, `keywords/${encodeURIComponent(id)}`), json });

export const deleteKeyword = (projectId: string, id: string): Promise<IncomingSettings> =>
  request({ method: 'DELETE', path: pathOf(projectId, `keywords/${encodeURIComponent(id)}`) });

/** In TEST: has the simulated carrier hand over what a phone sends. */
export const sendAsPhone = (projectId: string, json: SimulateIncomingForm): Promise<unknown> =>
  request({ method: 'POST', path: pathOf(projectId, 'incoming_messages'), json });
