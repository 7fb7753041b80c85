// Records what a person allowed, and reads the records of a number.

import type { ConsentOrigin } from '@godwit/contract/consentRules';
import type { Consent, ConsentFields, ConsentHistory } from '@godwit/contract/consents';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../db/transaction.ts';
import {
  type ConsentRow,
  insertConsent,
  insertImported,
  type Place,
  selectConsent,
  selectConsented,
  selectConsents,
  settleOptOuts,
} from './queries.ts';

/** Numbers whose opt-outs one statement settles: each may be an event of 50 projects. */
const PIECE = 500;

/**
 * Stores the consents of a file whose rows are in the table `import_rows` of the transaction. Returns how
 * many are new.
 */
export async function importConsents(client: ClientBase, teamId: string): Promise<number> {
  const place = { teamId, mode: 'LIVE', source: 'IMPORT' } as const;
  const added = await insertImported(client, place);
  for (let first = 0; first < added.length; first += PIECE)
    await settleOptOuts(client, place, added.slice(first, first + PIECE));
  return added.length;
}

/**
 * Records a statement of a person (E.164). Returns the record; if one of the same number, time and kind
 * exists, that one, unchanged.
 */
export async function recordConsent(
  pool: Pool,
  { number, ...place }: Place & { number: string; origin: ConsentOrigin },
  given: ConsentFields,
): Promise<Consent> {
  const row = rowOf(number, given);
  await transaction(pool, async (client) => {
    if (await insertConsent(client, place, row))
      await settleOptOuts(client, { ...place, source: place.origin }, [number]);
  });
  return selectConsent(pool, { ...place, ...row });
}

/** A record as it is stored. */
function rowOf(number: string, { at, expires_at, ...given }: ConsentFields): ConsentRow {
  return {
    ...given,
    number,
    happenedAt: new Date(at),
    expiresAt: expires_at ? new Date(expires_at) : null,
  };
}

/** The records of a number, the newest statement first, and whether they allow advertising. */
export async function readHistory(pool: Pool, asked: Place & { number: string }): Promise<ConsentHistory> {
  const consented = await selectConsented(pool, [{ ...asked, recipient: asked.number }]);
  return {
    number: asked.number,
    allowed: consented.length > 0,
    consents: await selectConsents(pool, asked),
  };
}
