// Campaigns looked up for an answer: inside the team, with the groups they name and the project's currency.
import type { Campaign } from '@godwit/contract/campaigns';
import { isId } from '../ids.ts';
import type { Messaging } from '../messages/open.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CampaignRow, selectCampaign, selectGroups } from './queries.ts';
import { toCampaign } from './serialize.ts';

type Project = { team_id: string; id: string; timezone: string };

/** The project's campaign of this id; a 1001 RefusalError where it has none. */
export async function findCampaign(
  { pool }: Pick<Services, 'pool'>,
  project: Project,
  id: string,
): Promise<CampaignRow> {
  const key = { teamId: project.team_id, projectId: project.id, id };
  const row = isId(id) ? await selectCampaign(pool, key) : null;
  if (!row) throw new RefusalError(refuse('notFound'));
  return row;
}

/** Campaigns of one project as answers, in the order of `rows`. */
export async function describeCampaigns(
  { pool }: Pick<Services, 'pool'>,
  { sendingProfiles }: Messaging,
  project: Project,
  rows: readonly CampaignRow[],
): Promise<Campaign[]> {
  const ids = [...new Set(rows.flatMap(({ groupIds }) => groupIds))];
  const found = ids.length > 0 ? await selectGroups(pool, project.team_id, ids) : [];
  const groups = new Map(found.map((group) => [group.id, group]));
  const currency = (await sendingProfiles(project.id))?.currency ?? '';
  return rows.map((row) => toCampaign(row, groups, { timezone: project.timezone, currency }));
}
