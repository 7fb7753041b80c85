// Calls about a project's templates.
import type { TemplateForm } from '@godwit/contract/messages/templates';
import type { QueryClient } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

const keyOf = (id: string) => ['templates', id];

/**
 * A project's templates, sorted by name. They have no live events, so they reload whenever they are shown.
 */
export const templatesQuery = (id: string) => ({
  ...readQuery(keyOf(id), 'GET /projects/:id/templates', { params: { id } }),
  staleTime: 0,
});

/**
 * Reloads the templates, also while the form replaces the list, so that the list is current when it returns.
 */
export const refreshTemplates = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(projectId), refetchType: 'all' });

/** Changes the template with this id, or creates one if the id is null. */
export const saveTemplate = (id: string, templateId: string | null, json: TemplateForm) =>
  templateId === null
    ? request('POST /projects/:id/templates', { params: { id }, json })
    : request('PUT /projects/:id/templates/:template_id', { params: { id, template_id: templateId }, json });

export const deleteTemplate = (id: string, templateId: string) =>
  request('DELETE /projects/:id/templates/:template_id', { params: { id, template_id: templateId } });
