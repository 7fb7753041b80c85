// What depends on who is in the team, and as what: the lists here, and what the signed-in person may do.
import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { projectsQuery } from '../../api/projects.ts';

/** Gives the function that has it all read again. */
export function useReadTeamAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['team'], profileQuery.queryKey, projectsQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
