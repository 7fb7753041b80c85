// SQL of bank transfers: their slips, and what staff decide about them.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { BankSlips, PaymentStatus } from '../../db/types.ts';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

type Key = { teamId: string; id: string };

/** Adds the slip of a payment; false where another payment has it. */
export async function insertSlip(
  db: Database,
  { teamId, id, claimedMicros, hash }: Key & { claimedMicros: bigint; hash: Buffer },
): Promise<boolean> {
  const row = { team_id: teamId, payment_id: id, claimed_micros: claimedMicros, slip_hash: hash };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bank_slips')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Locks the slip of a locked payment. */
export async function lockSlip(client: ClientBase, { teamId, id }: Key): Promise<Selectable<BankSlips>> {
  const { rows } = await client.query(
    'select * from bank_slips where team_id = $1 and payment_id = $2 for update',
    [teamId, id],
  );
  return rows[0];
}

/**
 * Whether another payment than this one has what the bank calls a transfer; of two that ask at once the
 * second waits for the first.
 */
export async function isReferenceTaken(client: ClientBase, { id }: Key, reference: string): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `bank reference ${reference}`,
  ]);
  const { rowCount } = await client.query(
    'select from bank_slips where bank_reference = $1 and open and payment_id <> $2',
    [reference, id],
  );
  return rowCount !== 0;
}

/** Notes what a first member of staff has read on a slip. */
export async function askSlip(
  client: ClientBase,
  { teamId, id }: Key,
  { micros, reference, staffId }: { micros: bigint; reference: string; staffId: string },
): Promise<void> {
  await client.query(
    `update bank_slips set asked_micros = $3, bank_reference = $4, asked_by = $5, asked_at = now()
     where team_id = $1 and payment_id = $2`,
    [teamId, id, micros, reference, staffId],
  );
}

/** Notes who decided; a slip that was rejected can be sent again. */
export async function closeSlip(
  client: ClientBase,
  { teamId, id }: Key,
  { reference, staffId, open }: { reference: string | null; staffId: string; open: boolean },
): Promise<void> {
  await client.query(
    `update bank_slips set bank_reference = coalesce($3, bank_reference), decided_by = $4, decided_at = now(), open = $5,
       asked_by = nullif(asked_by, $4) where team_id = $1 and payment_id = $2`,
    [teamId, id, reference, staffId, open],
  );
}

/**
 * Transfers of a status: pending ones as they came, others by the latest decision. A search covers a first
 * reader's entries only after the decision.
 */
export function listSlips(
  db: Database,
  { status, like, id }: Search & { status: PaymentStatus },
  email: string,
) {
  const order = status === 'PENDING' ? sql`p.created_at, p.id` : sql`p.settled_at desc, p.id desc`;
  return slips(db, email)
    .where('p.status', '=', status)
    .where(
      sql<boolean>`(${like}::text is null or concat_ws(' ', t.name, u.email, u.first_name, u.last_name,
          case when p.status <> 'PENDING' then s.bank_reference end) ilike ${like}
        or ${id}::uuid in (p.id, p.team_id))`,
    )
    .orderBy(order);
}

/** One transfer. */
export function selectSlip(db: Database, id: string, email: string) {
  return slips(db, email).where('p.id', '=', id).executeTakeFirst();
}

/** How many transfers wait to be decided. */
export async function countSlips(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('provider', '=', 'BANK')
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return Number(count);
}

function slips(db: Database, email: string) {
  const isOwnTeam = sql<boolean>`exists (select from team_members m join users o on o.id = m.user_id
    where m.team_id = p.team_id and o.email = ${email})`;
  return db
    .selectFrom('payments as p')
    .innerJoin('bank_slips as s', (join) =>
      join.onRef('s.team_id', '=', 'p.team_id').onRef('s.payment_id', '=', 'p.id'),
    )
    .innerJoin('teams as t', 't.id', 'p.team_id')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .leftJoin('staff as asker', 'asker.id', 's.asked_by')
    .leftJoin('staff as decider', 'decider.id', 's.decided_by')
    .select([
      'p.id',
      'p.team_id',
      'p.status',
      'p.currency',
      'p.amount_micros',
      'p.tax_micros',
      'p.total_micros',
    ])
    .select([
      'p.tax_basis_points',
      'p.tax_included',
      'p.created_at',
      'p.settled_at',
      'p.failure',
      't.name as team_name',
    ])
    .select([
      's.claimed_micros',
      's.bank_reference',
      's.asked_micros',
      's.asked_by as asked_by_id',
      's.asked_at',
    ])
    .select([
      'u.first_name',
      'u.last_name',
      'u.email',
      'asker.email as asked_by',
      'decider.email as decided_by',
    ])
    .select(isOwnTeam.as('own_team'));
}
