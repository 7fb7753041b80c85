// The recent callback attempts of a message, shown in its details.
import type { MessageDetail } from '@godwit/contract/messages/messages';
import type { Services } from '../../services.ts';
import { selectAttempts } from '../queries.ts';

/** All attempts of two statuses. */
const SHOWN = 20;

/** A message's callback attempts for its details, or null if it has no URL. */
export async function readAttempts(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, id, statusCallback: url }: { teamId: string; id: string; statusCallback: string | null },
): Promise<MessageDetail['status_callback']> {
  if (url === null) return null;
  const { count, attempts } = await selectAttempts(kysely, teamId, id, SHOWN);
  const last = attempts.at(-1);
  return {
    url,
    last_status: last?.answer ?? null,
    last_attempt_at: last?.startedAt.toISOString() ?? null,
    attempt_count: count,
    attempts: attempts.map(({ status, answer, error, startedAt, durationMs }) => ({
      status,
      answer,
      error,
      at: startedAt.toISOString(),
      duration_ms: durationMs,
    })),
  };
}
