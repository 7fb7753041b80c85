// Adds what the links of this process did to the counts of all processes, once in some seconds.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import { isHttp, type LinkConfig } from '../links/config.ts';
import { COUNTED, countsOf, type LinkCounters, type LinkTotals } from './counters.ts';
import { addCounts, type LinkCount, type RefusedCode } from './queries.ts';

type Parts = {
  pool: Pool;
  log: Logger;
  counters: LinkCounters;
  /** The links of this process so far, for the meanings of codes. */
  known: ReadonlyMap<string, LinkConfig>;
  everyMs: number;
};

/** Starts adding. A stop adds the rest, if the database answers. */
export function startStoringCounts({ pool, log, counters, known, everyMs }: Parts): Pick<Loop, 'stop'> {
  let stored = new Map<string, LinkTotals>();

  async function store(): Promise<void> {
    const now = copyOf(counters.totals());
    const counts = [...now].map(([link_id, totals]) => countOf(link_id, totals, stored.get(link_id)));
    const changed = counts.filter((count) => COUNTED.some((name) => count[name] > 0));
    const refusals = [...now].flatMap(([link_id, { codes }]) =>
      refusalsOf(link_id, codes, stored.get(link_id)?.codes, known.get(link_id)),
    );
    if (changed.length + refusals.length > 0) await addCounts(pool, changed, refusals);
    stored = now;
  }

  const loop = startLoop({
    name: 'counting what links do',
    log,
    everyMs,
    async round() {
      await store();
      return undefined;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await store().catch((error) =>
        log.warn({ err: error }, 'the last seconds of links are missing in their curves'),
      );
    },
  };
}

const copyOf = (all: ReadonlyMap<string, LinkTotals>) =>
  new Map([...all].map(([id, totals]) => [id, { ...totals, codes: new Map(totals.codes) }]));

/** The difference to what is stored. */
const countOf = (link_id: string, now: LinkTotals, before: LinkTotals | undefined): LinkCount => ({
  link_id,
  ...countsOf((name) => now[name] - (before?.[name] ?? 0)),
});

function refusalsOf(
  link_id: string,
  now: LinkTotals['codes'],
  before: LinkTotals['codes'] | undefined,
  config: LinkConfig | undefined,
): RefusedCode[] {
  return [...now].flatMap(([code, total]) => {
    const count = total - (before?.get(code) ?? 0);
    return count > 0 ? [{ link_id, code, meaning: meaningOf(config, code), count }] : [];
  });
}

/** The sentence for a code in the link's profile; null if there is none. */
function meaningOf(config: LinkConfig | undefined, code: string): string | null {
  if (!config || !isHttp(config)) return null;
  const { meanings } = config.profile;
  return Object.hasOwn(meanings, code) ? meanings[code]! : null;
}
