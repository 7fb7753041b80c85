// Finding a team and its people, for other nouns.
export {
  isMember as isInTeam,
  selectTeamByEmail as findTeamOf,
  selectTeamById as findTeam,
} from './queries.ts';
