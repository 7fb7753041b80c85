// Asks HTTP carriers for the balance of each link's account: every five minutes, by one process at a time.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { whileAway } from '../../db/commit/batchCommit.ts';
import { type Loop, type Round, startLoop } from '../../jobs/loop.ts';
import type { Links } from '../link.ts';
import { dataOf, pickFrom, printableCode, textOf } from '../links/http/answer.ts';
import { ASK_WRITE_MS, type AskedLink, askEach } from '../links/http/askEach.ts';
import type { Exchanged } from '../links/http/exchange.ts';
import type { BalanceRequest } from '../links/http/profile.ts';
import { type BalanceRead, claimBalance, storeBalance } from './balanceQueries.ts';

/** How often a process looks whether it is time, in parts of the interval. */
const LOOKS = 10;
const MAX_CURRENCY = 8;
/** An amount as the database keeps it. */
const AMOUNT = /^-?\d{1,12}(?:\.\d{1,12})?$/;

type Parts = { pool: Pool; log: Logger; links: Links; everyMs: number };

/** Starts asking about the links whose profiles say how. */
export function startBalances(parts: Parts): Pick<Loop, 'stop'> {
  return askEach(
    parts.links,
    ({ balance }) => balance,
    (asked) => askAbout(parts, asked),
  );
}

function askAbout(
  { pool, log, everyMs }: Parts,
  { config: { id: linkId, balance_below }, rules: balance, ask }: AskedLink<BalanceRequest>,
): Loop {
  let lastFault: string | null = null;

  async function round({ signal }: Round): Promise<undefined> {
    const untilMs = performance.now() + ASK_WRITE_MS;
    if (!(await claimBalance(pool, { linkId, below: balance_below ?? null, everyMs }))) return;
    const answer = await ask(balance, {}, { untilMs, signal });
    if (signal.aborted && answer.kind !== 'answered') return;
    const read = readBalance(balance, answer);
    const fault = 'fault' in read ? read.fault : null;
    if (fault !== null && fault !== lastFault)
      log.warn({ link: linkId, why: fault }, 'the carrier gives no balance; it is asked again');
    lastFault = fault;
    await whileAway(() => storeBalance(pool, linkId, read));
  }
  return startLoop({
    name: `asking for the balance of link ${linkId}`,
    log,
    everyMs: everyMs / LOOKS,
    round,
  });
}

function readBalance({ amount, currency }: BalanceRequest, answer: Exchanged): BalanceRead {
  if (answer.kind !== 'answered') return { fault: answer.why };
  const data = dataOf('json', answer);
  if (answer.status >= 300 || data === undefined) return { fault: `HTTP ${answer.status} without a balance` };
  const found = textOf(pickFrom(data, amount))?.trim() ?? '';
  if (!AMOUNT.test(found)) return { fault: 'an answer without an amount' };
  const unit = currency === undefined ? null : textOf(pickFrom(data, currency));
  return { amount: found, currency: unit && printableCode(unit).slice(0, MAX_CURRENCY) };
}
