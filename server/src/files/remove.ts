// Removes files: one that its team deletes, and unbound ones after a day.
import { doEach, startLoop } from '../jobs/loop.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteOrphan, selectFile, selectOrphans, selectStored } from './queries.ts';
import { storageOf } from './storage.ts';

const ORPHAN_HOURS = 24;
const AT_ONCE = 100;
const EVERY_MS = 600_000;

/** Removes a file that no request has; 1001 if the team has no such file, 1013 if a request has it. */
export async function removeFile(
  { kysely, settings }: Services,
  { teamId, fileId }: { teamId: string; fileId: string },
): Promise<Record<string, never> | Refusal> {
  const file = await selectFile(kysely, teamId, fileId);
  if (!file) return refuse('notFound');
  // The row first: if the power fails here, the content is unreadable without its key.
  if (!(await deleteOrphan(kysely, teamId, fileId))) {
    return refuse('conflict', { description: 'This document is part of a request and stays with it.' });
  }
  await storageOf(settings).remove(file.stored_as);
  return {};
}

/**
 * Removes what was uploaded a day ago and is part of nothing, and what was never received whole; returns how
 * many.
 */
export async function removeOrphans({ kysely, settings }: Services): Promise<number> {
  const storage = storageOf(settings);
  let removed = 0;
  for (;;) {
    const orphans = await selectOrphans(kysely, { hours: ORPHAN_HOURS, limit: AT_ONCE });
    for (const { team_id, id, stored_as } of orphans) {
      if (!(await deleteOrphan(kysely, team_id, id))) continue;
      await storage.remove(stored_as);
      removed += 1;
    }
    if (orphans.length < AT_ONCE) return removed;
  }
}

/**
 * Removes contents whose row was deleted without them a day ago, as in a power cut: of those whose names
 * begin with `first`, a digit of theirs. Returns how many.
 */
export async function removeStrays({ kysely, settings }: Services, first: string): Promise<number> {
  const storage = storageOf(settings);
  const names = await storage.namesBefore(ORPHAN_HOURS, first);
  // A row is there before its content, so what has none by now gets none any more.
  const known = await selectStored(kysely, names);
  const strays = names.filter((name) => !known.has(name));
  for (const name of strays) await storage.remove(name);
  return strays.length;
}

/** Removes orphans from time to time, and strays: those of one digit each time. */
export function startRemovingOrphans(services: Services): {
  stop(): Promise<void>;
} {
  let round = 0;
  const steps = [() => removeOrphans(services), () => removeStrays(services, (round++ % 16).toString(16))];
  return startLoop({
    name: 'removing files',
    log: services.log,
    everyMs: EVERY_MS,
    round: () => doEach(steps),
  });
}
