// The wake-up of what tells customers of messages: callbacks and SMPP receipts. Only a hint: both are also looked for from time to time.
import type { Signals } from '../db/signals.ts';

/** The topic of new callbacks and receipts. */
export const CALLBACKS_TOPIC = 'callbacks';

const listeners = new Set<() => void>();

/** Wakes the delivery, as a status has been queued; call it after its commit. */
export function wakeCallbacks(): void {
  for (const listener of listeners) listener();
}

/** Passes wake-ups of this process on to every process that delivers. */
export function passOnWakes(signals: Pick<Signals, 'send'>): void {
  listeners.add(() => signals.send(CALLBACKS_TOPIC));
}
