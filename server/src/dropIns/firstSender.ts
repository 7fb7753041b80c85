// The sender of programs that name none.
import type { Mode } from '@godwit/contract/messages/statuses';
import { listSenders } from '../projects/senders.ts';
import type { Services } from '../services.ts';

/** The oldest sender of a project; undefined if it has none. Every project has one in TEST. */
export async function firstSender(
  { kysely, countryRules }: Pick<Services, 'kysely' | 'countryRules'>,
  { teamId, projectId, mode }: { teamId: string; projectId: string; mode: Mode },
): Promise<string | undefined> {
  const [first] = await listSenders(kysely, { teamId, projectId }, countryRules.now());
  return first?.id ?? (mode === 'TEST' ? 'SANDBOX' : undefined);
}
