// Receipts as carriers send them: twice, out of order, with ids in any base. Each finds its message and none
// finds another's.
import { describe, expect, it } from 'vitest';
import { reaches, read, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';

const BASES = ['hex', 'dec', 'text'] as const;
const COUNT = 60;

describe.each(BASES)('ids in %s', async (base) => {
  const t = await startEngine(
    { idBase: base, duplicateReceipts: 2, reorderReceipts: true },
    { change: (link) => ({ ...link, message_id: base }) },
  );

  it('match every message to its own outcome', async () => {
    const sender = await makeSender(t);
    const endings = ['0001', '0002', '0007'];
    const messages = await Promise.all(
      Array.from({ length: COUNT }, (_, i) =>
        send(t, sender, { to: `+9477${String(i).padStart(3, '0')}${endings[i % 3]}`, body: `message ${i}` }),
      ),
    );
    await Promise.all(
      messages.map((message, i) =>
        reaches(t, sender, message, endings[i % 3] === '0002' ? 'FAILED' : 'DELIVERED'),
      ),
    );
    // Duplicates are processed too, and change nothing.
    await waitFor(async () => (await t.services.pool.query('select 1 from receipt_inbox')).rowCount === 0);
    for (const [i, message] of messages.entries()) {
      const { status, failure } = await read(t, sender, message);
      expect([status, failure?.code]).toEqual(
        endings[i % 3] === '0002' ? ['FAILED', 'UNDELIVERED'] : ['DELIVERED', undefined],
      );
    }
  });
});
