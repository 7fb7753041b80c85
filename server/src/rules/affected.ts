// The dry run of a change of rules: which names are seen otherwise, and which messages and campaigns that
// wait for their time change. It looks at a bounded number of each, within a bounded time.
import { type ContentClass, consentRuleFor } from '@godwit/contract/contentClass';
import { homeDialCode } from '@godwit/contract/numbers/dialCodes';
import type { Compared, RuleEffect } from '@godwit/contract/rules/difference';
import { EVERYWHERE } from '@godwit/contract/rules/file';
import { EVERY_NETWORK, networkOf } from '@godwit/contract/rules/mobileNetworks';
import { type CountryRules, openRules, placeOf, type RuleTable } from '@godwit/contract/rules/table';
import {
  RULE_NAMES,
  type RuleField,
  rulesOf,
  VALUE_FIELDS,
  VALUE_WORDS,
  type ValueField,
} from '@godwit/contract/rules/words';
import { formProblem, isName, isSenderId } from '@godwit/contract/senders';
import {
  MOST_CAMPAIGNS,
  MOST_EXAMPLES,
  type RuleEffects,
  type SeenState,
} from '@godwit/contract/staff/rules';
import type { Services } from '../services.ts';
import {
  type ApprovedName,
  type ScheduledCampaign,
  selectApprovedNames,
  selectPlanned,
  selectScheduled,
  selectThese,
  withinTime,
} from './affectedQueries.ts';

/** How many of each are looked at. `people`: of each campaign. `ms`: the time for each part. */
export type Bounds = { names: number; messages: number; campaigns: number; people: number; ms: number };
export const BOUNDS: Bounds = { names: 20_000, messages: 20_000, campaigns: 200, people: 5_000, ms: 5_000 };
const MOST_PLACES = 100;
/** Names that are compared before other work gets its turn. */
const SLICE = 100;

/** The fields that decide what recipients see of a name. */
const SEEN_FIELDS: ReadonlySet<RuleField> = new Set(['takes_names', 'name', 'register', 'networks'] as const);

type Tables = { before: RuleTable; after: RuleTable };
type Parts = Pick<Services, 'pools' | 'countryRules'>;

/** The dry run of a change: `effects` are those of the same change. */
export async function findAffected(
  { pools, countryRules }: Parts,
  { files, effects, now }: { files: Compared['files']; effects: readonly RuleEffect[]; now: number },
  bounds = BOUNDS,
): Promise<RuleEffects> {
  const { pool } = pools.long;
  const rules = { before: openRules(files.before), after: openRules(files.after) };
  const at = (time: number): Tables => ({ before: rules.before(time), after: rules.after(time) });
  const change: Change = {
    ...{ effects, now, at, bounds, portedTo: countryRules.ported.to },
    codes: [...new Set([...files.before, ...files.after].flatMap((file) => Object.keys(file)))],
  };
  return {
    names: await withinTime(pool, bounds.ms, (client, pause) => affectedNames(client, change, pause)),
    messages: await withinTime(pool, bounds.ms, (client, pause) => affectedMessages(client, change, pause)),
    campaigns: await withinTime(pool, bounds.ms, (client) => affectedCampaigns(client, change)),
  };
}

/** `codes`: the countries that have rules of their own, before or after. */
type Change = {
  effects: readonly RuleEffect[];
  now: number;
  at(time: number): Tables;
  bounds: Bounds;
  portedTo: Parts['countryRules']['ported']['to'];
  codes: readonly string[];
};
type Client = Parameters<Parameters<typeof withinTime>[2]>[0];
type Pause = Parameters<Parameters<typeof withinTime>[2]>[1];

/** A country at a time at which its names may be seen otherwise. */
type Place = { country: string; network: string | null; from: string | null; tables: Tables };

function placesOf({ effects, now, at }: Change): Place[] {
  const seen = effects.filter(({ field }) => SEEN_FIELDS.has(field));
  const keys = new Set(
    seen.flatMap(({ countries, from }) => countries.map((code) => `${code} ${from ?? ''}`)),
  );
  return [...keys].slice(0, MOST_PLACES).flatMap((key) => {
    const [country, from] = key.split(' ') as [string, string];
    const tables = at(from === '' ? now : Date.parse(from));
    const networks = [tables.before, tables.after].flatMap((table) => rulesOf(table, country).networks);
    const names = networks.length === 0 ? [null] : [...new Set(networks.map(({ name }) => name)), null];
    return names.map((network) => ({ country, network, from: from || null, tables }));
  });
}

type Name = Pick<ApprovedName, 'sender' | 'registered' | 'substitute' | 'substitute_registered'>;

