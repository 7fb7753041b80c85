// Finding a team, and who is in it.
import type { Database } from '../services.ts';
import { isMember, selectTeamByEmail, selectTeamById } from './queries.ts';

/** The first team of the person with this e-mail (lower case); undefined where there is none. */
export function findTeamOf(db: Database, email: string) {
  return selectTeamByEmail(db, email);
}

/** A team by its id; undefined where there is none. */
export function findTeam(db: Database, id: string) {
  return selectTeamById(db, id);
}

/** Whether the person with this e-mail is in the team, in any role. */
export function isInTeam(db: Database, teamId: string, email: string): Promise<boolean> {
  return isMember(db, teamId, email.trim().toLowerCase());
}
