// The page about one-time codes, under /v1/web: what was sent and typed in, and what the guard blocks.
import { CODE_DAYS, type Codes, codeCalls } from '@godwit/contract/codes';
import { countriesOf } from '@godwit/contract/numbers/dialCodes';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { fromMicros } from '../money.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { profileWebRoutes } from './profileWebRoutes.ts';
import {
  blocksNow,
  type CountryCounts,
  type Counts,
  codePrice,
  codesByCountry,
  codesByDay,
  endBlock,
} from './statsQueries.ts';

const MOST_COUNTRIES = 10;
const MOST_BLOCKS = 100;
const PRICE_SAMPLE = 1_000;

/** Shows the codes of a team, ends blocks of the guard, and changes profiles. */
export function codeRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, codeCalls);
  const { pool, log } = services;
  profileWebRoutes(signedIn, services);

  on('GET /codes', ({ member }) => readCodes(pool, member.teamId));

  on('POST /codes/unblock', async ({ member: { teamId, userId }, body }) => {
    if (!(await endBlock(pool, { teamId, ...body }))) throw new RefusalError(refuse('notFound'));
    log.info({ team: teamId, user: userId, ...body }, 'a member lifted a block of the guard');
    return readCodes(pool, teamId);
  });
}

async function readCodes(pool: Services['pool'], teamId: string): Promise<Codes> {
  const [days, countries, blocks, price] = await Promise.all([
    codesByDay(pool, { teamId, days: CODE_DAYS }),
    codesByCountry(pool, { teamId, days: CODE_DAYS }),
    blocksNow(pool, { teamId, limit: MOST_BLOCKS }),
    codePrice(pool, { teamId, sample: PRICE_SAMPLE }),
  ]);
  return {
    ...sumOf(days),
    cost_per_code: price === null ? null : fromMicros(BigInt(Math.round(price))),
    days,
    countries: shownOf(countries),
    blocks: blocks.map(({ prefix, until }) => ({ prefix, until: until.toISOString() })),
  };
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => rows.reduce((all, row) => all + row[of], 0);
  return {
    ...{ started: sum('started'), approved: sum('approved') },
    ...{ blocked: sum('blocked'), watched: sum('watched') },
  };
}

function shownOf(rows: readonly CountryCounts[]): Codes['countries'] {
  const others = rows.slice(MOST_COUNTRIES);
  return [
    ...rows.slice(0, MOST_COUNTRIES).map(({ country, ...counts }) => ({
      dial_code: country,
      countries: [...countriesOf(country)],
      ...counts,
    })),
    ...(others.length > 0 ? [{ dial_code: null, countries: [], ...sumOf(others) }] : []),
  ];
}