/** How recipients in a network of a country see a name. */
export function seenState(
  name: Name,
  { country, network }: Pick<Place, 'country' | 'network'>,
  rules: Pick<CountryRules, 'takesNames' | 'name' | 'register' | 'networks'>,
): SeenState {
  const { takesNames, register, networks } = rules;
  if (!takesNames) return 'REFUSED';
  if (!isSenderId(name.sender) && formProblem(rules.name, name.sender) !== null) return 'REFUSED';
  if (register === null) return 'NAME';
  const named = networks.some((one) => one.name === network) ? [EVERY_NETWORK, network!] : [EVERY_NETWORK];
  const places = named.map((one) => placeOf({ country, network: one }));
  if (places.some((place) => name.registered.includes(place))) return 'REGISTERED';
  if (register.otherwise === 'STAMP') return 'UNVERIFIED';
  if (name.substitute === null) return 'REFUSED';
  const isSent =
    !isName(name.substitute) || places.some((place) => name.substitute_registered.includes(place));
  return isSent ? 'SUBSTITUTE' : 'REFUSED';
}

/** The states of a name before and after, if they differ. */
function changeOf(name: Name, place: Place) {
  const before = seenState(name, place, rulesOf(place.tables.before, place.country));
  const after = seenState(name, place, rulesOf(place.tables.after, place.country));
  return before === after ? null : { before, after };
}

async function affectedNames(client: Client, change: Change, pause: Pause): Promise<RuleEffects['names']> {
  const { rows, total } = await selectApprovedNames(client, change.bounds.names);
  const places = placesOf(change);
  const groups = new Map<string, NameGroup>();
  const teams = new Set<string>();
  let changed = 0;
  for (const [index, name] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await pause();
    const found = places.flatMap((place) => {
      const states = changeOf(name, place);
      return states ? [{ ...states, place }] : [];
    });
    if (found.length === 0) continue;
    changed++;
    teams.add(name.team_id);
    for (const { place, ...states } of found) {
      const { country, network, from } = place;
      const key = JSON.stringify([country, network, from, states]);
      const group = groups.get(key) ?? {
        country,
        network,
        from,
        ...states,
        names: 0,
        of: new Set(),
        examples: [],
      };
      groups.set(key, group);
      group.names++;
      group.of.add(name.team_id);
      const example = { team: { id: name.team_id, name: name.team_name }, sender_id: name.sender };
      if (group.examples.length < MOST_EXAMPLES) group.examples.push(example);
    }
  }
  const changes = [...groups.values()].map(({ of, ...group }) => ({ ...group, teams: of.size }));
  return { examined: rows.length, total, changed, teams: teams.size, changes };
}

type NameChange = NonNullable<RuleEffects['names']>['changes'][number];
type NameGroup = Omit<NameChange, 'teams'> & { of: Set<string> };

const patternOf = (code: string) => `+${homeDialCode(code)}%`;

/**
 * Only the sender that recipients see is decided again when a message is sent; its other rules are those of
 * its acceptance.
 */
async function affectedMessages(
  client: Client,
  change: Change,
  pause: Pause,
): Promise<RuleEffects['messages']> {
  const { effects, bounds, now, at, portedTo } = change;
  const registers = effects.filter(({ field }) => field === 'register' || field === 'networks');
  const codes = [...new Set(registers.flatMap(({ countries }) => countries))].filter(
    (code) => code !== EVERYWHERE,
  );
  const patterns = codes.map(patternOf);
  const limit = bounds.messages + 1;
  const all = codes.length === 0 ? [] : await selectPlanned(client, { patterns, limit });
  // In the order of their times, because the rules of one time are at hand.
  const rows = all.slice(0, bounds.messages).sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
  const names = await namesOf(client, rows);
  const groups = new Map<string, NonNullable<RuleEffects['messages']>['changes'][number]>();
  const teams = new Set<string>();
  let changed = 0;
  for (const [index, { recipient, due_at, ...row }] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await pause();
    const country = codes.find((code) => recipient.startsWith(`+${homeDialCode(code)}`))!;
    const tables = at(Math.max(now, due_at.getTime()));
    const networkIn = (table: RuleTable) => networkOf(table.of(country).networks, recipient, portedTo);
    const network = networkIn(tables.after) ?? networkIn(tables.before);
    const states = changeOf(names.get(keyOf(row)) ?? unknownName(row.sender), {
      ...{ country, network, from: null, tables },
    });
    if (!states) continue;
    changed++;
    teams.add(row.team_id);
    const key = JSON.stringify([country, network, states]);
    const group = groups.get(key) ?? { country, network, ...states, messages: 0 };
    groups.set(key, { ...group, messages: group.messages + 1 });
  }
  const examined = { examined: rows.length, is_whole: all.length <= bounds.messages };
  return { ...examined, changed, teams: teams.size, changes: [...groups.values()] };
}

