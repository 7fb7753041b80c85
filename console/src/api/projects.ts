// Calls about projects.
import type { Project, ProjectSummary } from '@godwit/contract/projects';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => request<ProjectSummary[]>({ path: '/projects', signal }),
});

/** One project with its keys, sender ids and limits. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => request<Project>({ path: `/projects/${encodeURIComponent(id)}`, signal }),
  });

export const createProject = (form: { name: string }): Promise<ProjectSummary> =>
  request({ method: 'POST', path: '/projects', form });
