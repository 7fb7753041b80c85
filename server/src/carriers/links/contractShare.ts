// The part of a carrier contract that this process holds, on the side of the link.
import type { ContractShare } from '../link.ts';
import type { LinkConfig } from './config.ts';
import type { TokenBucket } from './throttling.ts';

const NO_SHARE: ContractShare = { sessions: 0, throughput: 0, untilMs: 0, worksElsewhere: false };

type Parts = {
  sessions: {
    /** The number of sessions, including those that are closing. */
    held(): number;
    /** Changes the number of sessions. Surplus ones end after `graceMs` milliseconds at most. */
    resize(count: number, graceMs: number): void;
  };
  bucket: TokenBucket;
  responseTimeoutMs: number;
  onChange(): void;
};

/**
 * Opens the share of a link. A link without a contract has all of it. `ofLink`: its part of the link's
 * interface.
 */
export function openContractShare(
  config: Pick<LinkConfig, 'isContract' | 'sessions' | 'throughput'>,
  { sessions, bucket, responseTimeoutMs, onChange }: Parts,
) {
  let share = config.isContract ? NO_SHARE : { ...config, untilMs: Infinity, worksElsewhere: false };
  let isOver = false;
  // Checked before each write: when a suspended process resumes, answers come before timers.
  const isHeld = () => performance.now() < share.untilMs;
  return {
    isHeld,
    /** Ignores later shares. */
    end() {
      isOver = true;
    },
    ofLink: {
      elsewhere: () => share.worksElsewhere && share.sessions === 0,
      worksElsewhere: () => share.worksElsewhere,
      held: () => ({ sessions: sessions.held(), throughput: bucket.perSecond() }),
      setShare(next: ContractShare) {
        if (isOver) return;
        const isChanged = next.worksElsewhere !== share.worksElsewhere || !isHeld();
        share = next;
        bucket.setRate(next.throughput);
        sessions.resize(next.sessions, responseTimeoutMs);
        if (isChanged) onChange();
      },
      lapse() {
        share = NO_SHARE;
        bucket.setRate(0);
        sessions.resize(0, 0);
      },
    },
  };
}
