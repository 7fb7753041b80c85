// SQL of payments: creates and settles them, finds them by order or charge, and reads them for their team.
import { NOTHING_PAID } from '@godwit/contract/sentences/billing';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { PAUSED_BY_DEBT, WHY_DEBT } from '../../billing/topUp.ts';
import { unprepared } from '../../db/sql.ts';
import type { Payments } from '../../db/types.ts';
import type { Database } from '../../services.ts';
import type { ProviderName } from '../providers/provider.ts';

export type PaymentRow = Selectable<Payments>;

/** A payment, with the amounts that were refunded and charged back, in micro-units. */
export type ShownPayment = PaymentRow & { refunded_micros: bigint; charged_back_micros: bigint };

export async function insertPayment(db: Database, payment: Insertable<Payments>): Promise<void> {
  await db.insertInto('payments').values(payment).execute();
}

/** Locks the start of payments of a team until the transaction ends. */
export async function lockPaying(db: Database, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${teamId}`}, 0))`.execute(db);
}

/**
 * How many unpaid payments a team has begun in the last hour, besides this one: bank transfers if this is
 * one, otherwise card payments that a provider has opened.
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

/** A team's payment. */
export function selectPayment(db: Database, teamId: string, id: string): Promise<ShownPayment | undefined> {
  return shown(db).where('p.team_id', '=', teamId).where('p.id', '=', id).executeTakeFirst();
}

/** The payment that was begun with a form. */
export function selectPaymentOfForm(
  db: Database,
  teamId: string,
  key: string,
): Promise<ShownPayment | undefined> {
  return shown(db).where('p.team_id', '=', teamId).where('p.form_key', '=', key).executeTakeFirst();
}

/** A team's payments, the newest first; only those older than the payment `before`, if it is given. */
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

