// Work on many items in one transaction without one of them taking its neighbours with it.

/**
 * Commits items together and tells of each what became of it. A batch that fails is tried once more whole, as after a deadlock; then
 * its halves by themselves, and so on down to the single items: one bad item of 500 costs some 18 transactions and fails alone.
 * Where the database is away nothing is tried again, and all that was not committed by then fails with that.
 * @param commit takes items and gives a result for each in order; it has changed nothing when it throws
 */
export async function commitTogether<Item, Result>(
  items: Item[],
  commit: (items: Item[]) => Promise<Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return await commitWhole(items, commit);
  } catch (error) {
    if (isDatabaseAway(error)) return items.map(() => ({ status: 'rejected', reason: error }));
  }
  return await commitHalves(items, commit);
}

async function commitHalves<Item, Result>(
  items: Item[],
  commit: (items: Item[]) => Promise<Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return await commitWhole(items, commit);
  } catch (error) {
    if (items.length === 1 || isDatabaseAway(error))
      return items.map(() => ({ status: 'rejected', reason: error }));
  }
  const middle = Math.ceil(items.length / 2);
  const first = await commitHalves(items.slice(0, middle), commit);
  return [...first, ...(await commitHalves(items.slice(middle), commit))];
}

async function commitWhole<Item, Result>(
  items: Item[],
  commit: (items: Item[]) => Promise<Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  const results = await commit(items);
  return results.map((value) => ({ status: 'fulfilled', value }));
}

// Classes of SQLSTATE (PostgreSQL, appendix A): connection exceptions, insufficient resources, operator intervention, system error.
const AWAY_CLASSES = ['08', '53', '57', '58'];
const AWAY_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
];
// What pg says without a code of its own.
const AWAY_MESSAGE =
  /connection terminated|connection error|timeout exceeded when trying to connect|not queryable/i;

/**
 * Whether an error says that the database cannot be worked with at the moment (gone, full, out of connections, too slow) and nothing about
 * the statement or its values.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return AWAY_MESSAGE.test(error.message);
  return AWAY_SYSTEM_CODES.includes(code) || (code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2)));
}
