// The connections of an HTTP link as the session that its window uses.
import type { HttpConfig } from '../config.ts';
import { openInFlight } from '../inFlight.ts';
import type { Exchange, Exchanged, Exchanger } from './exchange.ts';
import type { Suspension } from './suspension.ts';
import type { Unit } from './unit.ts';

type Parts = {
  exchanger: Exchanger;
  suspension: Suspension;
  /** Whether requests may still be written. */
  mayWrite(): boolean;
  /** A connection is free, or the share has changed. */
  onFreed(): void;
  onGivenBack(): void;
};

/** The connections of a link: how many this process may use, and how many have a request. */
export function openConnections(
  config: HttpConfig,
  { exchanger, suspension, mayWrite, onFreed, onGivenBack }: Parts,
) {
  const busy = openInFlight();
  /** The requests in flight, and how many messages each has. */
  const active = new Map<Exchange, number>();
  let share = config.isContract ? 0 : config.sessions;

  function submit(unit: Unit, onLate: (answer: Exchanged) => void): Promise<Exchanged> {
    const exchange = exchanger.send(unit.request(), { mayWrite, onLate });
    active.set(exchange, unit.size());
    void busy.track(
      exchange.ended.then(() => {
        active.delete(exchange);
        onFreed();
        if (active.size >= share) onGivenBack();
      }),
    );
    return exchange.outcome;
  }

  return {
    /** The connections that this process may use. */
    share: () => share,
    /** The connections that it holds, including those above its share that still wait for an answer. */
    held: () => Math.max(share, active.size),
    /** Changes the share. Requests above it are cut after `graceMs` milliseconds. */
    resize(count: number, graceMs: number) {
      share = count;
      const surplus = [...active.keys()].slice(count);
      if (surplus.length > 0) {
        const cut = () => {
          for (const exchange of surplus) exchange.cut();
        };
        if (graceMs === 0) cut();
        else setTimeout(cut, graceMs).unref();
      }
      onFreed();
    },
    sender: {
      get state() {
        return share > 0 && suspension.isOpen() ? 'bound' : 'suspended';
      },
      freeWindow: () => Math.max(0, Math.min(share, suspension.capacity()) - active.size),
      submit,
    },
    metrics: () => ({
      sessions: share,
      boundSessions: suspension.isOpen() ? share : 0,
      window: share * config.window,
      inFlight: active.values().reduce((sum, size) => sum + size, 0),
    }),
    drained: busy.drained,
  };
}
