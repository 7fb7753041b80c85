// Applies payments to a balance: adds what was paid and takes back what returned to the payer. The balance
// never goes below zero; the team owes the rest, and its next payments settle that first.
import type { ClientBase } from 'pg';
import { signalAtCommit } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { balanceTopic } from '../live/changes.ts';
import {
  type LedgerEntry,
  lockBalances,
  postEntries,
  resetLowBalanceNotified,
  updateOwed,
} from './queries.ts';

/** Why money went back to a payer. */
export type ReturnKind = 'PAYMENT_REFUND' | 'CHARGE_BACK';

/**
 * A change of a balance in micro-units, more than zero; `id` is the payment's or the return's, and is posted
 * once.
 */
export type PaidAmount = { teamId: string; id: string; amountMicros: bigint };

/** A team's balance and debt in micro-units, locked until the caller's transaction ends. */
export async function lockBalance(client: ClientBase, teamId: string) {
  const [row] = await lockBalances(client, [teamId]);
  return { balanceMicros: row?.balanceMicros ?? 0n, owedMicros: row?.owedMicros ?? 0n };
}

/** Adds what was paid, and takes what is owed out of it; returns what is still owed. */
export async function postTopUp(
  client: ClientBase,
  { teamId, id, amountMicros }: PaidAmount,
): Promise<bigint> {
  const { balanceMicros, owedMicros } = await lockBalance(client, teamId);
  const entries = [entry({ teamId, kind: 'TOP_UP', amountMicros, businessKey: `payment:${id}` })];
  const paidOff = least(owedMicros, balanceMicros + amountMicros);
  if (paidOff > 0n)
    entries.push(
      entry({ teamId, kind: 'CHARGE_BACK', amountMicros: -paidOff, businessKey: `owed:${id}`, reason: OWED }),
    );
  return post(client, { teamId, entries, owedMicros: owedMicros - paidOff, before: owedMicros });
}

/** Takes what the balance has of an amount; returns what is owed then. */
export async function takeBack(
  client: ClientBase,
  { teamId, id, amountMicros, kind }: PaidAmount & { kind: ReturnKind },
): Promise<bigint> {
  const { balanceMicros, owedMicros } = await lockBalance(client, teamId);
  const taken = least(balanceMicros, amountMicros);
  const entries =
    taken > 0n ? [entry({ teamId, kind, amountMicros: -taken, businessKey: `return:${id}` })] : [];
  return post(client, { teamId, entries, owedMicros: owedMicros + amountMicros - taken, before: owedMicros });
}

/** Undoes `takeBack`: the amount pays what is owed first, the rest is added. Returns what is owed then. */
export async function giveBack(
  client: ClientBase,
  { teamId, id, amountMicros, kind }: PaidAmount & { kind: ReturnKind },
): Promise<bigint> {
  const { owedMicros } = await lockBalance(client, teamId);
  const paidOff = least(owedMicros, amountMicros);
  const rest = amountMicros - paidOff;
  const entries =
    rest > 0n ? [entry({ teamId, kind, amountMicros: rest, businessKey: `return undone:${id}` })] : [];
  return post(client, { teamId, entries, owedMicros: owedMicros - paidOff, before: owedMicros });
}

const OWED = 'Owed since a chargeback';

/** The pause of a team that owes: who set it, and the reason. Staff can take it over. */
export const PAUSED_BY_DEBT = 'Godwit: money owed';
export const WHY_DEBT = 'A payment was charged back, and the balance did not cover it.';

async function post(
  client: ClientBase,
  {
    teamId,
    entries,
    owedMicros,
    before,
  }: { teamId: string; entries: LedgerEntry[]; owedMicros: bigint; before: bigint },
): Promise<bigint> {
  if (entries.length > 0) await postEntries(client, entries);
  if (owedMicros !== before) await updateOwed(client, teamId, owedMicros);
  if (entries.some(({ amountMicros }) => amountMicros > 0n)) await resetLowBalanceNotified(client, teamId);
  await signalAtCommit(client, balanceTopic(teamId));
  return owedMicros;
}

function entry(
  given: Pick<LedgerEntry, 'teamId' | 'kind' | 'amountMicros' | 'businessKey'> & { reason?: string },
): LedgerEntry {
  return { id: newId(), projectId: null, day: null, reason: null, ...given };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
