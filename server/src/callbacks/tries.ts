// What came of calling a message's URL, kept for a while and shown in its details.
import type { MessageDetail } from '@godwit/contract/messages';
import type { Services } from '../services.ts';
import { deleteTries, selectTries } from './queries.ts';

/** All tries of two statuses. */
const SHOWN = 20;
const KEPT_DAYS = 30;

/** How a message's callbacks went, for its details; null where it has no URL. */
export async function readTries(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, id, statusCallback: url }: { teamId: string; id: string; statusCallback: string | null },
): Promise<MessageDetail['status_callback']> {
  if (url === null) return null;
  const { attempts, tries } = await selectTries(kysely, teamId, id, SHOWN);
  const last = tries.at(-1);
  return {
    url,
    last_status: last?.answer ?? null,
    last_attempt_at: last?.startedAt.toISOString() ?? null,
    attempts,
    tries: tries.map(({ status, answer, error, startedAt, durationMs }) => ({
      status,
      answer,
      error,
      at: startedAt.toISOString(),
      duration_ms: durationMs,
    })),
  };
}

/** Drops tries after a month. */
export function forgetTries({ kysely }: Pick<Services, 'kysely'>): Promise<void> {
  return deleteTries(kysely, KEPT_DAYS);
}
