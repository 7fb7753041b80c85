// Alerts for staff: provider notices that credited nothing and need review. Similar ones share a row with a
// count.
import type { PaymentAlert } from '@godwit/contract/staff/payments';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { pageOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import type { AlertKind, ProviderName } from '../providers/provider.ts';
import { countAlerts, insertAlert, listAlerts, markSeen } from './alertQueries.ts';

/** The number of alerts that nobody has seen. */
export { countAlerts };

export type Alert = {
  provider: ProviderName;
  kind: AlertKind;
  /** The subject of a notice, if its signature is valid. */
  payment?: { team_id: string; id: string } | undefined;
  /** The order id in a validly signed notice that matches none of our payments. */
  order?: string | null | undefined;
  detail?: Record<string, string> | undefined;
};

/**
 * Stores an alert. Until staff see it, further ones of its kind about the same payment or order share its
 * row.
 */
export async function raiseAlert(
  db: Database,
  { provider, kind, payment, order, detail }: Alert,
): Promise<void> {
  // Forged notices are not distinguished by their content: each would create a row.
  const subject = payment?.id ?? order ?? '';
  const cut = Object.entries(detail ?? {}).map(([name, value]) => [name, plain(value)]);
  await insertAlert(db, {
    provider,
    kind,
    subject,
    team_id: payment?.team_id ?? null,
    payment_id: payment?.id ?? null,
    detail: JSON.stringify(Object.fromEntries(cut)),
  });
}

/** Cleans a text so that the database accepts it: a forged notice may contain anything. */
function plain(value: string): string {
  return value
    .slice(0, 200)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed();
}

/** A page of the alerts that were seen, or of those that were not; the latest first. */
export function findAlerts(
  { kysely }: Pick<Services, 'kysely'>,
  query: { seen: boolean; page_num: number; page_size: number },
) {
  return pageOf(listAlerts(kysely, query.seen), query, toAlert);
}

/** Marks an alert as seen. 1001 if there is no such alert, 1013 if a colleague has seen it. */
export async function seeAlert(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  id: string,
): Promise<Record<string, never> | Refusal> {
  return transaction(kysely, async (trx) => {
    const seen = await markSeen(trx, id, staff.email);
    if (seen === 'unknown') return refuse('notFound');
    if (seen === 'before') return refuse('conflict', { description: 'A colleague has seen this already.' });
    await recordAudit(trx, staff, {
      action: 'PAYMENT_ALERT_SEEN',
      subject: id,
      ...(seen.team_id && { teamId: seen.team_id }),
      detail: { kind: seen.kind, times: seen.times },
    });
    return {};
  });
}

type AlertRow = Awaited<ReturnType<ReturnType<typeof listAlerts>['execute']>>[number];

function toAlert(row: AlertRow): PaymentAlert {
  return {
    id: row.id,
    provider: row.provider,
    kind: row.kind,
    times: row.times,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    team: row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? '' },
    payment_id: row.payment_id,
    detail: row.detail as Record<string, string>,
    seen_at: row.seen_at?.toISOString() ?? null,
    seen_by: row.seen_by,
  };
}
