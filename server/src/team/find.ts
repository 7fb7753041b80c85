// Finds a team and its members.
export {
  isMember as isInTeam,
  selectTeamByEmail as findTeamOf,
  selectTeamById as findTeam,
} from './queries.ts';
