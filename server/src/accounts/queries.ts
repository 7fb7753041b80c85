// SQL of people, teams and the tokens in mails. All times are the database's.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { Language } from '@godwit/contract/languages';
import { type Insertable, sql } from 'kysely';
import type { Users } from '../db/types.ts';
import type { Database } from '../services.ts';

type Purpose = 'activate' | 'reset_password';

/** Adds a user. Returns false if the email is taken, even by an unfinished registration. */
export async function insertUser(db: Database, user: Insertable<Users>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Adds a team with an empty balance and its owner. */
export async function insertTeam(
  db: Database,
  { id, name, regionId, ownerId }: { id: string; name: string; regionId: RegionCode; ownerId: string },
): Promise<void> {
  await db.insertInto('teams').values({ id, name, region_id: regionId }).execute();
  await db.insertInto('team_members').values({ team_id: id, user_id: ownerId, role: 'OWNER' }).execute();
  await db.insertInto('balances').values({ team_id: id }).execute();
}

/** The credentials to check a password with, of the user with this id or email. */
export function selectCredentials(db: Database, user: { id: string } | { email: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'email_verified_at', 'language'])
    .where((eb) => eb.and(user))
    .executeTakeFirst();
}

/** Locks the user with this email, so tokens are created and used one at a time. */
export function lockByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email_verified_at', 'language'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks a user against changes until the transaction ends. Returns false if the password is no longer the one
 * that was checked.
 */
