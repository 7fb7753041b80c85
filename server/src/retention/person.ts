// Exports everything held about a phone number, over all teams, as JSON lines in small batches.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { type Archive, archiveOf, selectBlocks } from '../archives/read.ts';
import { FIRST_ID, idAfter, LAST_ID } from '../ids.ts';
import { selectReferences } from '../messages/log/referenced.ts';
import type { Services } from '../services.ts';
import {
  KINDS_OF_ALL,
  KINDS_OF_TEAM,
  type LogKey,
  selectArchivedOf,
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
export async function* heldAbout(
  { pool, settings }: Pick<Services, 'pool' | 'settings'>,
  number: string,
): AsyncGenerator<HeldThing[], void> {
  const archive = archiveOf(settings);
  for (const kind of KINDS_OF_ALL)
    yield (await selectOfAll(pool, kind, number)).map((row) => ({ kind, ...row }));
  let teams = await selectTeamsAfter(pool, FIRST_ID, BATCH);
  while (teams.length > 0) {
    for (const teamId of teams) yield* heldByTeam({ pool, archive }, teamId, number);
    teams = await selectTeamsAfter(pool, teams.at(-1)!, BATCH);
  }
}

type Source = { pool: Pool; archive: Archive | null };

async function* heldByTeam(
  { pool, archive }: Source,
  teamId: string,
  number: string,
): AsyncGenerator<HeldThing[], void> {
  for (const kind of KINDS_OF_TEAM) {
    const rows = await selectOfTeam(pool, kind, teamId, number);
    yield rows.map((row) => ({ kind, team_id: teamId, ...row }));
  }
  for (const { project, ...log } of await selectLogs(pool, teamId)) {
    const describe = async (rows: { id: string }[]): Promise<HeldThing[]> => {
      const ids = rows.map(({ id }) => id);
      const references = await selectReferences(pool, teamId, ids);
      return rows.map((row) => ({
        ...{ kind: 'message', team_id: teamId, project, mode: log.mode, ...row },
        client_reference: references.get(row.id) ?? null,
      }));
    };
    if (archive)
      for await (const rows of archivedAbout({ pool, archive }, { ...log, teamId }, number))
        yield await describe(rows);
    for (const side of ['to', 'from'] as const) {
      let after: string | undefined = FIRST_ID;
      while (after !== undefined) {
        const rows = await selectMessagesOf(pool, side, { ...log, teamId, number, after, limit: BATCH });
        yield await describe(rows);
        after = rows.length === BATCH ? rows.at(-1)!.id : undefined;
      }
    }
  }
}

/** Messages to and from a number in the archives of a log: numbers have no index there, so it reads all. */
async function* archivedAbout(
  { pool, archive }: { pool: Pool; archive: Archive },
  { teamId, projectId, mode }: Pick<LogKey, 'projectId'> & { teamId: string; mode: Mode },
  number: string,
): AsyncGenerator<{ id: string }[], void> {
  const log = { teamId, projectId, mode, past: LAST_ID };
  for (let first = FIRST_ID; ; ) {
    const [block] = await selectBlocks(pool, { ...log, first }, { order: 'ASC', limit: 1 });
    if (!block) return;
    yield await archive.read(teamId, async (reader) => {
      const loaded = await reader.load(block);
      return loaded.rows.includes(number) ? selectArchivedOf(pool, loaded, number) : [];
    });
    first = idAfter(block.last);
  }
}
