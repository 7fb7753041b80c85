// Exports everything the service holds about an account's owner, as JSON lines.
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import type { Services } from '../services.ts';
import { KINDS, selectHeld } from './exportQueries.ts';
import { selectUser } from './queries.ts';

/** Writes all data about a person, kind by kind. The audit log records the export before the first line. */
export async function* exportAccount(
  { kysely, reads }: Pick<Services, 'kysely' | 'reads'>,
  { userId, ip }: { userId: string; ip: string },
): AsyncGenerator<string, void> {
  const { email } = await selectUser(kysely, userId);
  await recordAudit(kysely, { ...CUSTOMER, ip }, { action: 'ACCOUNT_EXPORTED', subject: userId });
  for (const kind of KINDS) {
    const { rows, isMore } = await reads.long(({ pool }) => selectHeld(pool, kind, { id: userId, email }));
    const lines = isMore
      ? [...rows, { left_out: 'There are more of these: ask who runs this service.' }]
      : rows;
    yield lines.map((line) => `${JSON.stringify({ kind, ...line })}\n`).join('');
  }
}
