// Finds campaigns for an answer, within the team, with their groups and currency.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import type { Messaging } from '../messages/accept/open.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CampaignRow, selectCampaign, selectGroups } from './queries.ts';
import { toCampaign } from './serialize.ts';

type Project = { team_id: string; id: string; timezone: string };

/** The project's campaign with this id; throws a 1001 RefusalError if there is none. */
export async function findCampaign(
  { pool }: Pick<Services, 'pool'>,
  project: Project,
  id: string,
): Promise<CampaignRow> {
  const key = { teamId: project.team_id, projectId: project.id, id };
  const row = await selectCampaign(pool, key);
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
