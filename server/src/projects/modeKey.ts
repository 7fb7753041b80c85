// The live and the test key of a project, for what is signed with them.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Services } from '../services.ts';
import { openKey } from './keys.ts';
import { selectKeys } from './queries.ts';

/** The key of a project for a mode; undefined if the project has none any more. */
export async function readModeKey(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  { teamId, projectId }: { teamId: string; projectId: string },
  mode: Mode,
): Promise<string | undefined> {
  const keys = await selectKeys(kysely, teamId, projectId);
  const sealed = keys.find((key) => key.mode === mode)?.sealed;
  return sealed && openKey(secrets, sealed);
}
