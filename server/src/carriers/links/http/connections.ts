// The connections of an HTTP link as the session that its window uses.
import type { HttpConfig } from '../config.ts';
import { openInFlight } from '../inFlight.ts';
import type { Exchanged, Exchanger } from './exchange.ts';
import type { Standing } from './standing.ts';
import type { HttpRequest } from './template.ts';

type Parts = {
  exchanger: Exchanger;
  standing: Standing;
  onGivenBack(): void;
};

/** The connections of a link: how many this process may use, and how many have a request. */
export function openConnections(config: HttpConfig, { exchanger, standing, onGivenBack }: Parts) {
  const busy = openInFlight();
  let [share, used] = [config.isContract ? 0 : config.sessions, 0];
  return {
    /** The connections that this process may use. */
    share: () => share,
    /** The connections that it holds, including those above its share that still wait for an answer. */
    held: () => Math.max(share, used),
    resize(count: number) {
      share = count;
    },
    sender: {
      get state() {
        return standing.isOpen() ? 'bound' : 'standing';
      },
      freeWindow: () => Math.max(0, Math.min(share, standing.capacity()) - used),
      submit(request: HttpRequest, onLate: (answer: Exchanged) => void): Promise<Exchanged> {
        used++;
        const { outcome, ended } = exchanger.send(request, onLate);
        void busy.track(
          ended.then(() => {
            used--;
            if (used >= share) onGivenBack();
          }),
        );
        return outcome;
      },
    },
    metrics: () => ({
      sessions: share,
      boundSessions: standing.isOpen() ? share : 0,
      window: share,
      inFlight: used,
    }),
    drained: busy.drained,
  };
}
