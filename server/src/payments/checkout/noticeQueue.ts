// Fair scheduling of provider notices: round robin by address, then by payment. A flood delays only its own
// address.
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import type { Refusal } from '../../refusal.ts';

type Limits = {
  /** Notices processed at a time: in total, and of one address. */
  atOnce: number;
  ofAddress: number;
  waitMs: number;
  /** Notices of one payment that may wait. */
  mostWaiting: number;
  busy: string;
};

/**
 * An address with work: the scheduler of its payments, and its free slots in the scheduler of all addresses.
 */
type Address = { schedule: ReturnType<typeof openFairScheduler>; free: string[]; works: number };

/** Runs work about a payment: round robin by address, then by payment. Refusals as of `openFairScheduler`. */
export type NoticeQueue = <T>(address: string, about: string, work: () => Promise<T>) => Promise<T | Refusal>;

/** Opens a queue. If `ofAddress` is less than `atOnce`, one address cannot occupy all slots. */
export function openNoticeQueue({ atOnce, ofAddress, waitMs, mostWaiting, busy }: Limits): NoticeQueue {
  const all = openFairScheduler({ atOnce, waitMs, busy });
  const addresses = new Map<string, Address>();
  return async (address, about, work) => {
    const own = addresses.get(address) ?? {
      schedule: openFairScheduler({ atOnce: ofAddress, waitMs, mostWaiting, busy }),
      free: Array.from({ length: ofAddress }, (_, slot) => `${address} ${slot}`),
      works: 0,
    };
    addresses.set(address, own);
    own.works++;
    try {
      return await own.schedule(about, async () => {
        const slot = own.free.pop()!;
        try {
          return await all(slot, work);
        } finally {
          own.free.push(slot);
        }
      });
    } finally {
      own.works--;
      if (own.works === 0) addresses.delete(address);
    }
  };
}
