// SQL of bank transfers: their slips, and the decisions of staff about them.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { unprepared } from '../../db/sql.ts';
import type { BankSlips, PaymentStatus } from '../../db/types.ts';
import type { Search } from '../../http/paging.ts';
import type { Database } from '../../services.ts';

type Key = { teamId: string; id: string };

/** Adds the slip of a payment; false if another payment has the same slip. */
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

const LOCK_SLIP = unprepared<Selectable<BankSlips>>('lock-slip')`
  select * from bank_slips where team_id = ${'teamId'} and payment_id = ${'id'} for update`;

/** Locks the slip of a locked payment. */
export async function lockSlip(client: ClientBase, { teamId, id }: Key): Promise<Selectable<BankSlips>> {
  const { rows } = await LOCK_SLIP.run(client, { teamId, id });
  return rows[0]!;
}

const LOCK_REFERENCE = unprepared('lock-bank-reference')`
  select pg_advisory_xact_lock(hashtextextended(${'name'}, 0))`;

const SELECT_OTHER_SLIP = unprepared('select-other-slip')`
  select from bank_slips where bank_reference = ${'reference'} and open and payment_id <> ${'id'}`;

/** Whether another payment has this bank reference. Locks the reference until the transaction ends. */
export async function isReferenceTaken(client: ClientBase, { id }: Key, reference: string): Promise<boolean> {
  await LOCK_REFERENCE.run(client, { name: `bank reference ${reference}` });
  const { rowCount } = await SELECT_OTHER_SLIP.run(client, { reference, id });
  return rowCount !== 0;
}

const STORE_FIRST_READING = unprepared('store-first-reading')`
  update bank_slips set asked_micros = ${'micros'}, bank_reference = ${'reference'}, asked_by = ${'staffId'}, asked_at = now()
    where team_id = ${'teamId'} and payment_id = ${'id'}`;

/** Stores the amount and reference that the first member of staff has read on a slip. */
export async function storeFirstReading(
  client: ClientBase,
  { teamId, id }: Key,
  { micros, reference, staffId }: { micros: bigint; reference: string; staffId: string },
): Promise<void> {
  await STORE_FIRST_READING.run(client, { teamId, id, micros, reference, staffId });
}

// If one person read and decided, nobody else has confirmed the slip: asked_by is cleared.
const CLOSE_SLIP = unprepared('close-slip')`
  update bank_slips set bank_reference = coalesce(${'reference'}, bank_reference), decided_by = ${'staffId'}, decided_at = now(),
      open = ${'open'}, asked_by = nullif(asked_by, ${'staffId'}) where team_id = ${'teamId'} and payment_id = ${'id'}`;

/** Stores the decision about a slip. Pass `open: false` for a rejected one, so that it can be sent again. */
export async function closeSlip(
  client: ClientBase,
  { teamId, id }: Key,
  { reference, staffId, open }: { reference: string | null; staffId: string; open: boolean },
): Promise<void> {
  await CLOSE_SLIP.run(client, { teamId, id, reference, staffId, open });
}

/**
 * Transfers of a status: pending ones the oldest first, others the last decided first. A search finds the
 * bank reference only after the decision, so the second reader cannot look up what the first one read.
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
