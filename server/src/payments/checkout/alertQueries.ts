// SQL of alerts about payments that staff should look at.
import { type Insertable, sql } from 'kysely';
import type { PaymentAlerts } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../services.ts';

/** Adds an alert. If a similar one is still unseen, counts in its row and replaces the detail there. */
export async function insertAlert(db: Database, alert: Omit<Insertable<PaymentAlerts>, 'id'>): Promise<void> {
  await db
    .insertInto('payment_alerts')
    .values({ ...alert, id: newId() })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'kind', 'subject'])
        .where('seen_at', 'is', null)
        .doUpdateSet((eb) => ({
          times: sql<number>`least(payment_alerts.times, 2000000000) + 1`,
          last_at: sql<Date>`now()`,
          detail: eb.ref('excluded.detail'),
        })),
    )
    .execute();
}

/** Alerts, the latest first. */
export function listAlerts(db: Database, seen: boolean) {
  return db
    .selectFrom('payment_alerts as a')
    .leftJoin('teams as t', 't.id', 'a.team_id')
    .selectAll('a')
    .select('t.name as team_name')
    .where('a.seen_at', seen ? 'is not' : 'is', null)
    .orderBy('a.last_at', 'desc')
    .orderBy('a.id', 'desc');
}

/** The number of alerts that nobody has seen. */
export async function countAlerts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alerts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks an alert as seen and returns it; `before` if it was seen already, `unknown` if it does not exist. */
export async function markSeen(db: Database, id: string, email: string) {
  const seen = await db
    .updateTable('payment_alerts')
    .set({ seen_at: sql<Date>`now()`, seen_by: email })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returning(['team_id', 'kind', 'times'])
    .executeTakeFirst();
  if (seen) return seen;
  const known = await db.selectFrom('payment_alerts').select('id').where('id', '=', id).executeTakeFirst();
  return known ? ('before' as const) : ('unknown' as const);
}
