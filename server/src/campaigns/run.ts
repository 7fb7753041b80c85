// Campaigns worked off by this process, in turn by team: taken up when they are due, and when their worker has died.
import type { Mode } from '@godwit/contract/statuses';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { openBell } from '../bell.ts';
import type { Signals } from '../db/signals.ts';
import { isDatabaseAway, isTimedOut } from '../db/together.ts';
import { newId } from '../ids.ts';
import { type Accept, VALIDITY_MS } from '../messages/accept.ts';
import { goOn } from './steps.ts';
import { claimCampaign, delayCampaign, type OpenCampaign, releaseLease } from './workQueries.ts';

/** The topic that tells workers of a campaign to look at. */
export const CAMPAIGNS_TOPIC = 'campaigns';

// A team has one campaign of a mode under way at a time. LIVE is looked for first and has more slots, but none that TEST needs.
const SLOTS: readonly (readonly [Mode, number])[] = [
  ['LIVE', 3],
  ['TEST', 2],
];
/** How long a campaign keeps its slot before the next team has its turn. */
const TURN_MS = 2_000;
/** A statement that takes longer is stuck: a million recipients are fixed in half of it with ten times the load that a machine can bear. */
const STEP_MS = 120_000;
const POLL_MS = 1_000;
/** Sorts before every id. */
const NO_TEAM = '00000000-0000-0000-0000-000000000000';

type RunParts = { pool: Pool; accept: Accept; signals: Pick<Signals, 'on'>; log: Logger; stepMs?: number };
type Line = { mode: Mode; slots: number; lastTeam: string; underWay: Map<string, Promise<void>> };

/**
 * Starts working campaigns off. Any number of processes may: each campaign has one worker at a time. `stepMs`: how long one statement
 * for a campaign may take, in milliseconds, before the campaign is given back to be tried again later.
 */
export function startCampaigns({ pool, accept, signals, log, stepMs = STEP_MS }: RunParts): {
  stop(): Promise<void>;
} {
  const lines = SLOTS.map(([mode, slots]): Line => ({ mode, slots, lastTeam: NO_TEAM, underWay: new Map() }));
  let stopping = false;
  const news = openBell();
  const off = signals.on(CAMPAIGNS_TOPIC, news.ring);

  async function work(campaign: OpenCampaign, holder: string) {
    const end = performance.now() + TURN_MS;
    const isOver = () => stopping || performance.now() > end;
    try {
      await goOn({ pool, accept, log, holder, stepMs, isOver }, campaign);
      await releaseLease(pool, campaign, holder);
    } catch (error) {
      await giveBack({ pool, log }, { campaign, holder }, error);
    }
  }

  async function takeUp(line: Line): Promise<boolean> {
    const { underWay } = line;
    if (underWay.size >= line.slots) return false;
    const holder = newId();
    const claimed = await claimNext(pool, holder, line);
    if (!claimed) return false;
    const { teamId } = claimed;
    const working = work(claimed, holder).finally(() => {
      underWay.delete(teamId);
      news.ring();
    });
    underWay.set(teamId, working);
    return true;
  }

  async function takeUpAll(): Promise<boolean> {
    let taken = false;
    try {
      for (const line of lines) taken = (await takeUp(line)) || taken;
    } catch (error) {
      log.error({ err: error }, 'could not look for campaigns; it is tried again');
      return false;
    }
    return taken;
  }

  async function look() {
    while (!stopping) {
      const next = news.next();
      if (!(await takeUpAll())) await next.within(POLL_MS);
    }
  }

  const looking = look();
  return {
    async stop() {
      stopping = true;
      off();
      news.ring();
      await looking;
      await Promise.all(lines.flatMap(({ underWay }) => [...underWay.values()]));
    },
  };
}

/** Has a campaign that failed tried again later. */
async function giveBack(
  { pool, log }: Pick<RunParts, 'pool' | 'log'>,
  { campaign, holder }: { campaign: OpenCampaign; holder: string },
  error: unknown,
): Promise<void> {
  const { id, teamId } = campaign;
  const what = { err: error, campaign: id, team: teamId };
  if (isDatabaseAway(error) && !isTimedOut(error)) {
    // Nothing about this campaign: it goes on when its lease is over.
    log.warn(what, 'a campaign waits for the database');
    return;
  }
  log.error(what, 'a campaign cannot go on; it is tried again later');
  const why = error instanceof Error ? error.message : String(error);
  // Without this it is tried again when its lease is over.
  await delayCampaign(pool, campaign, holder, why).catch(() => {});
}

/** Takes up a campaign of the next team after the last one, and begins again with the first team after the last. */
async function claimNext(pool: Pool, holder: string, line: Line): Promise<OpenCampaign | null> {
  const { mode, underWay } = line;
  const claimAfter = (lastTeam: string) =>
    claimCampaign(pool, holder, { mode, lastTeam, busyTeams: [...underWay.keys()] }, VALIDITY_MS);
  let claimed = await claimAfter(line.lastTeam);
  if (!claimed && line.lastTeam !== NO_TEAM) claimed = await claimAfter(NO_TEAM);
  line.lastTeam = claimed?.teamId ?? NO_TEAM;
  return claimed;
}