type NameKey = Pick<ApprovedName, 'team_id' | 'project_id' | 'sender'>;
const keyOf = ({ team_id, project_id, sender }: NameKey) => `${team_id} ${project_id} ${sender}`;

async function namesOf(client: Client, rows: readonly NameKey[]): Promise<Map<string, ApprovedName>> {
  const keys = new Map(rows.map((row) => [keyOf(row), row]));
  const found = await selectThese(client, [...keys.values()]);
  return new Map(found.map((name) => [keyOf(name), name]));
}

/** A name that was taken from the project after its message was accepted. */
const unknownName = (sender: string): Name => ({
  ...{ sender, registered: [], substitute: null, substitute_registered: [] },
});

async function affectedCampaigns(client: Client, change: Change): Promise<RuleEffects['campaigns']> {
  const { bounds, codes } = change;
  const patterns = [...new Set(codes.filter((code) => code !== EVERYWHERE).map(patternOf))];
  const limit = bounds.campaigns + 1;
  const all = await selectScheduled(client, { patterns, each: bounds.people, limit });
  const rows = all.slice(0, bounds.campaigns);
  const names = await namesOf(client, rows);
  const changed = rows.flatMap((campaign) => {
    const changes = campaignChanges(campaign, names.get(keyOf(campaign)), change);
    if (changes.length === 0) return [];
    const { team_id: id, team_name: team, name, sender, due_at: at } = campaign;
    return [{ team: { id, name: team }, name, sender_id: sender, at: at.toISOString(), changes }];
  });
  return {
    ...{ examined: rows.length, is_whole: all.length <= bounds.campaigns },
    ...{ changed: changed.length, list: changed.slice(0, MOST_CAMPAIGNS) },
  };
}

const SEEN_WORDS: Record<SeenState, string> = {
  NAME: 'people see the name',
  REGISTERED: 'people see the registered name',
  UNVERIFIED: 'people see Unverified',
  SUBSTITUTE: 'people see the substitute',
  REFUSED: 'not sent',
};

/** The rules that are others for a campaign when it starts, in the countries of its people. */
function campaignChanges(campaign: ScheduledCampaign, approved: ApprovedName | undefined, change: Change) {
  const tables = change.at(Math.max(change.now, campaign.due_at.getTime()));
  const { sampled, counts, sender } = campaign;
  const named = change.codes.filter((code) => code !== EVERYWHERE && (counts[patternOf(code)] ?? 0) > 0);
  const known = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const countries = known < sampled || sampled === 0 ? [...named, EVERYWHERE] : named;
  const name = approved ?? unknownName(sender);
  const asked = {
    sender,
    contentClass: approved?.content_class ?? 'TRANSACTIONAL',
    keepsHours: campaign.keeps_hours,
  };
  return countries.flatMap((country) => {
    const [before, after] = [rulesOf(tables.before, country), rulesOf(tables.after, country)];
    const networks = [...before.networks, ...after.networks].map((one) => one.name);
    const seen = isName(sender)
      ? [...new Set(networks), null].flatMap((network) => {
          const states = changeOf(name, { country, network, from: null, tables });
          if (!states) return [];
          const words = { before: SEEN_WORDS[states.before], after: SEEN_WORDS[states.after] };
          return [{ country, network, rule: RULE_NAMES.register, ...words }];
        })
      : [];
    const fields = VALUE_FIELDS.filter(
      (field) => concerns(field, asked, before) || concerns(field, asked, after),
    );
    const others = fields
      .map((field) => ({
        ...{ country, network: null, rule: RULE_NAMES[field] },
        ...{ before: VALUE_WORDS[field](before), after: VALUE_WORDS[field](after) },
      }))
      .filter((one) => one.before !== one.after);
    return [...seen, ...others];
  });
}

type Asked = { sender: string; contentClass: ContentClass; keepsHours: boolean };

/** Whether a rule about texts, consent or hours decides about messages of a campaign. */
function concerns(
  field: ValueField,
  { sender, contentClass, keepsHours }: Asked,
  rules: CountryRules,
): boolean {
  if (field === 'consent') return consentRuleFor(contentClass, { ...rules, consent: 'WARN' }) !== 'OFF';
  if (field === 'consent_for') return consentRuleFor(contentClass, rules) !== 'OFF';
  if (field === 'quiet_for') return keepsHours && contentClass !== 'TRANSACTIONAL';
  if (field === 'advertising') return contentClass !== 'PROMOTIONAL';
  if (field === 'brand_in_text') return isName(sender);
  return field === 'text_check';
}
