// SQL that compares the counts of campaigns with their recipients and messages.
import type { ClientBase } from 'pg';
import { unprepared } from '../../db/sql.ts';

/** A figure of a campaign that differs from its recipients or messages. */
export type WrongCampaign = {
  team: string;
  project: string;
  problem: string;
  found: string;
  expected: string;
};

// Only campaigns whose messages are still kept can be compared.
const WRONG_CAMPAIGNS = unprepared<WrongCampaign>('wrong-campaigns')`
  with counted as (
      select team_id, campaign_id, what, sum(count) as count, sum(segments) as segments, sum(cost_micros) as cost_micros
      from (select * from campaign_counts union all select * from campaign_count_deltas) as kept group by 1, 2, 3
      having sum(count) <> 0 or sum(segments) <> 0 or sum(cost_micros) <> 0
    ), actual as (
      select team_id, campaign_id,
        case when failure = 'CANCELLED' then 'CANCELLED'
          when state in ('sent', 'delivered', 'failed') then upper(state::text) else 'ACCEPTED' end as what,
        count(*) as count, sum(segments) as segments,
        sum(case when failure::text = any(${'refunded'}::text[]) then 0 else cost_micros end) as cost_micros
      from messages where campaign_id is not null group by 1, 2, 3
      union all
      select team_id, campaign_id, skip_reason::text, count(*), 0, 0
      from campaign_recipients where skip_reason is not null group by 1, 2, 3
    ), held as (
      select team_id, campaign_id, count(*) as recipients, count(message_id) as messages,
        count(distinct message_id) as distinct_messages
      from campaign_recipients group by 1, 2
    ), stored as (
      select team_id, campaign_id, count(*) as messages from messages where campaign_id is not null group by 1, 2
    ), wrong as (
      select team_id, campaign_id, 'recipients / segments / cost counted as ' || what as problem,
        concat_ws(' / ', coalesce(c.count, 0), coalesce(c.segments, 0), coalesce(c.cost_micros, 0)) as found,
        concat_ws(' / ', coalesce(a.count, 0), coalesce(a.segments, 0), coalesce(a.cost_micros, 0)) as expected
      from counted c full join actual a using (team_id, campaign_id, what)
      where (c.count, c.segments, c.cost_micros) is distinct from (a.count, a.segments, a.cost_micros)
      union all
      select k.team_id, k.id, 'recipients', k.recipients::text, coalesce(h.recipients, 0)::text
      from campaigns k left join held h on h.team_id = k.team_id and h.campaign_id = k.id
      where k.recipients <> coalesce(h.recipients, 0)
      union all
      select team_id, campaign_id, 'messages of its recipients, and how many of them are different ones',
        concat_ws(' / ', h.messages, h.distinct_messages), concat_ws(' / ', s.messages, s.messages)
      from held h full join stored s using (team_id, campaign_id)
      where coalesce(h.messages, 0) <> coalesce(s.messages, 0)
        or coalesce(h.distinct_messages, 0) <> coalesce(s.messages, 0)
    )
    select w.team_id::text as team, k.project_id::text as project, 'campaign ' || w.campaign_id || ': ' || w.problem as problem,
      w.found, w.expected
    from wrong w left join campaigns k on k.team_id = w.team_id and k.id = w.campaign_id
    where w.campaign_id >= uuid_floor(greatest((select messages_kept_from()), '1970-01-01'))
    order by w.team_id, w.campaign_id, w.problem`;

/**
 * Wrong figures of all campaigns, in the caller's snapshot. `refunded` are the failures whose cost is
 * refunded.
 */
export async function selectWrongCampaigns(
  client: ClientBase,
  refunded: readonly string[],
): Promise<WrongCampaign[]> {
  const { rows } = await WRONG_CAMPAIGNS.run(client, { refunded });
  return rows;
}
