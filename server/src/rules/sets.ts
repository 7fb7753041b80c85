// Rules of countries as sets: staff propose a change, and a second person accepts it. Each change is a new
// row with the whole document, which is never changed again.

import { parseJson } from '@godwit/contract/json';
import { type Compared, differenceOf, type RuleDifference } from '@godwit/contract/rules/difference';
import type { RulesFile } from '@godwit/contract/rules/file';
import { layersOf } from '@godwit/contract/rules/inForce';
import { staffMay } from '@godwit/contract/staff/roles';
import type { RuleSet, RulesChange, RulesCheck, RulesDocument } from '@godwit/contract/staff/rules';
import type { Actor } from '../audit/record.ts';
import { checkRules, readRules } from '../countryRules.ts';
import { isServed } from '../db/processes.ts';
import type { Rows } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  approveVersion,
  findProposals,
  findVersions,
  staleBase,
  storeVersion,
  undoes,
  type Versioned,
  type VersionRow,
  versionAnswer,
  withdrawVersion,
} from '../versions/decide.ts';
import { findAffected } from './affected.ts';
import { selectCurrentSet, selectSet, type WholeSet } from './queries.ts';

/** The rules of staff as a document of versions. */
export const RULE_SETS: Versioned = {
  table: 'rule_sets',
  topic: 'rules',
  version: 'Rule set',
  whole: 'rules',
  verb: { approve: 'accept', approved: 'accepted' },
  actions: { approved: 'RULES_ACCEPTED', withdrawn: 'RULES_WITHDRAWN' },
};

type Parts = Pick<Services, 'kysely' | 'pool' | 'pools' | 'countryRules'>;

const SAME = 'Nothing is changed: these are the rules of the current set.';
/** Processes from before this migration do not read rule sets. */
const FIRST_WITH_SETS = 134;
const OLDER_RUN =
  'A process of an older version runs, and would not apply these rules, so nothing was accepted. Accept them once every process runs this version.';

/** A change that was checked. `replacesUnusable`: this process cannot use the set that it changes. */
type Changed = {
  base: number | null;
  body: RulesDocument;
  compared: Compared;
  replacesUnusable: boolean;
};

/**
 * The whole document after a change, if it changes the current set. Refuses it with 1002 and the path of each
 * fault, and with 1013 if another set is current than its base.
 */
async function changeOf(
  services: Pick<Parts, 'kysely' | 'countryRules'>,
  { base, scope, rules }: RulesChange,
): Promise<Changed | Refusal> {
  const current = await selectCurrentSet(services.kysely);
  if ((current?.number ?? null) !== base) return staleBase(RULE_SETS, current?.number ?? null);
  try {
    readRules(rules, 'The document');
    const given = parseJson(rules, 'The document') as RulesDocument;
    return compareWith(
      services,
      current,
      scope === 'ALL' ? given : withCountries(current?.body ?? {}, given),
    );
  } catch (error) {
    return refuseField('invalidArgument', 'rules', (error as Error).message);
  }
}

/** A document in which the countries of another one replace its own. */
function withCountries(document: RulesDocument, given: RulesDocument): RulesDocument {
  const kept = Object.entries({ ...document, ...given }).filter(([code]) => !isEmpty(given[code]));
  return Object.fromEntries(kept);
}

const isEmpty = (fields: unknown): boolean =>
  typeof fields === 'object' && fields !== null && Object.keys(fields).length === 0;

/** A document beside the current set. Throws if it is wrong. */
function compareWith(
  services: Pick<Parts, 'countryRules'>,
  current: WholeSet | undefined,
  body: RulesDocument,
): Changed {
  const documents = { before: rulesOfSet(services, current), after: checkRules(body, 'The document') };
  const sources = services.countryRules.sources();
  const layers = (staff: RulesFile) => layersOf({ ...sources, STAFF: staff });
  const files = { before: layers(documents.before), after: layers(documents.after) };
  const replacesUnusable = current !== undefined && whyUnusable(current) !== null;
  return { base: current?.number ?? null, body, compared: { files, documents }, replacesUnusable };
}

/** The rules of a set; if this process cannot use it, those of the set that it uses instead. */
export function rulesOfSet(
  { countryRules }: Pick<Parts, 'countryRules'>,
  set: Pick<WholeSet, 'body' | 'number'> | undefined,
): RulesFile {
  try {
    return set ? checkRules(set.body, `Rule set ${set.number}`) : {};
  } catch {
    return countryRules.sources().STAFF ?? {};
  }
}

/** Checks what a change would do now. Stores nothing. */
export async function checkChange(services: Parts, change: RulesChange): Promise<RulesCheck | Refusal> {
  const changed = await changeOf(services, change);
  return isRefusal(changed) ? changed : checkOf(services, changed);
}

async function checkOf(services: Parts, { compared }: Pick<Changed, 'compared'>): Promise<RulesCheck> {
  const now = Date.now();
  const difference = differenceOf(compared, now);
  const { effects } = difference;
  return { difference, affected: await findAffected(services, { files: compared.files, effects, now }) };
}

/**
 * Checks what a set would do if it became current now. Refuses with 1001, and with 1013 if it cannot be used
 * here.
 */
