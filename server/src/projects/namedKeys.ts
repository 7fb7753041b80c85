// Lists, creates, rotates and revokes the named API keys of a project.
import { API_VERSION } from '@godwit/contract/apiChanges';
import {
  type createKeyRequest,
  KEY_LIMITS,
  type NamedKey,
  type NewNamedKey,
  type rotateKeyRequest,
  type Scope,
} from '@godwit/contract/apiKeys';
import type { Mode } from '@godwit/contract/messages/statuses';
import { KEY_NAME_TAKEN } from '@godwit/contract/sentences/settings';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { transaction } from '../db/transaction.ts';
import type { NamedKeys } from '../db/types.ts';
import type { Member } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import type { NamedKeyChange } from '../mail/letter.ts';
import { fromMicros, parseAmount } from '../money.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { namedKeyLookup, newKey } from './keys.ts';
import {
  countNamedKeys,
  deleteEndedKeys,
  endAfterRotation,
  insertNamedKey,
  type KeyPlace,
  markRevoked,
  selectNamedKeys,
} from './namedKeyQueries.ts';
import { mailManagers } from './notify.ts';
import { lockProject } from './queries.ts';

type Form = z.output<typeof createKeyRequest>;
type Rotation = z.output<typeof rotateKeyRequest>;
type Keeper = Pick<Services, 'kysely' | 'secrets'>;

/** The characters of a key that people recognize it by. */
const ENDING = 4;
/** Rows of keys that have ended which a project keeps. */
const ENDED_KEPT = 50;
const FULL = refuse('conflict', {
  description: `This project has ${KEY_LIMITS.keys} named API keys, the most it can have, so no key was created. Revoke one that you no longer use, then try again.`,
});
const NAME_TAKEN = refuseField('conflict', 'name', KEY_NAME_TAKEN);
const HAS_ENDED = refuse('conflict', {
  description: 'This key has ended or was rotated already, so nothing was changed. Create a new key.',
});

/** The named keys of a project, newest first, without those that are revoked, or rotated and at their end. */
export async function listNamedKeys(
  { kysely }: Pick<Services, 'kysely'>,
  place: KeyPlace,
): Promise<NamedKey[]> {
  const rows = await selectNamedKeys(kysely, place);
  return rows.filter(({ rotated_at, has_ended }) => !(rotated_at && has_ended)).map(toNamedKey);
}

/**
 * Creates a key and mails the project's owners and admins. Refusals: conflict, if the project has the most
 * keys or one of this name and mode.
 */
export function createNamedKey(
  services: Keeper,
  member: Pick<Member, 'userId'>,
  place: KeyPlace,
  { name, mode, scopes, networks, per_second, daily_cap, expires_at }: Form,
): Promise<NewNamedKey | Refusal> {
  const id = newId();
  const daily_micros = daily_cap === '' ? null : parseAmount(daily_cap);
  const limits = { scopes, networks, per_second, daily_micros, expires_at };
  return change(services, place, async (trx) => {
    if (await isFull(trx, place)) return FULL;
    const made = { api_version: API_VERSION, created_by: member.userId };
    const key = { id, family: id, name, mode, ...limits, ...made };
    return storeKey(services, trx, place, { key, change: 'CREATED' });
  });
}

/**
 * Creates a copy of a key that takes its name. The old key goes on working for `overlap_hours`. Refusals:
 * notFound; conflict, if the key has ended or was rotated, or the project has the most keys.
 */
export function rotateNamedKey(
  services: Keeper,
  member: Pick<Member, 'userId'>,
  { keyId, ...place }: KeyPlace & { keyId: string },
  { overlap_hours }: Rotation,
): Promise<NewNamedKey | Refusal> {
  return change(services, place, async (trx) => {
    const [old] = await selectNamedKeys(trx, place, keyId);
    if (!old) return refuse('notFound');
    if (old.has_ended || old.rotated_at) return HAS_ENDED;
    // A refusal after the next statement would leave the old key without a successor. Without an overlap the
    // new key takes the place of the old one.
    if (overlap_hours && (await isFull(trx, place))) return FULL;
    if (!(await endAfterRotation(trx, keyId, overlap_hours ?? 0))) return HAS_ENDED;
    const { family, name, mode, scopes, networks, per_second, daily_micros, expires_at, api_version } = old;
    const limits = { scopes, networks, per_second, daily_micros, expires_at };
    const copied = { family, name, mode, ...limits, api_version };
    return storeKey(services, trx, place, {
      key: { id: newId(), ...copied, created_by: member.userId },
      change: 'ROTATED',
    });
  });
}

/** Revokes a key and mails the project's owners and admins. Refusals: notFound. */
export function revokeNamedKey(
  services: Pick<Services, 'kysely'>,
  { keyId, ...place }: KeyPlace & { keyId: string },
): Promise<Record<string, never> | Refusal> {
  return change<Record<string, never>>(services, place, async (trx) => {
    const revoked = await markRevoked(trx, place, keyId);
    if (!revoked) return refuse('notFound');
    await mailChange(trx, place, revoked, 'REVOKED');
    return {};
  });
}

/** Runs a change under the lock of the project, so the number of its keys stays bounded. */
function change<T>(
  { kysely }: Pick<Services, 'kysely'>,
  place: KeyPlace,
  work: (trx: Database) => Promise<T | Refusal>,
) {
  const changed = transaction(kysely, async (trx) => {
    await lockProject(trx, place.teamId, place.projectId);
    await deleteEndedKeys(trx, place, ENDED_KEPT);
    return work(trx);
  });
  return changed.catch((error) => {
    if (error.constraint === 'named_keys_name') return NAME_TAKEN;
    throw error;
  });
}

const isFull = async (trx: Database, place: KeyPlace) =>
  (await countNamedKeys(trx, place)) >= KEY_LIMITS.keys;

async function storeKey(
  { secrets }: Keeper,
  trx: Database,
  place: KeyPlace,
  {
    key,
    change,
  }: {
    key: Omit<Insertable<NamedKeys>, 'lookup' | 'ending' | 'team_id' | 'project_id'>;
    change: NamedKeyChange;
  },
): Promise<NewNamedKey> {
  const secret = newKey(key.mode);
  await insertNamedKey(trx, {
    ...key,
    team_id: place.teamId,
    project_id: place.projectId,
    lookup: namedKeyLookup(secrets, secret),
    ending: secret.slice(-ENDING),
  });
  await mailChange(trx, place, key, change);
  const [stored] = await selectNamedKeys(trx, place, key.id);
  return { ...toNamedKey(stored!), api_key: secret };
}

const mailChange = (
  trx: Database,
  place: KeyPlace,
  { name, mode }: { name: string; mode: Mode },
  change: NamedKeyChange,
): Promise<void> =>
  mailManagers(trx, place, (mails, project) =>
    mails.namedKeyChanged({ project: project.name, key: name, mode, change }),
  );

type Row = Awaited<ReturnType<typeof selectNamedKeys>>[number];

function toNamedKey(row: Row): NamedKey {
  const { id, name, mode, ending, networks, per_second, daily_micros, creator } = row;
  const { spent_micros, created_at, expires_at, last_used_at, rotated_at } = row;
  return {
    ...{ id, name, mode, ending, scopes: row.scopes as Scope[], networks, per_second },
    daily_cap: daily_micros === null ? null : fromMicros(daily_micros),
    spent_today: daily_micros === null ? null : fromMicros(spent_micros ?? 0n),
    created_at: created_at.toISOString(),
    created_by: creator,
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    rotated_at: rotated_at?.toISOString() ?? null,
  };
}
