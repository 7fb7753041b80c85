// Contacts, groups and campaigns for tests: contacts by SQL, campaigns over HTTP as the console creates them.
import type { Campaign, CampaignDetail, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import { insertCampaign } from '../src/campaigns/queries.ts';
import { newId } from '../src/ids.ts';
import type { Services } from '../src/services.ts';
import type { Browser } from './browser.ts';
import { waitFor } from './database.ts';

type Owner = { browser: Browser; teamId: string; project: { id: string } };
export type TestContact = { number: string; first_name?: string; last_name?: string };

/** The i-th of many mobile numbers, none with an ending known to the simulator. */
export function numberOf(i: number): string {
  return `+9477${String(1_000_000 + Math.floor(i / 90) * 100 + 10 + (i % 90)).padStart(7, '0')}`;
}

/** Puts contacts into a new group, including existing ones; returns the group's id. */
export async function addGroup(
  { pool }: Pick<Services, 'pool'>,
  teamId: string,
  name: string,
  contacts: readonly TestContact[],
): Promise<string> {
  const groupId = newId();
  await pool.query('insert into contact_groups (team_id, id, name) values ($1, $2, $3)', [
    teamId,
    groupId,
    name,
  ]);
  await pool.query(
    `insert into contacts (team_id, id, number, first_name, last_name)
      select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) on conflict do nothing`,
    [
      teamId,
      contacts.map(() => newId()),
      contacts.map(({ number }) => number),
      contacts.map(({ first_name = 'Nimal' }) => first_name),
      contacts.map(({ last_name = 'Perera' }) => last_name),
    ],
  );
  await pool.query(
    `insert into contact_group_members (team_id, group_id, contact_id)
      select $1, $2, id from contacts where team_id = $1 and number = any($3)`,
    [teamId, groupId, contacts.map(({ number }) => number)],
  );
  await pool.query(
    `update contact_groups set contacts = (select count(*) from contact_group_members where group_id = $1) where id = $1`,
    [groupId],
  );
  await pool.query(
    `insert into contact_totals (team_id, contacts) select $1, count(*) from contacts where team_id = $1
      on conflict (team_id) do update set contacts = excluded.contacts`,
    [teamId],
  );
  return groupId;
}

type CampaignOf = {
  teamId: string;
  projectId: string;
  mode: 'TEST' | 'LIVE';
  name: string;
  content: string;
  sender?: string;
  groupIds?: string[];
  sendAt?: Date;
  retryOf?: string | null;
  attested?: boolean;
};

/** Stores a campaign in the state before a worker claims it; returns its id. */
export async function addCampaign({ pool }: Pick<Services, 'pool'>, campaign: CampaignOf): Promise<string> {
  const id = newId();
  const rest = {
    sender: 'SANDBOX',
    groupIds: [],
    retryOf: null,
    toLandlines: false,
    estimate: null,
    attested: false,
    idempotency: null,
  };
  await insertCampaign(pool, { sendAt: null, ...rest, ...campaign, id });
  return id;
}

type Fields = Partial<
  Record<
    | 'name'
    | 'content'
    | 'from'
    | 'include_groups'
    | 'send_at'
    | 'mode'
    | 'retry_of'
    | 'to_landlines'
    | 'is_preview'
    | 'expected_count'
    | 'expected_cost'
    | 'expected_fits'
    | 'attested_wording'
    | 'accepted_unverified',
    string
  >
>;

/** The console's form of a campaign. */
export function campaignForm({ project }: Pick<Owner, 'project'>, fields: Fields): Record<string, string> {
  return {
    project_id: project.id,
    mode: 'TEST',
    name: 'New Year sale',
    content: 'Half price until Sunday',
    from: 'SANDBOX',
    send_at: 'null',
    ...fields,
  };
}

/** Previews a campaign; fails on anything but 200. */
export async function previewed(owner: Owner, fields: Fields): Promise<CampaignPreview> {
  const form = campaignForm(owner, { ...fields, is_preview: 'true' });
  return answerOf(await owner.browser.post('/v1/web/campaigns', form));
}

/** Creates a campaign; fails on anything but 200. */
export async function created(owner: Owner, fields: Fields): Promise<Campaign> {
  return answerOf(await owner.browser.post('/v1/web/campaigns', campaignForm(owner, fields)));
}

/** Reads a campaign with its messages. */
export async function look({ browser, project }: Owner, { id }: { id: string }): Promise<CampaignDetail> {
  const query = `project_id=${project.id}&include_sms=true&page_size=100`;
  return answerOf(await browser.get(`/v1/web/campaigns/${id}?${query}`));
}

/** Waits until a campaign matches. */
export function until(
  owner: Owner,
  campaign: { id: string },
  wanted: (now: CampaignDetail) => boolean,
  timeoutMs = 20_000,
): Promise<CampaignDetail> {
  let last: CampaignDetail | undefined;
  return waitFor(
    async () => {
      last = await look(owner, campaign);
      return wanted(last) ? last : null;
    },
    { what: 'the campaign', timeoutMs },
  ).catch((error) => {
    throw new Error(`the campaign is ${JSON.stringify({ ...last, sms: undefined })}`, { cause: error });
  });
}

function answerOf<T>({ statusCode, body }: { statusCode: number; body: string }): T {
  if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`);
  return JSON.parse(body) as T;
}
