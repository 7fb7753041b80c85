// A team as staff see it from the command line.
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { selectTeamByEmail, updateVerified } from './queries.ts';

/** The first team of the person with this e-mail (lower case); undefined where nobody has it. */
export function findTeamOf(kysely: Kysely<DB>, email: string) {
  return selectTeamByEmail(kysely, email);
}

/** Marks a team's identity as verified; it can send in LIVE within half a second. */
export async function verifyTeam(kysely: Kysely<DB>, teamId: string): Promise<void> {
  await updateVerified(kysely, teamId);
}
