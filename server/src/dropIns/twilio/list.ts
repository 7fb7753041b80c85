// Lists messages for Twilio's clients. Its filters have no index of their own, so a page reads a bounded part
// of the log and says where to go on.
import type { Mode } from '@godwit/contract/messages/statuses';
import { compactNumber } from '@godwit/contract/numbers/phoneNumbers';
import { archiveOf } from '../../archives/read.ts';
import { readFromCursor } from '../../messages/log/cursor.ts';
import { findKept } from '../../messages/log/log.ts';
import { findProject } from '../../projects/find.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { toResource } from './resource.ts';
import { idOf, sidOf } from './sids.ts';

type Key = { teamId: string; projectId: string; mode: Mode };
type Query = Readonly<Record<string, string | undefined>>;
type Row = { sender: string; recipient: string; acceptedAt: Date };

const PAGE = { usual: 50, most: 100 };
/** Rows of the log that one page reads. */
const STEP = 100;
const STEPS = 20;
const DAY_MS = 86_400_000;

/**
 * A page of messages, the newest first. `next`: the SID after which the next page begins; null at the end.
 */
export async function listMessages(services: Services, key: Key, query: Query) {
  const project = await findProject(services, key.teamId, key.projectId);
  const source = { ...services, archive: archiveOf(services.settings) };
  const size = Math.max(1, Math.min(PAGE.most, Number(query.PageSize) || PAGE.usual));
  const { matches, isPast } = filterOf(query);
  const ids: string[] = [];
  let after = query.PageToken === undefined ? undefined : (idOf('SM', query.PageToken) ?? query.PageToken);
  let isMore = true;
  for (let step = 0; isMore && ids.length < size && step < STEPS; step++) {
    const asked = { sort_order: 'DESC', limit: STEP, after } as const;
    const { rows, next } = orThrow(await readFromCursor(source, project, key.mode, asked));
    isMore = next !== null;
    for (const row of rows) {
      if (isPast(row)) isMore = false;
      if (ids.length === size) isMore = true;
      if (isPast(row) || ids.length === size) break;
      after = row.id;
      if (matches(row)) ids.push(row.id);
    }
  }
  const found = [];
  // One after the other: a team waits for its own reads of archives.
  for (const id of ids) found.push(await findKept(source, { ...key, id }));
  return {
    messages: found.flatMap((message) => (message ? [toResource(message)] : [])),
    size,
    next: isMore && after ? sidOf('SM', after) : null,
  };
}

/** `isPast`: no older message can match. */
function filterOf(query: Query): { matches: (row: Row) => boolean; isPast: (row: Row) => boolean } {
  const [to, from] = [query.To, query.From].map((number) => number && compactNumber(number).toLowerCase());
  const same = (wanted: string | undefined, shown: string) => !wanted || shown.toLowerCase() === wanted;
  const instantOf = (name: string) => {
    const at = Date.parse(query[name] ?? '');
    return Number.isNaN(at) ? undefined : at;
  };
  // A day in UTC, also if the client gives a time.
  const sent = instantOf('DateSent');
  const day = sent === undefined ? undefined : Math.floor(sent / DAY_MS) * DAY_MS;
  const first = day ?? instantOf('DateSent>') ?? Number.NEGATIVE_INFINITY;
  const last = day === undefined ? (instantOf('DateSent<') ?? Number.POSITIVE_INFINITY) : day + DAY_MS - 1;
  return {
    matches: ({ sender, recipient, acceptedAt }) =>
      same(to, recipient) && same(from, sender) && acceptedAt.getTime() <= last,
    isPast: ({ acceptedAt }) => acceptedAt.getTime() < first,
  };
}
