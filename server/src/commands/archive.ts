// `godwit archive`: moves old months of messages from the database to files, and checks those files.
import { verifyFiles } from '../archives/check.ts';
import { type Store, storeOf } from '../archives/store.ts';
import { archiveMonth, countMonth, type Outcome, StoppedError } from '../archives/write.ts';
import { type Month, selectMonths } from '../db/schema/months.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

const DAY_MS = 86_400_000;
const OLDER_THAN = 90;
/** Receipts, replies and retries change a message for days; a month leaves room for a carrier's clearing. */
const LEAST_DAYS = 31;

type Options = { month?: string | undefined; 'older-than'?: string | undefined; 'dry-run': boolean };

/** Archives the months that ended long enough ago, the oldest first, or reports what it would do. */
export async function archive(runtime: Runtime, options: Options): Promise<Report> {
  const store = storeNeeded(runtime);
  const months = monthsOf(await selectMonths(runtime.pool), options);
  if (months.length === 0) return { text: 'No month is old enough.', data: { archived: [] } };
  if (options['dry-run']) return preview(runtime, months);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, onSignal);
  const archived: { month: string; messages: number }[] = [];
  try {
    for (const month of months) {
      const { pool, log } = runtime;
      const outcome = await archiveMonth({ pool, store, log, signal: stop.signal }, month);
      if (outcome.outcome !== 'DONE')
        throw new CommandError([...archived.map(lineOf), whyNot(month, outcome)].join('\n'));
      archived.push({ month: nameOf(month), messages: outcome.messages });
    }
  } catch (error) {
    if (error instanceof StoppedError)
      throw new CommandError([...archived.map(lineOf), `${error.message}. Nothing is lost.`].join('\n'));
    throw error;
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, onSignal);
  }
  return { text: archived.map(lineOf).join('\n'), data: { archived } };
}

/** Reads all archives and compares them with their checksums. */
export async function archiveCheck(runtime: Runtime): Promise<Report> {
  const { files, problems } = await verifyFiles(runtime.pool, storeNeeded(runtime), { whole: true });
  return {
    text: problems.length > 0 ? problems.join('\n') : `All ${files} archive files match their checksums.`,
    data: { files, problems },
    failed: problems.length > 0,
  };
}

function storeNeeded({ settings }: Runtime): Store {
  const store = storeOf(settings);
  if (!store)
    throw new CommandError(
      'Set ARCHIVE_URL to a folder or a bucket for all processes first: see docs/archive.md.',
    );
  return store;
}

const nameOf = ({ starts }: Month) => starts.toISOString().slice(0, 7);
const lineOf = ({ month, messages }: { month: string; messages: number }) =>
  `${month}: ${messages.toLocaleString('en-US')} messages moved to the archive`;

/** The months to archive, the oldest first, without a gap. */
function monthsOf(all: Month[], { month, 'older-than': typed }: Options): Month[] {
  const days = typed === undefined ? OLDER_THAN : Number(typed);
  if (!Number.isInteger(days) || days < LEAST_DAYS)
    throw new CommandError(
      `--older-than must be a whole number of days, at least ${LEAST_DAYS}. Nothing was changed.`,
    );
  const oldEnough = (least: number) =>
    all.filter(({ ends }) => ends.getTime() <= Date.now() - least * DAY_MS);
  if (month === undefined) return oldEnough(days);
  const asked = oldEnough(LEAST_DAYS).filter((each) => nameOf(each) === month);
  if (asked.length === 0)
    throw new CommandError(
      `${month} has no messages in the database, or ended less than ${LEAST_DAYS} days ago. Nothing was changed.`,
    );
  const first = all[0]!;
  if (nameOf(first) !== month)
    throw new CommandError(
      `Archive ${nameOf(first)} first: archives are the oldest months, without a gap. Nothing was changed.`,
    );
  return asked;
}

async function preview({ pool }: Runtime, months: readonly Month[]): Promise<Report> {
  const rows: { month: string; messages: number; open: number }[] = [];
  for (const month of months) {
    const { all, open } = await countMonth(pool, month);
    rows.push({ month: nameOf(month), messages: all, open });
  }
  const line = ({ month, messages, open }: (typeof rows)[number]) =>
    `${month}: ${messages.toLocaleString('en-US')} messages${open > 0 ? `, ${open} of them not ended: it stays in the database, with all later months` : ''}`;
  return { text: rows.map(line).join('\n'), data: { would: rows } };
}

function whyNot(month: Month, outcome: Exclude<Outcome, { outcome: 'DONE' }>): string {
  const name = nameOf(month);
  if (outcome.outcome === 'OPEN')
    return `${name} stays in the database: ${outcome.open} of its messages have not ended, such as scheduled ones. Later months wait for it.`;
  const words = {
    BUSY: 'another process archives it, or was killed less than three minutes ago',
    CHANGED: 'its messages changed while they were copied, perhaps through retention',
    LOCKED: 'something, such as a dump, has it locked',
  };
  return `${name} stays in the database: ${words[outcome.outcome]}. Nothing was changed. Run the command again later.`;
}