export async function lockPassword(
  db: Database,
  { id, password_hash }: { id: string; password_hash: string },
): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Replaces the password that was checked. Returns false if the user has another one by now. */
export async function replacePassword(
  db: Database,
  { id, password_hash }: { id: string; password_hash: string },
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function updateName(
  db: Database,
  userId: string,
  { first_name, last_name }: { first_name: string; last_name: string },
): Promise<void> {
  await db.updateTable('users').set({ first_name, last_name }).where('id', '=', userId).execute();
}

export async function updateLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/** How many mails with a token were sent to a user in the last hour. */
export async function countRecentTokens(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_tokens')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a token and uses up older ones of the same purpose, so only the newest mail works. */
export async function insertToken(
  db: Database,
  { hash, userId, purpose, minutes }: { hash: Buffer; userId: string; purpose: Purpose; minutes: number },
): Promise<void> {
  await db
    .updateTable('user_tokens')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  await db
    .insertInto('user_tokens')
    .values({
      token_hash: hash,
      user_id: userId,
      purpose,
      expires_at: sql`now() + ${minutes} * interval '1 minute'`,
    })
    .execute();
}

/**
 * The owner of a token, and whether it works. A token that was used or replaced, or has expired, does not.
 * Undefined if the token does not exist.
 */
export function selectToken(db: Database, hash: Buffer, purpose: Purpose) {
  return db
    .selectFrom('user_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 'u.email_verified_at', 'u.language'])
    .select(sql<boolean>`t.used_at is null and t.expires_at > now()`.as('works'))
    .where('t.token_hash', '=', hash)
    .where('t.purpose', '=', purpose)
    .executeTakeFirst();
}

/**
 * Locks the owner of a token, uses the token up and returns the owner. Undefined if the token is unknown,
 * used or expired.
 */
export async function useToken(
  db: Database,
  hash: Buffer,
  purpose: Purpose,
): Promise<{ id: string; email: string } | undefined> {
  const owner = await selectToken(db, hash, purpose);
  if (!owner?.works) return undefined;
  // Locks the user first, then the token: the order in which a new token invalidates older ones.
  await lockByEmail(db, owner.email);
  const { numUpdatedRows } = await db
    .updateTable('user_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? owner : undefined;
}

/** Marks an address as verified by a mailed link, and sets a new password if one is given. */
export async function markEmailVerified(
  db: Database,
  userId: string,
  changes: { password_hash?: string } = {},
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, email_verified_at: sql`coalesce(email_verified_at, now())` })
    .where('id', '=', userId)
    .execute();
}

export function selectUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'created_at', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** A user's teams, the oldest membership first, or only the one that their session gives access to. */
export function selectTeams(db: Database, userId: string, onlyTeamId: string | null = null) {
  return db
    .selectFrom('team_members as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .innerJoin('balances as b', 'b.team_id', 't.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('tax_rates')
          .select(['included as tax_included', 'basis_points as tax_basis_points'])
          .whereRef('region_id', '=', 'r.id')
          .where('valid_from', '<=', sql<Date>`now()`)
          .orderBy('valid_from', 'desc')
          .limit(1)
          .as('tax'),
      (join) => join.onTrue(),
    )
    .select(['t.id', 't.name', 'b.balance_micros', 'r.id as region_id', 'r.name as region_name'])
    .select(['r.currency', 'r.currency_symbol', 'tax.tax_included', 'tax.tax_basis_points'])
    .where('m.user_id', '=', userId)
    .$if(onlyTeamId !== null, (query) => query.where('m.team_id', '=', onlyTeamId as string))
    .orderBy('m.created_at')
    .orderBy('m.team_id')
    .execute();
}

/** Locks a person's teams in the order of their ids. `owners` and `members` count the people in a team. */
export async function lockTeamsOf(
  db: Database,
  userId: string,
): Promise<
  {
    id: string;
    name: string;
    role: string;
    owners: number;
    members: number;
    balance: bigint;
    owed: bigint;
    symbol: string;
  }[]
> {
  await sql`select id from teams where id in (select team_id from team_members where user_id = ${userId})
    order by id for update`.execute(db);
  const { rows } = await sql<Awaited<ReturnType<typeof lockTeamsOf>>[number]>`
    select t.id, t.name, m.role, b.balance_micros as balance, b.owed_micros as owed, r.currency_symbol as symbol,
      (select count(*) from team_members o where o.team_id = t.id and o.role = 'OWNER')::integer as owners,
      (select count(*) from team_members o where o.team_id = t.id)::integer as members
    from team_members m join teams t on t.id = m.team_id join regions r on r.id = t.region_id
      join balances b on b.team_id = t.id
    where m.user_id = ${userId} order by t.id`.execute(db);
  return rows;
}

/**
 * Closes a team: accept and dispatch stop, its API keys and SMPP accounts are deleted, and its campaigns are
 * cancelled. Retention removes the rest later.
 */
export async function closeTeam(db: Database, teamId: string): Promise<void> {
  await sql`update teams set closed_at = now(), paused_at = coalesce(paused_at, now()),
      paused_by = coalesce(paused_by, 'its owner'), paused_reason = coalesce(paused_reason, 'The team is closed')
    where id = ${teamId}`.execute(db);
  await sql`update campaigns set state = 'cancelled', lease_holder = null, lease_until = null, worked_to = ''
    where team_id = ${teamId} and open and state in ('scheduled', 'running')`.execute(db);
  await sql`delete from api_keys where team_id = ${teamId}`.execute(db);
  await sql`delete from named_keys where team_id = ${teamId}`.execute(db);
  await sql`delete from send_urls where team_id = ${teamId}`.execute(db);
  await sql`delete from smpp_accounts where team_id = ${teamId}`.execute(db);
  await sql`delete from invitations where team_id = ${teamId}`.execute(db);
  await sql`delete from team_sign_on where team_id = ${teamId}`.execute(db);
  await sql`delete from team_domains where team_id = ${teamId}`.execute(db);
}

/**
 * Forgets a person: name, address, password, sign-in methods, memberships, and the mails to them. The row
 * stays, because other rows refer to it.
 */
export async function forgetUser(
  db: Database,
  { id, email, passwordHash }: { id: string; email: string; passwordHash: string },
): Promise<void> {
  await db.deleteFrom('user_tokens').where('user_id', '=', id).execute();
  await db.deleteFrom('sign_on_subjects').where('user_id', '=', id).execute();
  await db.deleteFrom('team_members').where('user_id', '=', id).execute();
  await db
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('invited_by', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await db.deleteFrom('former_members').where('user_id', '=', id).execute();
  await db.deleteFrom('invitations').where('email', '=', email).execute();
  await db.deleteFrom('mails').where('recipient', '=', email).execute();
  await db
    .updateTable('users')
    .set({
      email: `deleted-${id}@deleted.invalid`,
      first_name: 'Deleted',
      last_name: 'account',
      password_hash: passwordHash,
      email_verified_at: null,
      deleted_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}
