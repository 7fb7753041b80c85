// Calls about a project's templates.
import type { TemplateForm } from '@godwit/contract/messages/templates';
import type { QueryClient } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

const keyOf = (id: string) => ['templates', id];

/**
 * A project's templates, in the order of their names. No event tells of them: they are read again whenever
 * they are shown.
 */
export const templatesQuery = (id: string) => ({
  ...readQuery(keyOf(id), 'GET /projects/:id/templates', { params: { id } }),
  staleTime: 0,
});

/** Also where the list makes room for the form just now: it is there again with what has changed. */
export const readTemplatesAgain = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(projectId), refetchType: 'all' });

/** Changes the template of this id; without one, makes one. */
export const saveTemplate = (id: string, templateId: string | null, json: TemplateForm) =>
  templateId === null
    ? request('POST /projects/:id/templates', { params: { id }, json })
    : request('PUT /projects/:id/templates/:template_id', { params: { id, template_id: templateId }, json });

export const deleteTemplate = (id: string, templateId: string) =>
  request('DELETE /projects/:id/templates/:template_id', { params: { id, template_id: templateId } });
