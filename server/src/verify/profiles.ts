// Profiles of verifications: creates, changes and deletes them, and fills in a start that names one.
import {
  type changeProfileRequest,
  type createProfileRequest,
  MAX_PROFILES,
  type ProfileSettings,
  type VerifyProfile,
} from '@godwit/contract/publicApi/verifyProfiles';
import type pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import {
  deleteProfileRow,
  findProfile,
  type ProfileRow,
  type ProfileScope,
  selectProfiles,
  storeProfile,
} from './profileQueries.ts';
import { lockStarts } from './queries.ts';

/** The index of migration 0133. */
const UNIQUE_NAME = 'verify_profiles_name';
const TAKEN = refuseField(
  'conflict',
  'name',
  'This project has a profile of this name, so nothing was changed. Choose another name.',
);
const FULL = refuse('conflict', {
  description: `A project has at most ${MAX_PROFILES} profiles, so none was created. Delete one first.`,
});
const NONE: ProfileSettings = {
  ...{ from: null, texts: null, code_length: null, expires_in_s: null, max_checks: null, max_sends: null },
  ...{ resend_after_s: null, countries: null, max_price: null, daily_cap: null },
};

type Change = z.output<typeof changeProfileRequest>;

/** Lists the profiles of a project, the oldest first. */
export const listProfiles = async (pool: Pool, scope: ProfileScope): Promise<VerifyProfile[]> =>
  (await selectProfiles(pool, scope)).map(toProfile);

/** Reads a profile. Refusals: notFound. */
export async function readProfile(
  pool: Pool,
  scope: ProfileScope,
  id: string,
): Promise<VerifyProfile | Refusal> {
  const row = (await selectProfiles(pool, scope)).find((one) => one.id === id);
  return row ? toProfile(row) : refuse('notFound');
}

/** Creates a profile. Refusals: conflict, if the name is taken or the project has as many as it can have. */
export const createProfile = (
  pool: Pool,
  scope: ProfileScope,
  form: z.output<typeof createProfileRequest>,
): Promise<VerifyProfile | Refusal> =>
  changing(pool, scope, (client, rows) => {
    if (rows.length >= MAX_PROFILES) return Promise.resolve(FULL);
    const row = { id: newId(), name: form.name, isDefault: false, settings: NONE, createdAt: new Date() };
    return store(client, scope, row, form);
  });

/** Changes the fields of a profile that are given. Refusals: notFound; conflict, if the name is taken. */
export const changeProfile = (
  pool: Pool,
  scope: ProfileScope,
  id: string,
  change: Change,
): Promise<VerifyProfile | Refusal> =>
  changing(pool, scope, (client, rows) => {
    const row = rows.find((one) => one.id === id);
    return row ? store(client, scope, row, change) : Promise.resolve(refuse('notFound'));
  });

/** Deletes a profile. Refusals: notFound. */
export const deleteProfile = (
  pool: Pool,
  scope: ProfileScope,
  id: string,
): Promise<{ deleted: number } | Refusal> =>
  changing(pool, scope, async (client) =>
    (await deleteProfileRow(client, scope, id)) ? { deleted: 1 } : refuse('notFound'),
  );

/**
 * Runs a change of the profiles of a project, one at a time over all processes. The database compares the
 * names. Refusals: conflict, if a name is taken.
 */
const changing = <Changed>(
  pool: Pool,
  scope: ProfileScope,
  change: (client: PoolClient, rows: ProfileRow[]) => Promise<Changed | Refusal>,
): Promise<Changed | Refusal> =>
  transaction(pool, async (client) => {
    await lockStarts(client, `profiles ${scope.projectId}`);
    return change(client, await selectProfiles(client, scope));
  }).catch((error: unknown) => {
    if ((error as pg.DatabaseError).constraint === UNIQUE_NAME) return TAKEN;
    throw error;
  });

async function store(
  client: PoolClient,
  scope: ProfileScope,
  row: ProfileRow,
  change: Change,
): Promise<VerifyProfile> {
  const { name = row.name, is_default: isDefault = row.isDefault, ...settings } = change;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const changed = { ...row, name, isDefault, settings: { ...row.settings, ...given } };
  await storeProfile(client, scope, changed);
  return toProfile(changed);
}

const toProfile = ({ id, name, isDefault, settings, createdAt }: ProfileRow): VerifyProfile => ({
  ...{ id, name, is_default: isDefault, ...settings, created_at: createdAt.toISOString() },
});

const UNKNOWN = refuseField(
  'invalidArgument',
  'profile',
  'The project has no profile with this id or name, so nothing was sent or checked. List them with GET /v1/verification_profiles.',
);

/** The profile that a body names, or the default one; null if there is none. Refusals: invalidArgument. */
export async function profileOf(
  pool: Pool,
  scope: ProfileScope,
  body: unknown,
): Promise<ProfileRow | null | Refusal> {
  const { profile = null } = Object(body) as { profile?: unknown };
  // The schema of the call refuses any other type.
  if (profile !== null && typeof profile !== 'string') return null;
  const found = await findProfile(pool, scope, profile);
  return found ?? (profile === null ? null : UNKNOWN);
}

/** Fields of a start before they are checked. */
type Given = Partial<Record<'body' | 'locale' | 'from' | 'code_length' | 'expires_in_s', unknown>>;

/** Fills in the fields of a start that it leaves out and its profile has. */
export function fillStart(body: unknown, { settings }: ProfileRow): void {
  const given: Given = Object(body);
  const text = textFor(settings.texts ?? {}, given.locale);
  if (isMissing(given.body) && text !== undefined) {
    given.body = text;
    // It may be one that only the profile has.
    delete given.locale;
  }
  for (const name of ['from', 'code_length', 'expires_in_s'] as const)
    if (isMissing(given[name]) && settings[name] !== null) given[name] = settings[name];
}

const isMissing = (value: unknown) => value === undefined || value === null;

/** The text for pt-BR is that of pt-br, else of pt, else the default one. */
function textFor(texts: Readonly<Record<string, string>>, locale: unknown): string | undefined {
  const asked = typeof locale === 'string' ? locale.toLowerCase() : '';
  const name = [asked, asked.split('-')[0]!, 'default'].find((one) => Object.hasOwn(texts, one));
  return name === undefined ? undefined : texts[name];
}
