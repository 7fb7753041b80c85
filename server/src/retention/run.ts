// Retention: removes data past its period, kind by kind, by one process at a time, and verifies the
// removal.
import { doEach, type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { horizonOf, KINDS, type Kind, type Pace } from './kinds.ts';
import { claimKind, keepRun, releaseKind, selectOldest, selectRuns } from './queries.ts';

const EVERY_MS = 60_000;
/** The pause of a kind between a finished round and the next one. */
const REST_SECONDS = 3_600;
/** Longer than a round. */
const LEASE_SECONDS = 1_200;
const PACE: Pace = { batch: 500, roundMs: 20_000 };
/** The fewest pieces of a round, so it makes progress even if each piece takes long. */
const LEAST_PIECES = 5;
/** Data that should have been removed this long ago is reported as late. */
const LATE_MS = 3 * 86_400_000;

type Needed = Pick<Services, 'pool' | 'pools' | 'settings' | 'log'>;

/**
 * Runs a round of each kind that is due. `restSeconds` is the pause after a finished round. Returns how many
 * rows were removed.
 */
export async function removeOld(
  services: Needed,
  { pace = PACE, restSeconds = REST_SECONDS, signal = new AbortController().signal } = {},
): Promise<number> {
  let all = 0;
  const kinds = Object.keys(KINDS) as Kind[];
  await doEach(
    kinds.map((kind) => async () => {
      if (signal.aborted) return;
      all += await removeKind(services, kind, { pace, restSeconds, signal });
    }),
  );
  return all;
}

async function removeKind(
  services: Needed,
  kind: Kind,
  { pace, restSeconds, signal }: { pace: Pace; restSeconds: number; signal: AbortSignal },
): Promise<number> {
  const { pool, settings, log } = services;
  const before = horizonOf(settings, kind);
  if (before === null) return 0;
  const run = await claimKind(pool, kind, { everySeconds: restSeconds, leaseSeconds: LEASE_SECONDS });
  if (!run) return 0;
  const endsAt = performance.now() + pace.roundMs;
  let pieces = 0;
  const goOn = () => !signal.aborted && (pieces++ < LEAST_PIECES || performance.now() < endsAt);
  try {
    const { removed, cursor, doneTo } = await KINDS[kind]({
      services,
      before,
      run,
      batch: pace.batch,
      signal,
      goOn,
    });
    // Messages go by whole months, so only dropOldMonths knows the age that it reached.
    const to = doneTo ?? (kind === 'messages' || cursor !== null ? null : before);
    await keepRun(pool, kind, { removed, doneTo: to, cursor });
    if (removed > 0) log.info({ kind, removed }, 'what was kept long enough was removed');
    return removed;
  } catch (error) {
    await releaseKind(pool, kind).catch(() => {});
    throw error;
  }
}

/** Starts the loop that removes old data. */
export function startRetention(services: Needed): Loop {
  return startLoop({
    name: 'removing what is old',
    log: services.log,
    everyMs: EVERY_MS,
    async round({ signal }) {
      await removeOld(services, { signal });
      return undefined;
    },
  });
}

/**
 * The state of a kind. `days` is null if it is kept for ever, `oldest` is the time of the oldest row left,
 * and `late` says that this row should be gone.
 */
export type Kept = {
  kind: Kind | 'audit';
  days: number | null;
  oldest: string | null;
  ranAt: string | null;
  removed: number;
  lastRemoved: number;
  late: boolean;
};

/** How long each kind is kept, and what proves it. */
export async function readKept({ pool, settings }: Pick<Services, 'pool' | 'settings'>): Promise<Kept[]> {
  const runs = new Map((await selectRuns(pool)).map((run) => [run.kind, run]));
  const kinds = [...(Object.keys(KINDS) as Kind[]), 'audit' as const];
  const kept: Kept[] = [];
  for (const kind of kinds) {
    const run = runs.get(kind);
    const before = kind === 'audit' ? null : horizonOf(settings, kind);
    // Texts have no index by age over all projects, so the progress of the job stands for the oldest text.
    const oldest = kind === 'texts' ? (run?.doneTo ?? null) : await selectOldest(pool, kind);
    kept.push({
      kind,
      days: kind === 'audit' || before === null ? null : settings.retention[kind],
      oldest: oldest?.toISOString() ?? null,
      ranAt: run?.ranAt?.toISOString() ?? null,
      removed: run?.removed ?? 0,
      lastRemoved: run?.lastRemoved ?? 0,
      late: isLate(kind, before, { ranAt: run?.ranAt ?? null, oldest }),
    });
  }
  return kept;
}

/**
 * Messages go by whole months, and documents wait for a decision. So all kinds but texts are late only if no
 * round was made.
 */
function isLate(
  kind: string,
  before: Date | null,
  { ranAt, oldest }: { ranAt: Date | null; oldest: Date | null },
): boolean {
  if (before === null || oldest === null) return false;
  const isTooOld = oldest.getTime() < before.getTime() - LATE_MS;
  const isRun = ranAt !== null && ranAt.getTime() > Date.now() - LATE_MS;
  return isTooOld && (!isRun || kind === 'texts');
}
