// A team as those see it who decide about it.
import { ROLES } from '@godwit/contract/roles';
import type { Database } from '../services.ts';
import { selectEmails, selectTeamByEmail, selectTeamById, updateVerified } from './queries.ts';

/** The first team of the person with this e-mail (lower case); undefined where nobody has it. */
export function findTeamOf(db: Database, email: string) {
  return selectTeamByEmail(db, email);
}

/** A team by its id; undefined where there is none. */
export function findTeam(db: Database, id: string) {
  return selectTeamById(db, id);
}

/** Sets whether a team's identity is verified. It counts for sending within half a second. */
export function setVerified(db: Database, teamId: string, verified: boolean): Promise<void> {
  return updateVerified(db, teamId, verified);
}

/** Whom a mail about a team goes to: its owners and admins. */
export function adminsOf(db: Database, teamId: string): Promise<string[]> {
  return selectEmails(db, teamId, ['OWNER', 'ADMIN']);
}

/** Whether somebody with this e-mail is in the team, in whatever role. */
export async function isInTeam(db: Database, teamId: string, email: string): Promise<boolean> {
  return (await selectEmails(db, teamId, ROLES)).includes(email.trim().toLowerCase());
}
