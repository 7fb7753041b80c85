// What carriers answered, stored in batches: the message moves, its carrier ids are kept and its place in the queue goes.
import type { Pool } from 'pg';
import { type GroupCommit, groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { failMessages, moveMessages } from '../messages/moves.ts';
import type { SendOutcome } from './link.ts';
import { deleteRows, doubtRows, releaseRows, type Work } from './queries.ts';
import { insertRefs } from './receiptQueries.ts';
import { openRest } from './rest.ts';
import { type Attempt, insertAttempts } from './traceQueries.ts';

type Answer = { work: Work; linkId: string; outcome: SendOutcome };

type AnswerOf<Kind extends SendOutcome['kind']> = Answer & { outcome: Extract<SendOutcome, { kind: Kind }> };

const MAX_BATCH = 1_000;

/** Stores answers as they come, in batches; messages that wait for a late receipt do so for `doubtMs`. */
export function openAnswers(pool: Pool, doubtMs: number): GroupCommit<Answer, null> {
  const rest = openRest();
  return groupCommit(
    async (batch) => {
      const stored = await storeAnswers(pool, batch, doubtMs);
      await rest();
      return stored;
    },
    { maxBatch: MAX_BATCH, concurrency: 1 },
  );
}

/** Stores a batch in one transaction. */
async function storeAnswers(pool: Pool, answers: Answer[], doubtMs: number): Promise<null[]> {
  const of = <Kind extends SendOutcome['kind']>(kind: Kind) =>
    answers.filter((answer): answer is AnswerOf<Kind> => answer.outcome.kind === kind);
  const sent = of('sent');
  const rejected = of('rejected');
  const retried = of('retry');
  const doubtful = of('inDoubt');
  const works = (some: Answer[]) => some.map(({ work }) => work);

  await transaction(pool, async (client) => {
    await deleteRows(
      client,
      works([...sent, ...rejected]).map(({ id }) => id),
    );
    await releaseRows(
      client,
      retried.map(({ work, outcome }) => ({ ...outcome, id: work.id })),
    );
    await doubtRows(
      client,
      works(doubtful).map(({ id }) => id),
      doubtMs,
    );

    await insertRefs(client, sent.flatMap(refsOf));
    await insertAttempts(client, [...rejected, ...retried, ...doubtful].map(attemptOf));
    await moveMessages(client, 'sent', works(sent));
    await moveMessages(client, 'queued', works(retried));
    await moveMessages(client, 'in_doubt', works(doubtful));
    await failMessages(
      client,
      'REJECTED',
      rejected.map(({ work, outcome }) => ({ ...work, carrierError: outcome.carrierError })),
    );
  });
  return answers.map(() => null);
}

function attemptOf({ work, linkId, outcome }: AnswerOf<'rejected' | 'retry' | 'inDoubt'>): Attempt {
  const attempt = { messageId: work.id, linkId };
  if (outcome.kind === 'inDoubt') return { ...attempt, outcome: 'UNANSWERED', detail: null };
  const { carrierError: detail } = outcome;
  if (outcome.kind === 'rejected') return { ...attempt, outcome: 'REFUSED', detail };
  return { ...attempt, outcome: detail === null ? 'NOT_WRITTEN' : 'PUT_OFF', detail };
}

function refsOf({ work, linkId, outcome }: AnswerOf<'sent'>) {
  const { carrierIds } = outcome;
  return carrierIds.map((carrierId, index) => ({
    linkId,
    carrierId,
    teamId: work.teamId,
    messageId: work.id,
    part: index + 1,
    parts: carrierIds.length,
  }));
}
