// The project whose settings are shown, and what keeps the cache with a change of it.
import type { Project } from '@godwit/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { projectQuery, projectsQuery } from '../../api/projects.ts';

/** The project that the settings page has loaded. Only in parts of that page. */
export const useShownProject = (): Project => useOutletContext<Project>();

/** Gives the function that takes a project as the server has it after a change. */
export function useKeepProject(): (project: Project) => void {
  const queries = useQueryClient();
  return (project) => {
    queries.setQueryData(projectQuery(project.id).queryKey, project);
    // Bars and lists name it too.
    void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
  };
}
