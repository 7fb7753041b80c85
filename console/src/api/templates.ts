// Calls about a project's templates.
import type { Template, TemplateForm } from '@godwit/contract/templates';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const pathOf = (projectId: string, id?: string) =>
  `/projects/${encodeURIComponent(projectId)}/templates${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

const keyOf = (projectId: string) => ['templates', projectId];

/** A project's templates, in the order of their names. No event tells of them: they are read again whenever they are shown. */
export const templatesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => request<Template[]>({ path: pathOf(projectId), signal }),
    staleTime: 0,
  });

/** Also where the list makes room for the form just now: it is there again with what has changed. */
export const readTemplatesAgain = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(projectId), refetchType: 'all' });

/** Changes the template of this id; without one, makes one. */
export const saveTemplate = (projectId: string, id: string | null, json: TemplateForm): Promise<Template> =>
  id === null
    ? request({ method: 'POST', path: pathOf(projectId), json })
    : request({ method: 'PUT', path: pathOf(projectId, id), json });

export const deleteTemplate = (projectId: string, id: string): Promise<unknown> =>
  request({ method: 'DELETE', path: pathOf(projectId, id) });
