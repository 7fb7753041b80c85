// SQL of receipts: their numbers, and the buyers named on them.

import type { Language } from '@godwit/contract/languages';
import type { BillingDetails } from '@godwit/contract/payments/billing';
import type { ClientBase } from 'pg';
import { unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

const LOCK_NUMBERS = unprepared('lock-receipt-numbers')`
  select pg_advisory_xact_lock(hashtext('godwit receipt numbers'))`;

const INSERT_RECEIPT = unprepared('insert-receipt')`
  insert into receipts (number, payment_id, team_id) select coalesce(max(number), 0) + 1, ${'id'}, ${'teamId'} from receipts
    on conflict (payment_id) do nothing`;

const SELECT_NUMBER = unprepared<{ number: bigint }>('select-receipt-number')`
  select number from receipts where payment_id = ${'id'}`;

/**
 * Issues a payment's receipt if it has none, and returns its number. No other receipt is issued until the
 * transaction ends, so numbers have no gaps.
 */
export async function issueReceipt(
  client: ClientBase,
  { id, team_id: teamId }: { id: string; team_id: string },
): Promise<bigint> {
  await LOCK_NUMBERS.run(client);
  await INSERT_RECEIPT.run(client, { id, teamId });
  const { rows } = await SELECT_NUMBER.run(client, { id });
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
