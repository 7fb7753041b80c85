// The connections of an HTTP link as the session that its window uses.
import type { HttpConfig } from '../config.ts';
import { openInFlight } from '../inFlight.ts';
import type { Exchange, Exchanged, Exchanger } from './exchange.ts';
import type { Suspension } from './suspension.ts';
import type { HttpRequest } from './template.ts';

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
  const active = new Set<Exchange>();
  let share = config.isContract ? 0 : config.sessions;

  function submit(request: HttpRequest, onLate: (answer: Exchanged) => void): Promise<Exchanged> {
    const exchange = exchanger.send(request, { mayWrite, onLate });
    active.add(exchange);
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
      const surplus = [...active].slice(count);
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
      window: share,
      inFlight: active.size,
    }),
    drained: busy.drained,
  };
}
