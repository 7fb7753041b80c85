// Finds a team and its members.
export { findTeam, findTeamByEmail, isInTeam } from './queries.ts';
