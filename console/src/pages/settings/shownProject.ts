// The project whose settings are shown, and the function that updates it in the cache.
import type { Project } from '@godwit/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { projectQuery, projectsQuery } from '../../api/projects.ts';

/** The project that the settings page has loaded. Use only inside that page. */
export const useShownProject = (): Project => useOutletContext<Project>();

/** Returns a function that stores a changed project, as the server returns it, in the query cache. */
export function useCacheProject(): (project: Project) => void {
  const queries = useQueryClient();
  return (project) => {
    queries.setQueryData(projectQuery(project.id).queryKey, project);
    // The top bar and project lists show its name.
    void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
  };
}
