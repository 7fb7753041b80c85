// Fair scheduling of provider notices: round robin by address, then by payment. A flood delays only its own
// address.
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import type { Refusal } from '../../refusal.ts';

type Limits = {
  /** Notices that are worked on at a time, in all and of one address. */
  atOnce: number;
  ofAddress: number;
  waitMs: number;
  /** Of one payment. */
  mostWaiting: number;
  busy: string;
};

/** An address with work: its payments in turn, and the places that are free in the line of all addresses. */
type Address = { turns: ReturnType<typeof openFairScheduler>; free: string[]; works: number };

/**
 * Runs work about a payment when it is the turn of its address and then of the payment. Refusals as of
 * `openFairScheduler`.
 */
export type NoticeLine = <T>(address: string, about: string, work: () => Promise<T>) => Promise<T | Refusal>;

/**
 * Opens a line. An address takes `ofAddress` places at most, so with fewer than `atOnce` others find one at
 * once.
 */
export function openNoticeQueue({ atOnce, ofAddress, waitMs, mostWaiting, busy }: Limits): NoticeLine {
  const all = openFairScheduler({ atOnce, waitMs, busy });
  const addresses = new Map<string, Address>();
  return async (address, about, work) => {
    const own = addresses.get(address) ?? {
      turns: openFairScheduler({ atOnce: ofAddress, waitMs, mostWaiting, busy }),
      free: Array.from({ length: ofAddress }, (_, place) => `${address} ${place}`),
      works: 0,
    };
    addresses.set(address, own);
    own.works++;
    try {
      return await own.turns(about, async () => {
        const place = own.free.pop()!;
        try {
          return await all(place, work);
        } finally {
          own.free.push(place);
        }
      });
    } finally {
      own.works--;
      if (own.works === 0) addresses.delete(address);
    }
  };
}
