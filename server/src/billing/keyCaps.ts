// The daily caps of API keys: hard, because the rows of the days stay locked until the caller commits.
import type { ClientBase, Pool } from 'pg';
import type { KeyCap } from '../projects/keyLimits.ts';
import {
  deleteKeyDays,
  type KeyDay,
  type KeyDayRow,
  lockKeyDayRows,
  readKeyDayRows,
  updateKeyDays,
} from './keyCapQueries.ts';

/** The cost of a message with the cap of its key; undefined or null without one. */
type Capped = { teamId: string; day: string; costMicros: bigint; cap?: KeyCap | null };

/** The spending of keys with a cap, and the charges counted since it was read. */
export type KeyDays = {
  /** Whether a charge still fits the cap of its key. One without a cap always fits. */
  fits(charge: Capped): boolean;
  /** Counts a charge. */
  add(charge: Capped): void;
  /** Stores what was counted. */
  store(client: ClientBase): Promise<void>;
};

const NO_CAPS: KeyDays = { fits: () => true, add: () => {}, store: async () => {} };

/**
 * Locks the days that these charges count to until the caller commits. Runs no statement if none has a cap.
 */
export async function lockKeyDays(client: ClientBase, charges: readonly Capped[]): Promise<KeyDays> {
  const days = daysOf(charges);
  return days.length === 0 ? NO_CAPS : openKeyDays(await lockKeyDayRows(client, days));
}

/** Reads the days that these charges would count to. Locks nothing. */
export async function readKeyDays(client: ClientBase | Pool, charges: readonly Capped[]): Promise<KeyDays> {
  const days = daysOf(charges);
  return days.length === 0 ? NO_CAPS : openKeyDays(await readKeyDayRows(client, days));
}

const nameOf = ({ family, day }: KeyDay) => `${family} ${day}`;

/** The days that charges with a cap count to, each once and in the order of their locks. */
function daysOf(charges: readonly Capped[]) {
  const days = new Map<string, KeyDay & { teamId: string }>();
  for (const { cap, day, teamId } of charges) {
    if (!cap) continue;
    const { family } = cap;
    days.set(nameOf({ family, day }), { family, day, teamId });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function openKeyDays(rows: readonly KeyDayRow[]): KeyDays {
  const spent = new Map(rows.map((row) => [nameOf(row), row.spentMicros]));
  const counted = new Map<string, KeyDayRow>();
  const after = ({ day, costMicros }: Capped, { family }: KeyCap) =>
    (spent.get(nameOf({ family, day })) ?? 0n) + costMicros;
  return {
    fits: (charge) => !charge.cap || after(charge, charge.cap) <= charge.cap.dailyMicros,
    add(charge) {
      if (!charge.cap) return;
      const row = { family: charge.cap.family, day: charge.day, spentMicros: after(charge, charge.cap) };
      spent.set(nameOf(row), row.spentMicros);
      counted.set(nameOf(row), row);
    },
    async store(client) {
      if (counted.size > 0) await updateKeyDays(client, [...counted.values()]);
    },
  };
}

const PURGED_AT_ONCE = 1_000;

/** Removes the spending of days that ended more than a week ago, which no cap needs. */
export async function purgeKeyDays(pool: Pool): Promise<void> {
  while ((await deleteKeyDays(pool, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
}
