// Stores receipts in the inbox, together with others that come at the same time.
import type { Pool } from 'pg';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import { insertReceipts } from './inboxQueries.ts';

const MAX_BATCH = 1_000;

/** Opens a writer. `onStored` runs after each batch. */
export function openInboxWriter(pool: Pool, onStored: () => void = () => {}) {
  const inserts = groupCommit<{ linkId: string; pdu: Buffer }, null>(
    async (rows) => {
      await insertReceipts(pool, rows);
      onStored();
      return rows.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: ({ linkId }) => linkId },
  );
  return {
    /** Resolves when the receipt, an encoded deliver_sm, is stored. */
    add: async (linkId: string, pdu: Buffer): Promise<void> => void (await inserts.add({ linkId, pdu })),
    drained: inserts.drained,
  };
}
