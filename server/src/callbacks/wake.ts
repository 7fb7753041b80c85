// Wakes the delivery of callbacks and SMPP receipts. Wake-ups are only hints, because both are also polled.
import type { Signals } from '../db/signals.ts';

/** The topic of new callbacks and receipts. */
export const CALLBACKS_TOPIC = 'callbacks';

const listeners = new Set<() => void>();

/** Wakes the delivery after a status was queued. Call it after the commit. */
export function wakeCallbacks(): void {
  for (const listener of listeners) listener();
}

/** Passes wake-ups of this process on to every process that delivers. */
export function passOnWakes(signals: Pick<Signals, 'send'>): void {
  listeners.add(() => signals.send(CALLBACKS_TOPIC));
}