export async function checkSet(services: Parts, number: number): Promise<RulesCheck | Refusal> {
  const [set, current] = await Promise.all([
    selectSet(services.kysely, number),
    selectCurrentSet(services.kysely),
  ]);
  if (!set) return refuse('notFound');
  return whyUnusable(set) ?? checkOf(services, compareWith(services, current, set.body));
}

/** A set may come from a newer version of the program. */
function whyUnusable({ body, number }: WholeSet): Refusal | null {
  try {
    checkRules(body, `Rule set ${number}`);
    return null;
  } catch (error) {
    return refuse('conflict', { description: `Nothing has changed. ${(error as Error).message}` });
  }
}

/**
 * Stores a change as a proposal and returns its number. Refuses with 1002 if the document is wrong or changes
 * nothing, and with 1013 if another set than `base` is current, or if there are too many proposals.
 */
export async function proposeRules(
  services: Parts,
  by: Actor,
  { reason, ...change }: RulesChange & { reason: string },
): Promise<number | Refusal> {
  const changed = await changeOf(services, change);
  if (isRefusal(changed)) return changed;
  return store(services, by, { ...changed, reason, state: 'PROPOSED', action: 'RULES_PROPOSED' });
}

type Storable = Changed & {
  reason: string;
  state: 'PROPOSED' | 'CURRENT';
  action: 'RULES_PROPOSED' | 'RULES_PUT_BACK';
};

async function store(
  { kysely }: Parts,
  by: Actor,
  { compared, replacesUnusable, ...version }: Storable,
): Promise<number | Refusal> {
  const changes = differenceOf(compared, Date.now());
  if (changes.values.length === 0 && !replacesUnusable) return refuseField('invalidArgument', 'rules', SAME);
  return storeVersion(kysely, RULE_SETS, by, { ...version, changes });
}

/**
 * Makes a proposal the current set. Refuses with 1001; with 1012 for its author; with 1013 if it is no
 * proposal any more, another set is current than the one it changes, or a process runs that does not read
 * sets.
 */
export async function acceptRules(
  services: Parts,
  by: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<null | Refusal> {
  const whyNot = async () => {
    if (await isServed(services.pool, FIRST_WITH_SETS)) return refuse('conflict', { description: OLDER_RUN });
    return whyUnusable((await selectSet(services.kysely, number))!);
  };
  return approveVersion(services.kysely, RULE_SETS, by, { number, reason, whyNot });
}

/** Withdraws or rejects a proposal. Refuses with 1001, or with 1013 if it is none any more. */
export const withdrawRules = (
  { kysely }: Parts,
  by: Staff,
  decision: { number: number; reason: string },
): Promise<null | Refusal> => withdrawVersion(kysely, RULE_SETS, by, decision);

/**
 * Makes a set with the document of an old one. It is in force at once if it undoes the last change, because
 * it was in force before; otherwise it is a proposal. Refuses with 1001, or with 1013 if the old one was
 * never in force.
 */
export async function putBackRules(
  services: Parts,
  by: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<number | Refusal> {
  const [old, current] = await Promise.all([
    selectSet(services.kysely, number),
    selectCurrentSet(services.kysely),
  ]);
  if (!old) return refuse('notFound');
  if (old.state !== 'REPLACED' || !current)
    return refuse('conflict', {
      description: 'Only a rule set that was in force before can be restored, so nothing has changed.',
    });
  const wrong = whyUnusable(old);
  if (wrong) return wrong;
  const isUndo = undoes(old, current);
  return store(services, by, {
    ...compareWith(services, current, old.body),
    reason,
    state: isUndo ? 'CURRENT' : 'PROPOSED',
    action: isUndo ? 'RULES_PUT_BACK' : 'RULES_PROPOSED',
  });
}

/** A page of all sets, newest first. */
export async function readSets(
  { kysely }: Pick<Parts, 'kysely'>,
  staff: Staff,
  page: Rows,
): Promise<{ results: RuleSet[]; total: number }> {
  const [{ rows, total }, current] = await Promise.all([
    findVersions(kysely, RULE_SETS, page),
    selectCurrentSet(kysely),
  ]);
  return { results: rows.map((row) => toRuleSet(row, staff, current)), total };
}

/** One set with its document. */
export async function readSet(
  { kysely }: Pick<Parts, 'kysely'>,
  staff: Staff,
  number: number,
): Promise<(RuleSet & { document: RulesDocument }) | Refusal> {
  const [row, current] = await Promise.all([selectSet(kysely, number), selectCurrentSet(kysely)]);
  return row ? { ...toRuleSet(row, staff, current), document: row.body } : refuse('notFound');
}

/** The proposals as `staff` may decide them. */
export async function readProposedSets(
  { kysely }: Pick<Parts, 'kysely'>,
  staff: Staff,
  current: VersionRow | undefined,
): Promise<RuleSet[]> {
  return (await findProposals(kysely, RULE_SETS)).map((row) => toRuleSet(row, staff, current));
}

/** A set as `staff` see it. */
export function toRuleSet(row: VersionRow, staff: Staff, current: VersionRow | undefined): RuleSet {
  const { mayApprove, ...version } = versionAnswer(row, staff, current);
  const mayAccept = mayApprove && staffMay(staff.role, 'rules');
  return { ...version, difference: row.changes as RuleDifference, may_accept: mayAccept };
}
