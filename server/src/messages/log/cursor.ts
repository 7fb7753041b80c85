// Reads the log of a project from a message on. Unlike pages, no position shifts when messages arrive: a walk
// lists each message that was stored when it began exactly once.
import { toId } from '@godwit/contract/common';
import type { Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import { isRefusal, type Refusal, refuseField } from '../../refusal.ts';
import type { AskedDays } from '../../stats/periods.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type LogSource, walkAcross } from './archived.ts';
import { selectCampaignCreated, type WalkFilter } from './cursorQueries.ts';
import { findKept } from './find.ts';
import { filterOf, keptOf, type LogProject, statesOf } from './log.ts';

/** The filters as they are asked for. A number may lack its `+`, which a URL turns into a blank. */
type AskedFilters = {
  [Name in 'recipient' | 'sender' | 'campaign_id' | 'client_reference']?: string | undefined;
} & { status?: PublicStatus | undefined };

/** At most one of `after` and `before` is given; without both, the list starts at its first message. */
type CursorQuery = AskedDays &
  AskedFilters & {
    sort_order: 'ASC' | 'DESC';
    limit: number;
    after?: string | undefined;
    before?: string | undefined;
  };

/**
 * Reads up to `limit` messages after or before a message, in the requested order. `next`: the cursor to
 * continue with in the same direction, null at the end.
 * Refusals: invalidDate, invalidArgument; notFound if the project and mode do not have the message of the
 * cursor, or the campaign.
 */
export async function readFromCursor(
  source: LogSource,
  project: LogProject,
  mode: Mode,
  { from, to, sort_order, limit, after, before, ...asked }: CursorQuery,
): Promise<{ rows: MessageListRow[]; next: string | null } | Refusal> {
  const { pool } = source;
  const log = await keptOf(source, filterOf(project, mode, { from, to, sort_order }));
  if (isRefusal(log)) return log;
  const cursor = after ?? before ?? null;
  const place = { teamId: project.team_id, projectId: project.id, mode };
  if (cursor !== null && !(await findKept(source, { ...place, id: cursor })))
    return refuseField('notFound', before === undefined ? 'after' : 'before', NO_CURSOR);
  const filter = filtersOf(asked);
  let { stretch } = log;
  if (filter.campaignId !== null) {
    const createdAt = await selectCampaignCreated(pool, { ...place, id: filter.campaignId });
    if (createdAt === null) return refuseField('notFound', 'campaign_id', NO_CAMPAIGN);
    // Clocks differ, so the first messages may seem a little older than their campaign.
    const first = new Date(createdAt.getTime() - HOUR_MS);
    if (stretch.from < first) stretch = { ...stretch, from: first };
  }
  const isNewestFirst = sort_order === 'DESC';
  const order = isNewestFirst === (before === undefined) ? 'DESC' : 'ASC';
  const walk = { ...place, stretch, filter, cursor };
  const { rows, next } = await walkAcross(source, walk, { order, limit });
  return { rows: before === undefined ? rows : rows.reverse(), next };
}

function filtersOf({ recipient, sender, status, campaign_id, client_reference }: AskedFilters): WalkFilter {
  return {
    recipient: recipient === undefined ? null : withPlus(recipient),
    sender: sender?.replace(/^ (?=\d)/, '+') ?? null,
    states: status === undefined ? null : statesOf(status),
    campaignId: campaign_id === undefined ? null : toId(campaign_id),
    reference: client_reference ?? null,
  };
}

/** A number in E.164. Without a plus sign, up to seven digits are a short number. */
function withPlus(number: string): string {
  const digits = number.replace(/^[+ ]/, '');
  return digits.length < number.length || digits.length > 7 ? `+${digits}` : digits;
}

const HOUR_MS = 3_600_000;
const NO_CURSOR = 'There is no message with this id in the log. Start again without a cursor.';
const NO_CAMPAIGN =
  'The project has no campaign with this id in the mode of the key. Read its campaigns with GET /v1/campaigns.';
