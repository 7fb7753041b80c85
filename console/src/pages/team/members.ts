// What is known of the people of a team.
import type { TeamMember } from '@godwit/contract/team';
import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { projectsQuery } from '../../api/projects.ts';

/** What a member is called. */
export const nameOf = ({ first_name, last_name }: TeamMember): string => `${first_name} ${last_name}`;

/** Has all read again that depends on who is in the team, and as what: the lists here, and what the signed-in person may do. */
export function useReadTeamAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['team'], profileQuery.queryKey, projectsQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
