// Campaigns worked off by this process: taken up when they are due, and when their worker has died.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { openBell } from '../bell.ts';
import type { Signals } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { type Accept, VALIDITY_MS } from '../messages/accept.ts';
import { goOn } from './steps.ts';
import { claimCampaign, type OpenCampaign, releaseLease, renewLease } from './workQueries.ts';

/** The topic that tells workers of a campaign to look at. */
export const CAMPAIGNS_TOPIC = 'campaigns';

// A long campaign does not keep a short one waiting.
const AT_ONCE = 4;
const POLL_MS = 1_000;

type RunParts = { pool: Pool; accept: Accept; signals: Pick<Signals, 'on'>; log: Logger };

/** Starts working campaigns off. Any number of processes may: each campaign has one worker at a time. */
export function startCampaigns({ pool, accept, signals, log }: RunParts): { stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  const news = openBell();
  const off = signals.on(CAMPAIGNS_TOPIC, news.ring);

  async function work(claimed: OpenCampaign, holder: string) {
    const worker = { pool, accept, holder, isStopping: () => stopping };
    try {
      let campaign: OpenCampaign | null = claimed;
      while (campaign && !stopping) {
        await goOn(worker, campaign);
        campaign = await renewLease(pool, claimed, holder, VALIDITY_MS);
      }
      if (campaign) await releaseLease(pool, campaign, holder);
    } catch (error) {
      log.error(
        { err: error, campaign: claimed.id },
        'a campaign stopped; it goes on when its lease is over',
      );
    }
  }

  async function takeUp(): Promise<boolean> {
    if (underWay.size >= AT_ONCE) return false;
    const holder = newId();
    const claimed = await claimCampaign(pool, holder, VALIDITY_MS).catch((error) => {
      log.error({ err: error }, 'could not look for campaigns; it is tried again');
      return null;
    });
    if (!claimed) return false;
    const working = work(claimed, holder).finally(() => {
      underWay.delete(working);
      news.ring();
    });
    underWay.add(working);
    return true;
  }

  async function look() {
    while (!stopping) {
      const next = news.next();
      if (!(await takeUp())) await next.within(POLL_MS);
    }
  }

  const looking = look();
  return {
    async stop() {
      stopping = true;
      off();
      news.ring();
      await looking;
      await Promise.all(underWay);
    },
  };
}
