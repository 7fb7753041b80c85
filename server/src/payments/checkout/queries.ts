// All SQL of payments: making and settling them, finding them by order or charge, and reading them for their
// team.
import { NOTHING_PAID } from '@godwit/contract/sentences/billing';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { PAUSED_BY_DEBT, WHY_DEBT } from '../../billing/topUp.ts';
import type { Payments } from '../../db/types.ts';
import type { Database } from '../../services.ts';
import type { ProviderName } from '../providers/provider.ts';

export type PaymentRow = Selectable<Payments>;

/** A payment with what of it went back to the payer, in micro-units. */
export type ShownPayment = PaymentRow & { refunded_micros: bigint; charged_back_micros: bigint };

export async function insertPayment(db: Database, payment: Insertable<Payments>): Promise<void> {
  await db.insertInto('payments').values(payment).execute();
}

/** Lets one transaction at a time begin payments of a team. */
export async function lockPaying(db: Database, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${teamId}`}, 0))`.execute(db);
}

/**
 * How many payments of a payment's kind its team has begun within an hour that nobody has paid yet, without
 * that one: bank transfers, or payments by card that a provider took.
 */
export async function countBegun(
  db: Database,
  { team_id, id, provider }: Pick<PaymentRow, 'team_id' | 'id' | 'provider'>,
): Promise<number> {
  const isBank = provider === 'BANK';
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('team_id', '=', team_id)
    .where('id', '!=', id)
    .where('provider', isBank ? '=' : '!=', 'BANK')
    .$if(!isBank, (query) => query.where('reference', 'is not', null))
    .where('status', '!=', 'SUCCEEDED')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A team's payment, with what went back of it. */
export function selectPayment(db: Database, teamId: string, id: string): Promise<ShownPayment | undefined> {
  return shown(db).where('p.team_id', '=', teamId).where('p.id', '=', id).executeTakeFirst();
}

/** The payment that a form has begun. */
export function selectPaymentOfForm(
  db: Database,
  teamId: string,
  key: string,
): Promise<ShownPayment | undefined> {
  return shown(db).where('p.team_id', '=', teamId).where('p.form_key', '=', key).executeTakeFirst();
}

/** A team's payments, the newest first; those before one where it is named. */
export function selectPayments(
  db: Database,
  teamId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ShownPayment[]> {
  return shown(db)
    .where('p.team_id', '=', teamId)
    .$if(before !== null, (query) => query.where('p.id', '<', before as string))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}

/** Any team's payment by its id alone: for staff. */
export function selectAnyPayment(db: Database, id: string): Promise<ShownPayment | undefined> {
  return shown(db).where('p.id', '=', id).executeTakeFirst();
}

/** The payment of a team that succeeded last. */
export function selectLastPaid(db: Database, teamId: string): Promise<ShownPayment | undefined> {
  return shown(db)
    .where('p.team_id', '=', teamId)
    .where('p.status', '=', 'SUCCEEDED')
    .orderBy('p.settled_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A team's payments that succeeded in a stretch of time, in order. */
export function selectSettled(
  db: Database,
  teamId: string,
  { from, before }: { from: Date; before: Date },
): Promise<ShownPayment[]> {
  return shown(db)
    .where('p.team_id', '=', teamId)
    .where('p.status', '=', 'SUCCEEDED')
    .where('p.settled_at', '>=', from)
    .where('p.settled_at', '<', before)
    .orderBy('p.settled_at')
    .orderBy('p.id')
    .limit(1_000)
    .execute();
}

/** A page of a team's payments, the newest first. */
export function selectPaymentPage(
  db: Database,
  teamId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ShownPayment[]> {
  return shown(db)
    .where('p.team_id', '=', teamId)
    .orderBy('p.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** How many payments a team has begun. */
export async function countPayments(db: Database, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function shown(db: Database) {
  const returned = (kind: 'REFUND' | 'CHARGE_BACK') =>
    sql<bigint>`coalesce((select sum(r.total_micros) from payment_returns r where r.team_id = p.team_id
      and r.payment_id = p.id and r.kind = ${kind} and r.status in ('PENDING', 'DONE') and r.charge is null), 0)::bigint`;
  return db
    .selectFrom('payments as p')
    .selectAll('p')
    .select([returned('REFUND').as('refunded_micros'), returned('CHARGE_BACK').as('charged_back_micros')]);
}

/** A payment by its order, over all teams. */
export function selectByOrder(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Locks a payment by its order or, if that is not known, by the provider's id of the charge. */
export async function lockPayment(
  client: ClientBase,
  { orderId, charge, provider }: { orderId: string | null; charge: string | null; provider: ProviderName },
): Promise<PaymentRow | undefined> {
  const { rows } = await client.query(
    `select * from payments where order_id = $1 or ($1::text is null and provider = $2 and charge_reference = $3)
     order by team_id, id for update`,
    [orderId, provider, charge],
  );
  return rows[0];
}

/** Locks a team's payment by its id. */
export async function lockPaymentById(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
): Promise<PaymentRow> {
  const { rows } = await client.query('select * from payments where team_id = $1 and id = $2 for update', [
    team_id,
    id,
  ]);
  return rows[0];
}

/** Moves a locked payment out of PENDING, or from FAILED to SUCCEEDED. */
export async function settlePayment(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  to: {
    status: 'SUCCEEDED' | 'FAILED';
    failure: string | null;
    charge: string | null;
    cardLast4: string | null;
  },
): Promise<void> {
  await client.query(
    `update payments set status = $3, failure = $4, settled_at = now(), charge_reference = coalesce($5, charge_reference),
      card_last_4 = coalesce($6, card_last_4) where team_id = $1 and id = $2`,
    [team_id, id, to.status, to.failure, to.charge, to.cardLast4],
  );
}

/** Notes the provider's name for the charge of a locked payment, if it is not known yet. */
export async function noteCharge(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  charge: string,
): Promise<void> {
  await client.query(
    'update payments set charge_reference = $3 where team_id = $1 and id = $2 and charge_reference is null',
    [team_id, id, charge],
  );
}

/** Adds a further charge of a locked payment, of the same amount; false if it is known. */
export async function insertCharge(
  client: ClientBase,
  { team_id, id, total_micros }: Pick<PaymentRow, 'team_id' | 'id' | 'total_micros'>,
  charge: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into payment_charges (team_id, payment_id, charge, total_micros) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [team_id, id, charge, total_micros],
  );
  return rowCount === 1;
}

/** The amount of a further charge of a payment, in micro-units; undefined if it has no such charge. */
export async function selectCharged(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  charge: string,
): Promise<bigint | undefined> {
  const { rows } = await client.query(
    'select total_micros from payment_charges where team_id = $1 and payment_id = $2 and charge = $3',
    [team_id, id, charge],
  );
  return rows[0]?.total_micros;
}

/** Further charges of some payments, the oldest first. */
export function selectCharges(db: Database, paymentIds: readonly string[]) {
  return db
    .selectFrom('payment_charges')
    .select(['payment_id', 'charge', 'total_micros'])
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('charge')
    .execute();
}

/** Sets what a payment that staff decide is worth. */
export async function updateAmounts(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  amounts: { amountMicros: bigint; taxMicros: bigint; totalMicros: bigint },
): Promise<void> {
  await client.query(
    'update payments set amount_micros = $3, tax_micros = $4, total_micros = $5 where team_id = $1 and id = $2',
    [team_id, id, amounts.amountMicros, amounts.taxMicros, amounts.totalMicros],
  );
}

/** Notes how the provider calls a checkout and its charge, as far as it is known. */
export async function noteReferences(
  db: Database,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  { reference, cardLast4 }: { reference?: string | null; cardLast4?: string | null },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      ...(reference != null && { reference }),
      ...(cardLast4 != null && { card_last_4: sql<string>`coalesce(card_last_4, ${cardLast4})` }),
    })
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Claims a payment to ask its provider about: PENDING and not asked about within so many seconds. Undefined
 * where it is not to be asked about.
 */
export function claimLookUp(
  db: Database,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  seconds: number,
): Promise<PaymentRow | undefined> {
  return db
    .updateTable('payments')
    .set({ looked_at: sql<Date>`now()` })
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where(sql<boolean>`coalesce(looked_at < now() - ${seconds} * interval '1 second', true)`)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Card payments that have been PENDING for so many seconds and were not asked about within them, the oldest
 * first.
 */
export function selectToLookUp(db: Database, seconds: number, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'PENDING')
    .where('provider', '!=', 'BANK')
    .where(sql<boolean>`coalesce(looked_at, created_at) < now() - ${seconds} * interval '1 second'`)
    .orderBy(sql`coalesce(looked_at, created_at)`)
    .limit(limit)
    .execute();
}

/**
 * Claims payments at Stripe of the last day whose card is not known: its notices do not say it. Each is
 * claimed once.
 */
export async function claimWithoutCard(db: Database, limit: number): Promise<PaymentRow[]> {
  const wanted = db
    .selectFrom('payments')
    .select(['team_id', 'id'])
    .where('provider', '=', 'STRIPE')
    .where('status', '=', 'SUCCEEDED')
    .where('card_last_4', 'is', null)
    .where('settled_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`coalesce(looked_at <= settled_at, true)`)
    .orderBy('settled_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('payments as p')
    .from(wanted.as('w'))
    .set({ looked_at: sql<Date>`clock_timestamp()` })
    .whereRef('p.team_id', '=', 'w.team_id')
    .whereRef('p.id', '=', 'w.id')
    .returningAll('p')
    .execute();
}

/** Fails card payments of so many hours ago that no provider knows of, or of one that cannot be asked. */
export async function expirePayments(db: Database, hours: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'FAILED', settled_at: sql<Date>`now()`, failure: NOTHING_PAID })
    .where('status', '=', 'PENDING')
    .where((eb) => eb.or([eb('provider', 'in', ['PAYHERE', 'PRACTICE']), eb('reference', 'is', null)]))
    .where('provider', '!=', 'BANK')
    .where('created_at', '<', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .execute();
}

/** The name of a payer, for a checkout. */
export function selectPayer(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** A team with the region whose currency and tax its payments have. */
export function selectPayingTeam(db: Database, teamId: string) {
  return db
    .selectFrom('teams as t')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .select(['t.name', 't.created_at as createdAt', 'r.id as regionId', 'r.name as country', 'r.timezone'])
    .select(['r.currency', 'r.currency_symbol as symbol'])
    .where('t.id', '=', teamId)
    .executeTakeFirstOrThrow();
}

/** Stops a team's sending because it owes; it goes on when that is paid. A pause of staff stays theirs. */
export async function pauseOwing(client: ClientBase, teamId: string, owing: boolean): Promise<boolean> {
  const { rowCount } = await client.query(
    owing
      ? `update teams set paused_at = now(), paused_by = '${PAUSED_BY_DEBT}', paused_reason = '${WHY_DEBT}'
         where id = $1 and paused_at is null`
      : `update teams set paused_at = null, paused_by = null, paused_reason = null where id = $1 and paused_by = '${PAUSED_BY_DEBT}'`,
    [teamId],
  );
  return rowCount === 1;
}
