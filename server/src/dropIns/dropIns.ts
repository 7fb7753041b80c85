// Which drop-in APIs a project accepts: none until its owners or admins enable one.
import { DROP_INS, type DropIn, type DropInKind } from '@godwit/contract/dropIns';
import { freshCache } from '../db/freshCache.ts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import type { Services } from '../services.ts';
import { deleteDropIn, insertDropIn, selectDropIns } from './queries.ts';

type Keeper = Pick<Services, 'kysely'>;

/** Whether a project accepts a drop-in API. A change takes effect in every process within half a second. */
export type IsEnabled = (projectId: string, kind: DropInKind) => Promise<boolean>;

const FRESH = { maxAgeMs: 500, capacity: 10_000 };

/** All drop-in APIs, each with when the project enabled it. */
export async function listDropIns({ kysely }: Keeper, projectId: string): Promise<DropIn[]> {
  const enabled = new Map((await selectDropIns(kysely, projectId)).map((row) => [row.kind, row.enabled_at]));
  return DROP_INS.map((kind) => ({ kind, enabled_at: enabled.get(kind)?.toISOString() ?? null }));
}

/** Enables or disables a drop-in API of a project. */
export async function changeDropIn(
  { kysely }: Keeper,
  project: { teamId: string; projectId: string },
  { kind, enabled }: { kind: DropInKind; enabled: boolean },
): Promise<DropIn> {
  await (enabled ? insertDropIn : deleteDropIn)(kysely, project, kind);
  const all = await listDropIns({ kysely }, project.projectId);
  return all.find((one) => one.kind === kind)!;
}

/** Opens the look-up of this process. */
export function openIsEnabled({ kysely }: Keeper, signals: Pick<Signals, 'on'>): IsEnabled {
  const load = async (projectId: string) =>
    new Set((await selectDropIns(kysely, projectId)).map(({ kind }) => kind));
  const kindsOf = freshCache(load, FRESH);
  signals.on(SETTINGS_TOPIC, () => kindsOf.expire(() => true));
  return async (projectId, kind) => (await kindsOf(projectId)).has(kind);
}
