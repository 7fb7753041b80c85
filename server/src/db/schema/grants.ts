// Grants for a service role that does not own the tables: everything except changes to the ledger, the audit
// log, the events of registrations and the migration history. Triggers refuse these to everyone, and a role
// without ownership cannot drop the triggers.
import type pg from 'pg';

/** The role of the service in the embedded database. */
export const SERVICE_ROLE = 'godwit_service';

const ROLE_NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const ONLY_ADDED_TO = 'ledger_entries, audit_log, sender_registration_events';

/** The role is missing, or has more rights than this could restrict. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
}

/**
 * Grants a role the rights that the service needs, on existing tables and on those that this user creates
 * later. May be repeated.
 * @throws GrantError if the role does not exist, or could change the ledger anyway
 */
export async function grantService(client: pg.ClientBase, role: string): Promise<void> {
  if (!ROLE_NAME.test(role))
    throw new GrantError(`${role} is no name for a role: use a to z, 0 to 9 and _, such as godwit_service`);
  const { rows } = await client.query<{ above: boolean }>(
    `select r.rolsuper or pg_has_role(r.oid, c.relowner, 'member') as above
      from pg_roles r, pg_class c where r.rolname = $1 and c.oid = 'ledger_entries'::regclass`,
    [role],
  );
  if (rows.length === 0)
    throw new GrantError(`There is no role ${role}: make it first (createuser --pwprompt ${role})`);
  if (rows[0]!.above)
    throw new GrantError(
      `${role} owns the tables, or may act for who does, so that nothing can be kept from it: name another role`,
    );
  // Statements sent in one message are one transaction.
  await client.query(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select, update on all sequences in schema public to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select, update on sequences to ${role};
    revoke update, delete on ${ONLY_ADDED_TO} from ${role};
    revoke insert, update, delete on migrations from ${role}`);
}

/**
 * Repeats the grants for roles that have them, and for `role`. Migrations may have created tables to which
 * rows may only be added.
 */
export async function grantAgain(
  client: pg.ClientBase,
  role: string | undefined,
  isNew: boolean,
): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct grantee::regrole::text as role from pg_class c, aclexplode(c.relacl)
      where c.oid = to_regclass('ledger_entries') and privilege_type = 'INSERT' and grantee not in (0, c.relowner)`,
  );
  const roles = new Set(rows.map((row) => row.role));
  const lacks = role !== undefined && !roles.has(role);
  if (lacks) roles.add(role);
  if (isNew || lacks) for (const each of roles) await grantService(client, each);
}

/** Whether only the trigger keeps this user from changing the ledger. */
export async function mayChangeLedger(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_table_privilege('ledger_entries', 'update') as may`,
  );
  return rows[0]!.may;
}
