// Finds a message in the database or in an archive.
import { isId } from '@godwit/contract/common';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { type Archive, selectBlocksOf, withArchived } from '../../archives/read.ts';
import { instantOf } from '../../ids.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { findInBlock, findMessage, type Message } from '../accept/queries.ts';

type Wanted = { teamId: string; projectId: string; mode?: Mode; id: string };

/** The same as `findMessage`, also for messages that were archived. */
export async function findKept(
  { pool, archive }: { pool: Pool; archive: Archive | null },
  wanted: Wanted,
): Promise<Message | null> {
  const message = await findMessage(pool, wanted);
  if (message || !archive || !isId(wanted.id)) return message;
  return withArchived(pool, async (until) => {
    if (until === null || instantOf(wanted.id) >= until) return findMessage(pool, wanted);
    const blocks = await selectBlocksOf(pool, wanted, [wanted.id]);
    if (blocks.length === 0) return null;
    return archive.read(wanted.teamId, async (reader) => {
      for (const block of blocks) {
        const found = await findInBlock(pool, await reader.load(block), wanted);
        if (found) return found;
      }
      return null;
    });
  });
}

const IN_ARCHIVE =
  'This message ended long ago and was archived. Nothing was changed: archived messages can only be read.';

/** Refuses a change of a message that was not found: 1013 if it is in an archive, else 1001. */
export async function refuseMissing(
  from: { pool: Pool; archive: Archive | null },
  wanted: Wanted,
): Promise<Refusal> {
  return (await findKept(from, wanted))
    ? refuse('conflict', { description: IN_ARCHIVE })
    : refuse('notFound');
}
