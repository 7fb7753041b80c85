// Lists, creates and revokes a project's SMPP accounts.
import {
  type createSmppAccountRequest,
  type NewSmppAccount,
  SMPP_LIMITS,
  type SmppAccount,
  type SmppAccounts,
} from '@godwit/contract/smppAccounts';
import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import { mailManagers } from '../../projects/notify.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  type AccountScope,
  deleteAccount,
  insertAccount,
  lockAccounts,
  selectAccounts,
  selectBinds,
} from '../queries.ts';
import { hashPassword, newPassword, newSystemId } from './credentials.ts';

type Form = z.output<typeof createSmppAccountRequest>;

const FULL = refuse('conflict', {
  description: `A project has at most ${SMPP_LIMITS.accounts} SMPP accounts. Revoke one first.`,
});

/** The address to bind to, and a project's accounts with their current binds. */
export async function listAccounts(
  { kysely, settings }: Pick<Services, 'kysely' | 'settings'>,
  scope: AccountScope,
): Promise<SmppAccounts> {
  const rows = await selectAccounts(kysely, scope);
  const binds = Map.groupBy(
    await selectBinds(
      kysely,
      rows.map(({ system_id }) => system_id),
    ),
    ({ system_id }) => system_id,
  );
  const accounts = rows.map(
    (row): SmppAccount => ({
      ...row,
      created_at: instant(row.created_at),
      last_bound_at: row.last_bound_at && instant(row.last_bound_at),
      binds: (binds.get(row.system_id) ?? []).map(({ mode, address, bound_at }) => ({
        mode,
        address,
        bound_at: instant(bound_at),
      })),
    }),
  );
  const { smppPort: port, smppTlsCert, publicUrl } = settings;
  return { host: publicUrl.hostname, port, tls: smppTlsCert !== null, accounts };
}

/**
 * Creates an account and emails the project's owners and admins. Refusals: conflict if the project has the
 * maximum number.
 */
export function createAccount(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  scope: AccountScope,
  { mode, ...form }: Form,
): Promise<NewSmppAccount | Refusal> {
  const system_id = newSystemId();
  const password = newPassword();
  return transaction(kysely, async (trx) => {
    if ((await lockAccounts(trx, scope)) >= SMPP_LIMITS.accounts) return FULL;
    const created_at = await insertAccount(trx, {
      system_id,
      team_id: scope.teamId,
      project_id: scope.projectId,
      mode,
      ...form,
      password_hash: hashPassword(secrets, system_id, password),
    });
    await mailManagers(trx, scope, (mails, { name }) =>
      mails.smppAccountMade({ project: name, account: form.name, mode }),
    );
    const account = { system_id, mode, ...form, created_at: instant(created_at) };
    return { ...account, last_bound_at: null, binds: [], password };
  });
}

/** Revokes an account and cuts off its binds in all processes. Refusals: notFound. */
export function revokeAccount(
  { kysely }: Pick<Services, 'kysely'>,
  scope: AccountScope,
  systemId: string,
): Promise<Record<string, never> | Refusal> {
  return transaction(kysely, async (trx) => {
    const account = await deleteAccount(trx, scope, systemId);
    if (!account) return refuse('notFound');
    await mailManagers(trx, scope, (mails, { name }) =>
      mails.smppAccountRevoked({ project: name, account: account.name, mode: account.mode }),
    );
    return {};
  });
}

const instant = (at: Date): string => at.toISOString();
