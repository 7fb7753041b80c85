// Destinations and texts that are held: lists them for staff and for their team, finds when a message was
// held, and releases one.

import { countriesOf, dialCodeOf, mainCodeOf } from '@godwit/contract/numbers/dialCodes';
import type { StaffHold } from '@godwit/contract/staff/teams';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { type PageQuery, pageOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { listHolds, MANY, selectHold, updateReleased } from './holdQueries.ts';

export { countHeld, repeatsAdvert } from './holdQueries.ts';

/** A period of time; `until` is null while it lasts. */
export type Span = { from: Date; until: Date | null };

/** The period in which messages like this one were held, and whether for their text. */
export type Held = Span & { reason: 'DESTINATION_HELD' | 'TEXT_HELD' };

/**
 * The period in which messages like this one were held, or null if they never were. `textKeys`: what is found
 * in its text now. A text that was released before did not hold this message.
 */
export async function holdOf(
  db: Database,
  { teamId, recipient, acceptedAt, textKeys }: Asking,
): Promise<Held | null> {
  const code = dialCodeOf(recipient.slice(1));
  const texts = textKeys.length > 0 ? [...textKeys, MANY] : [];
  const keys = [...texts, ...(code ? [mainCodeOf(code)] : [])];
  for (const destination of keys) {
    const hold = await selectHold(db, { teamId, destination });
    const isText = texts.includes(destination);
    if (!hold || (isText && hold.released_at && hold.released_at < acceptedAt)) continue;
    const reason = isText ? 'TEXT_HELD' : 'DESTINATION_HELD';
    return { from: hold.held_at!, until: hold.released_at, reason };
  }
  return null;
}

type Asking = { teamId: string; recipient: string; acceptedAt: Date; textKeys: readonly string[] };

/** A team's current holds, for its own pages. */
export async function heldOf(db: Database, teamId: string) {
  const rows = await listHolds(db, teamId).execute();
  return { holds: rows.map(toHold).map(({ team: _, ...hold }) => hold) };
}

/** A page of holds of all teams, or of one, oldest first. */
export function findHolds(
  { kysely }: Pick<Services, 'kysely'>,
  query: PageQuery & { team_id?: string | undefined },
) {
  return pageOf(listHolds(kysely, query.team_id), query, toHold);
}

type Asked = { id: string; destination: string; reason: string };

/**
 * Releases a destination or a text of a team for good. Waiting messages are sent within seconds, and later
 * ones are not held. Refusals: 1001 if there is no such team or hold, 1012 for one's own team, 1013 if it is
 * released already.
 */
export async function releaseHold(
  { kysely }: Pick<Services, 'kysely'>,
  staff: Staff,
  { id: teamId, destination, reason }: Asked,
): Promise<Record<string, never> | Refusal> {
  return transaction(kysely, async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    const released = await updateReleased(trx, { teamId, destination, by: staff.email });
    if (!released) {
      return (await selectHold(trx, { teamId, destination }))
        ? refuse('conflict', { description: 'A colleague has released this already.' })
        : refuse('notFound');
    }
    const detail = { destination, reason };
    await recordAudit(trx, staff, {
      action: 'DESTINATION_RELEASED',
      teamId,
      subject: released.reason ? destination : `+${destination}`,
      detail,
    });
    return {};
  });
}

type HoldRow = Awaited<ReturnType<ReturnType<typeof listHolds>['execute']>>[number];

function toHold(row: HoldRow): StaffHold {
  return {
    team: { id: row.team_id, name: row.team_name },
    destination: row.destination,
    countries: row.reason ? [] : [...countriesOf(row.destination)],
    reason: row.destination === MANY ? MANY : (row.reason as StaffHold['reason']),
    held_at: row.held_at!.toISOString(),
    waiting: row.waiting,
  };
}
