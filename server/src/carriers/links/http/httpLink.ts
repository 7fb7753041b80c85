// An HTTP link: implements the contract in `../../link.ts` by requests to one account of a carrier. A session
// is a connection with at most one request. The carrier splits long messages.
import type { Link } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { openContractShare } from '../contractShare.ts';
import type { LinkHooks } from '../hooks.ts';
import { openInFlight } from '../inFlight.ts';
import { openTokenBucket } from '../throttling.ts';
import { openWindows } from '../window.ts';
import { asWritten } from '../wireSender.ts';
import { openAsking } from './asking.ts';
import { openConnections } from './connections.ts';
import { openExchanger } from './exchange.ts';
import { openHours } from './hours.ts';
import { openJudge } from './outcome.ts';
import { openOutgoing } from './outgoing.ts';
import { openSuspension } from './suspension.ts';
import { openToken } from './token.ts';
import type { Unit } from './unit.ts';

/** Opens a link. A link under contract sends nothing until it gets a share. */
export function openHttpLink(config: HttpConfig, hooks: LinkHooks): Link {
  const exchanger = openExchanger({ connections: config.sessions, answerMs: hooks.responseTimeoutMs });
  const suspension = openSuspension(slotsFreed);
  const hours = openHours(config.hours, slotsFreed, hooks.now);
  const connections = openConnections(config, {
    ...{ exchanger, suspension, onGivenBack: hooks.onGivenBack, onFreed: slotsFreed },
    mayWrite: () => contract.isHeld(),
  });
  const bucket = openTokenBucket(config.isContract ? 0 : config.throughput, slotsFreed);
  const contract = openContractShare(config, { ...hooks, sessions: connections, bucket });
  const senders = () => (contract.isHeld() && hours.isOpen() && !isClosed ? [connections.sender] : []);
  const { counts } = config.profile.limits;
  const windows = openWindows(senders, bucket, {
    ...{ slots: connections.share, checkedForMs: hooks.checkedForMs },
    costOf: (unit: Unit, _onLate: unknown) => (counts === 'requests' ? 1 : unit.size()),
  });
  const token = openToken(config.profile, config.secrets, exchanger);
  const asking = openAsking(config, token, hooks.responseTimeoutMs);
  const judged = openJudge(config, { bucket, suspension });
  const outgoing = openOutgoing(config, hooks, {
    ...{ windows, bucket, suspension, token, judge: judged.judge },
  });
  const inFlight = openInFlight();
  let [isPaused, isClosed] = [false, false];

  function slotsFreed() {
    windows.freed();
    hooks.onChange();
  }

  return {
    config,
    ...contract.ofLink,
    bound: () => contract.isHeld() && connections.share() > 0 && suspension.isOpen() && hours.isOpen(),
    outOfHours: () => !hours.isOpen(),
    refused: outgoing.isRefused,
    setPaused(paused: boolean) {
      isPaused = paused;
    },
    paused: () => isPaused,
    slowed: bucket.isSlowed,
    trouble: () => hours.words() ?? suspension.words(),
    ask: asking.ask,
    metrics: () => ({ ...connections.metrics(), taken: judged.taken() }),
    capacity(isBegun) {
      if (isPaused || !contract.isHeld() || !hours.isOpen()) return 0;
      return outgoing.capacity(windows.capacity(isBegun), bucket.capacity() + bucket.ahead());
    },
    async send(message, events) {
      const outcome = await inFlight.track(outgoing.send({ message: asWritten(message), events }));
      slotsFreed();
      return outcome;
    },
    async close(withinMs: number, graceMs: number) {
      isPaused = true;
      await inFlight.drained(withinMs);
      isClosed = true;
      windows.freed();
      contract.end();
      bucket.close();
      suspension.close();
      hours.close();
      await connections.drained(graceMs);
      await Promise.all([exchanger.close(), asking.close()]);
      slotsFreed();
    },
  };
}