/** A team's last payment that succeeded. */
export function selectLastPaid(db: Database, teamId: string): Promise<ShownPayment | undefined> {
  return shown(db)
    .where('p.team_id', '=', teamId)
    .where('p.status', '=', 'SUCCEEDED')
    .orderBy('p.settled_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A team's payments that succeeded in a span of time, the oldest first. */
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
export function findByOrder(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

const LOCK_PAYMENT = unprepared<PaymentRow>('lock-payment')`
  select * from payments
    where order_id = ${'orderId'} or (${'orderId'}::text is null and provider = ${'provider'} and charge_reference = ${'charge'})
    order by team_id, id for update`;

/** Locks a payment by its order or, if that is not known, by the provider's id of the charge. */
export async function lockPayment(
  client: ClientBase,
  { orderId, charge, provider }: { orderId: string | null; charge: string | null; provider: ProviderName },
): Promise<PaymentRow | undefined> {
  const { rows } = await LOCK_PAYMENT.run(client, { orderId, provider, charge });
  return rows[0];
}

const LOCK_PAYMENT_BY_ID = unprepared<PaymentRow>('lock-payment-by-id')`
  select * from payments where team_id = ${'team_id'} and id = ${'id'} for update`;

/** Locks a team's payment by its id. */
export async function lockPaymentById(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
): Promise<PaymentRow> {
  const { rows } = await LOCK_PAYMENT_BY_ID.run(client, { team_id, id });
  return rows[0]!;
}

const SETTLE_PAYMENT = unprepared('settle-payment')`
  update payments set status = ${'status'}, failure = ${'failure'}, settled_at = now(),
      charge_reference = coalesce(${'charge'}, charge_reference), card_last_4 = coalesce(${'cardLast4'}, card_last_4)
    where team_id = ${'team_id'} and id = ${'id'}`;

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
  await SETTLE_PAYMENT.run(client, { ...to, team_id, id });
}

const NAME_CHARGE = unprepared('name-charge')`
  update payments set charge_reference = ${'charge'}
    where team_id = ${'team_id'} and id = ${'id'} and charge_reference is null`;

/** Stores the provider's name for the charge of a locked payment, if it is not known yet. */
export async function nameCharge(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  charge: string,
): Promise<void> {
  await NAME_CHARGE.run(client, { team_id, id, charge });
}

const INSERT_CHARGE = unprepared('insert-charge')`
  insert into payment_charges (team_id, payment_id, charge, total_micros)
    values (${'team_id'}, ${'id'}, ${'charge'}, ${'total_micros'}) on conflict do nothing`;

/** Adds a further charge of a locked payment, of the same amount; false if it is already stored. */
export async function insertCharge(
  client: ClientBase,
  { team_id, id, total_micros }: Pick<PaymentRow, 'team_id' | 'id' | 'total_micros'>,
  charge: string,
): Promise<boolean> {
  const { rowCount } = await INSERT_CHARGE.run(client, { team_id, id, charge, total_micros });
  return rowCount === 1;
}

const SELECT_CHARGE = unprepared<{ total_micros: bigint }>('select-charge')`
  select total_micros from payment_charges
    where team_id = ${'team_id'} and payment_id = ${'id'} and charge = ${'charge'}`;

/** The amount of a further charge of a payment, in micro-units; undefined if it has no such charge. */
export async function selectChargedMicros(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  charge: string,
): Promise<bigint | undefined> {
  const { rows } = await SELECT_CHARGE.run(client, { team_id, id, charge });
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

const UPDATE_AMOUNTS = unprepared('update-payment-amounts')`
  update payments set amount_micros = ${'amountMicros'}, tax_micros = ${'taxMicros'}, total_micros = ${'totalMicros'}
    where team_id = ${'team_id'} and id = ${'id'}`;

/** Sets the amounts of a locked payment. */
export async function updateAmounts(
  client: ClientBase,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  amounts: { amountMicros: bigint; taxMicros: bigint; totalMicros: bigint },
): Promise<void> {
  await UPDATE_AMOUNTS.run(client, { ...amounts, team_id, id });
}

/** Stores the provider's name for a checkout and the card's last digits, as far as they are given. */
export async function storeReferences(
  db: Database,
  { team_id, id }: Pick<PaymentRow, 'team_id' | 'id'>,
  { reference, cardLast4 }: { reference?: string | null; cardLast4?: string | null },
): Promise<void> {
  if (reference == null && cardLast4 == null) return;
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
 * Claims a PENDING payment for a look-up at its provider. Returns undefined if it is not PENDING, or was
 * looked up in the last `seconds`.
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

/** PENDING card payments that were last looked up, or else begun, more than `seconds` ago, oldest first. */
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
 * Claims Stripe payments of the last day whose card is not known, each once: Stripe's notices do not include
 * the card.
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

/** Fails card payments begun `hours` ago that no provider has opened, or whose provider has no query API. */
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

/** A team with its region, which sets the currency and tax of its payments. */
export function selectPayingTeam(db: Database, teamId: string) {
  return db
    .selectFrom('teams as t')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .select(['t.name', 't.created_at as createdAt', 'r.id as regionId', 'r.name as country', 'r.timezone'])
    .select(['r.currency', 'r.currency_symbol as symbol'])
    .where('t.id', '=', teamId)
    .executeTakeFirstOrThrow();
}

const PAUSE_FOR_DEBT = unprepared('pause-for-debt')`
  update teams set paused_at = now(), paused_by = ${'pausedBy'}, paused_reason = ${'reason'}
    where id = ${'teamId'} and paused_at is null`;

/** Pauses a team's sending because it owes money; false if it is paused already. */
export async function pauseForDebt(client: ClientBase, teamId: string): Promise<boolean> {
  const pause = { pausedBy: PAUSED_BY_DEBT, reason: WHY_DEBT };
  const { rowCount } = await PAUSE_FOR_DEBT.run(client, { teamId, ...pause });
  return rowCount === 1;
}

const RESUME_AFTER_DEBT = unprepared('resume-after-debt')`
  update teams set paused_at = null, paused_by = null, paused_reason = null
    where id = ${'teamId'} and paused_by = ${'pausedBy'}`;

/** Ends a pause for debt; false if there is none. A pause by staff stays. */
export async function resumeAfterDebt(client: ClientBase, teamId: string): Promise<boolean> {
  const { rowCount } = await RESUME_AFTER_DEBT.run(client, { teamId, pausedBy: PAUSED_BY_DEBT });
  return rowCount === 1;
}
