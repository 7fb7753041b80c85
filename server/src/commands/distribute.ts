// `godwit distribute`: spreads messages over the nodes of a Citus cluster.
import { DistributeError, distributeMessages } from '../db/schema/distribute.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** Distributes messages, or reports what is missing. */
export async function distribute({ pool }: Runtime): Promise<Report> {
  const { isNew, shards, nodes } = await distributeMessages(pool).catch((error) => {
    throw error instanceof DistributeError ? new CommandError(`${error.message}.`) : error;
  });
  const where = `over ${shards} shards on ${nodes} nodes`;
  return {
    text: isNew ? `Messages are spread by team ${where}.` : `Messages are spread by team already, ${where}.`,
    data: { isNew, shards, nodes },
  };
}
