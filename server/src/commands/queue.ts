// `godwit queue`: messages that wait for a carrier, by link group and team.
import { readWaiting, type Waiting } from '../carriers/sending/waiting.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';
import { age, MOST_ROWS, table } from './table.ts';

const HEADINGS = 'link group,links,team,due,later,held,in flight,in doubt,oldest,'.split(',');

/** Shows the queue, the oldest due messages first. */
export async function queue(runtime: Runtime): Promise<Report> {
  const waiting = await readWaiting(runtime, MOST_ROWS);
  if (!waiting)
    throw new CommandError(
      'The queue is too long to count within 15 s, and nothing was changed. The status page has its size.',
    );
  const { total, rows } = waiting;
  return { text: total === 0 ? 'No message waits.' : table(HEADINGS, rows.map(rowOf), total), data: waiting };
}

function rowOf(row: Omit<Waiting, 'total'>): string[] {
  const counts = [row.due, row.later, row.held, row.in_flight, row.in_doubt].map(String);
  const oldest = row.oldest_seconds === null ? '-' : age(row.oldest_seconds);
  const links = row.links.join(', ') || 'none';
  return [row.link_group, links, row.team, ...counts, oldest, row.paused ? 'team is paused' : ''];
}
