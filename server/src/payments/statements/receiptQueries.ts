// SQL of receipts: their numbers, and who they are made out to.

import type { Language } from '@godwit/contract/languages';
import type { BillingDetails } from '@godwit/contract/payments/billing';
import type { ClientBase } from 'pg';
import type { Database } from '../../services.ts';

/**
 * The number of a payment's receipt, which is the next one if it has none yet. Until the transaction ends no
 * other receipt is issued, so that a number is never left out.
 */
export async function issueReceipt(
  client: ClientBase,
  { id, team_id: teamId }: { id: string; team_id: string },
): Promise<bigint> {
  await client.query("select pg_advisory_xact_lock(hashtext('godwit receipt numbers'))");
  await client.query(
    `insert into receipts (number, payment_id, team_id) select coalesce(max(number), 0) + 1, $1, $2 from receipts
     on conflict (payment_id) do nothing`,
    [id, teamId],
  );
  const { rows } = await client.query<{ number: bigint }>(
    'select number from receipts where payment_id = $1',
    [id],
  );
  return rows[0]!.number;
}

/** The buyer on a team's receipts; null if only its name is known. */
export async function selectDetails(db: Database, teamId: string): Promise<BillingDetails | null> {
  const row = await db
    .selectFrom('billing_details')
    .select(['name', 'address', 'tax_number'])
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row ?? null;
}

export async function putDetails(db: Database, teamId: string, details: BillingDetails): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ team_id: teamId, ...details })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(details))
    .execute();
}

/** The language that a person reads. */
export async function selectLanguage(db: Database, userId: string): Promise<Language> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.language;
}
