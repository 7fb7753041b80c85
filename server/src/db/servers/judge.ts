// Judges the answers of the servers of a database: which one is used, and which are refused.
import { isDatabaseAway } from '../commit/batchCommit.ts';
import type { Target } from './address.ts';
import type { Found } from './answers.ts';
import { type Fence, RefusedServerError } from './fence.ts';
import type { Identity } from './identity.ts';

/** No server takes writes. Its SQLSTATE 08001 means that no connection was made, so no work was begun. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '08001';
}

type Judging = { present: Target | null; canServe(identity: Identity): boolean };

/** Judges the answers of all servers, and chooses one. @throws if none can be used */
export function judge(found: readonly Found[], fence: Fence, { present, canServe }: Judging): Target {
  const open = found.filter((one) => 'identity' in one);
  for (const { target, identity } of open) if (!canServe(identity)) fence.noteStandby(target);
  const writable = open.filter(({ identity }) => canServe(identity));
  const isStart = fence.memory() === null;
  if (isStart) refuseMixture(writable);
  // The newest one first: it decides which others are old.
  writable.sort((one, other) => (other.identity.timeline ?? 0) - (one.identity.timeline ?? 0));
  const usable: Target[] = [];
  let refusal: unknown;
  for (const { target, identity } of writable) {
    try {
      fence.admit(identity, target);
      usable.push(target);
    } catch (error) {
      refusal = error;
    }
  }
  const chosen = usable.find((target) => target === present) ?? usable[0];
  if (chosen) return chosen;
  if (refusal) throw refusal;
  // A refused password or a missing database is for the operator to correct. After the start, such an error
  // of one server does not hide that the primary is away, which callers wait for.
  const wrong = found
    .flatMap((one) => ('error' in one ? [one.error] : []))
    .find((error) => !isDatabaseAway(error));
  throw wrong && isStart ? wrong : noPrimary(found, wrong);
}

/** Without a memory, nothing tells which of several databases is meant. */
function refuseMixture(writable: readonly { target: Target; identity: Identity }[]): void {
  // A server that does not tell may be of the same database.
  const told = writable.filter(({ identity }) => identity.system !== null);
  if (new Set(told.map(({ identity }) => identity.system)).size < 2) return;
  const names = told.map(({ target }) => target.name).join(', ');
  throw new RefusedServerError(
    `The servers of DATABASE_URL belong to different databases (${names}): name a primary and its standbys`,
  );
}

/** The error of servers none of which takes writes, with the answer of each. */
export function noPrimary(found: readonly Found[], cause?: Error): NoPrimaryError {
  const reasons = found.map((one) => {
    if (!('error' in one)) return `${one.target.name}: it is a standby or read-only`;
    const { message, code } = one.error as NodeJS.ErrnoException;
    return `${one.target.name}: ${message || code}`;
  });
  return new NoPrimaryError(`No server of the database takes writes (${reasons.join('; ')})`, { cause });
}
