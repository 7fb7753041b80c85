// `godwit grant ROLE`, as the owner of the database: another role runs the service from then on, which
// cannot change ledger and audit log.

import { GrantError, grantService } from '../db/schema/grants.ts';
import { transaction } from '../db/transaction.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Gives it what the service needs. */
export async function grant({ pool, settings }: Runtime, [role]: string[]): Promise<Report> {
  if (settings.databaseUrl === null)
    throw new CommandError(
      'The embedded database has a role for the service already: nothing is to be done.',
    );
  if (!role) throw new CommandError('Give the role: godwit grant godwit_service');
  await transaction(pool, (client) => grantService(client, role)).catch((error) => {
    if (error instanceof GrantError) throw new CommandError(`${error.message}.`);
    if (error.code === '42501')
      throw new CommandError('This user does not own the tables: run it with the DATABASE_URL of who does.');
    throw error;
  });
  return {
    text: `${role} may run the service, and add to ledger and audit log without changing them. Its address is DATABASE_URL; migrations keep this one's.`,
    data: { role },
  };
}
