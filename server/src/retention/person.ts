// Exports everything held about a phone number, over all teams, as JSON lines in small batches.
import type { Pool } from 'pg';
import { FIRST_ID } from '../ids.ts';
import { selectReferences } from '../messages/log/referenced.ts';
import {
  KINDS_OF_ALL,
  KINDS_OF_TEAM,
  selectLogs,
  selectMessagesOf,
  selectOfAll,
  selectOfTeam,
  selectTeamsAfter,
} from './personQueries.ts';

const BATCH = 500;

/** Something that is held; `team_id` if a team holds it. */
export type HeldThing = { kind: string; team_id?: string } & Record<string, unknown>;

/** Yields everything held about a number (E.164) in batches: first without a team, then team by team. */
export async function* heldAbout(pool: Pool, number: string): AsyncGenerator<HeldThing[], void> {
  for (const kind of KINDS_OF_ALL)
    yield (await selectOfAll(pool, kind, number)).map((row) => ({ kind, ...row }));
  let teams = await selectTeamsAfter(pool, FIRST_ID, BATCH);
  while (teams.length > 0) {
    for (const teamId of teams) yield* heldByTeam(pool, teamId, number);
    teams = await selectTeamsAfter(pool, teams.at(-1)!, BATCH);
  }
}

async function* heldByTeam(pool: Pool, teamId: string, number: string): AsyncGenerator<HeldThing[], void> {
  for (const kind of KINDS_OF_TEAM) {
    const rows = await selectOfTeam(pool, kind, teamId, number);
    yield rows.map((row) => ({ kind, team_id: teamId, ...row }));
  }
  for (const { project, ...log } of await selectLogs(pool, teamId)) {
    for (const side of ['to', 'from'] as const) {
      let after: string | undefined = FIRST_ID;
      while (after !== undefined) {
        const rows = await selectMessagesOf(pool, side, { ...log, teamId, number, after, limit: BATCH });
        const references = await selectReferences(
          pool,
          teamId,
          rows.map(({ id }) => id),
        );
        yield rows.map((row) => ({
          ...{ kind: 'message', team_id: teamId, project, mode: log.mode, ...row },
          client_reference: references.get(row.id) ?? null,
        }));
        after = rows.length === BATCH ? rows.at(-1)!.id : undefined;
      }
    }
  }
}
