// The people of a team by name.
import type { TeamMember } from '@godwit/contract/team';

/** What somebody of the team is called. */
export const nameOf = ({ first_name, last_name }: TeamMember): string => `${first_name} ${last_name}`;
