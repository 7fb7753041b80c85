// Runs campaigns in this process, round robin by team: claims those that are due and those whose worker
// died.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway, isTimedOut } from '../../db/commit/batchCommit.ts';
import type { Signals } from '../../db/signals.ts';
import { FIRST_ID, newId } from '../../ids.ts';
import { type Loop, type Round, startLoop } from '../../jobs/loop.ts';
import { type Accept, VALIDITY_MS } from '../../messages/accept/accept.ts';
import { claimCampaign, delayCampaign, type OpenCampaign, releaseLease } from './queries.ts';
import { goOn } from './steps.ts';

export { delayedCampaigns } from './queries.ts';

/** The topic that wakes the workers of campaigns. */
export const CAMPAIGNS_TOPIC = 'campaigns';

// A team has one campaign of a mode in progress at a time. LIVE is looked for first and has more slots, but
// none that TEST needs.
const SLOTS: readonly (readonly [Mode, number])[] = [
  ['LIVE', 3],
  ['TEST', 2],
];
/** Time a campaign keeps its slot before the next team's. */
const TURN_MS = 2_000;
/**
 * A statement that takes longer is stuck: a million recipients are fixed in half of it with ten times the
 * load that a machine is made for.
 */
const STEP_MS = 120_000;
const POLL_MS = 1_000;

type RunParts = { pool: Pool; accept: Accept; signals: Pick<Signals, 'on'>; log: Logger; stepMs?: number };
type Line = { mode: Mode; slots: number; lastTeam: string; inFlight: Set<string> };

/**
 * Starts working campaigns off. Any number of processes may: each campaign has one worker at a time.
 * `stepMs`: how long one statement for a campaign may take, in milliseconds, before the campaign is released
 * to be tried again later.
 */
export function startCampaigns({ pool, accept, signals, log, stepMs = STEP_MS }: RunParts): Loop {
  const lines = SLOTS.map(
    ([mode, slots]): Line => ({ mode, slots, lastTeam: FIRST_ID, inFlight: new Set() }),
  );

  async function work(campaign: OpenCampaign, holder: string, { signal }: Round) {
    const end = performance.now() + TURN_MS;
    const isOver = () => signal.aborted || performance.now() > end;
    try {
      await goOn({ pool, accept, log, holder, stepMs, isOver }, campaign);
      await releaseLease(pool, campaign, holder);
    } catch (error) {
      await delay({ pool, log }, { campaign, holder }, error);
    }
  }

  async function claim(line: Line, round: Round): Promise<boolean> {
    const { inFlight } = line;
    if (inFlight.size >= line.slots) return false;
    const holder = newId();
    const claimed = await claimNext(pool, holder, line);
    if (!claimed) return false;
    const { teamId, id } = claimed;
    inFlight.add(teamId);
    round.begin(() => work(claimed, holder, round).finally(() => inFlight.delete(teamId)), { campaign: id });
    return true;
  }

  return startLoop({
    name: 'campaigns',
    log,
    everyMs: POLL_MS,
    wakeOn: { signals, topic: CAMPAIGNS_TOPIC },
    async round(round) {
      let taken = false;
      for (const line of lines) taken = (await claim(line, round)) || taken;
      return taken ? 0 : POLL_MS;
    },
  });
}

/** Has a campaign that failed tried again later. */
async function delay(
  { pool, log }: Pick<RunParts, 'pool' | 'log'>,
  { campaign, holder }: { campaign: OpenCampaign; holder: string },
  error: unknown,
): Promise<void> {
  const { id, teamId } = campaign;
  const what = { err: error, campaign: id, team: teamId };
  if (isDatabaseAway(error) && !isTimedOut(error)) {
    // Leaves this campaign: it resumes when its lease expires.
    log.warn(what, 'a campaign waits for the database');
    return;
  }
  log.error(what, 'a campaign cannot go on; it is tried again later');
  const why = error instanceof Error ? error.message : String(error);
  // Without this it is tried again when its lease is over.
  await delayCampaign(pool, campaign, holder, why).catch(() => {});
}

/**
 * Claims a campaign of the next team after the last one, and begins again with the first team after the
 * last.
 */
async function claimNext(pool: Pool, holder: string, line: Line): Promise<OpenCampaign | null> {
  const { mode, inFlight } = line;
  const claimAfter = (lastTeam: string) =>
    claimCampaign(pool, holder, { mode, lastTeam, busyTeams: [...inFlight] }, VALIDITY_MS);
  let claimed = await claimAfter(line.lastTeam);
  if (!claimed && line.lastTeam !== FIRST_ID) claimed = await claimAfter(FIRST_ID);
  line.lastTeam = claimed?.teamId ?? FIRST_ID;
  return claimed;
}
