// The SMPP sessions of a carrier link. Their number follows the process's contract share while the link runs.
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import { statusName } from '@godwit/smpp/codec/status';
import { connectSession, type SmppSession, type StateChange } from '@godwit/smpp/session/session';
import type { Logger } from 'pino';
import type { SmppConfig } from './config.ts';

type Hooks = {
  log: Logger;
  responseTimeoutMs: number;
  /** A session was bound, lost or closed. */
  onChange(): void;
  /** A session above the share has closed. */
  onGivenBack(): void;
  onDeliver(linkId: string, pdu: DeliverSm): Promise<number>;
};

type Binding = { session: SmppSession; sends: boolean };
/** One session in the contract's sense: one bind, or two with `pair`. */
type Opened = readonly Binding[];

/** Opens all sessions of a link. A link under contract opens none until it has a share. */
export function openSessions(config: SmppConfig, hooks: Hooks) {
  const connect = connector(config, hooks);
  const open: Opened[] = [];
  const leaving = new Set<Opened>();

  /**
   * Changes the number of sessions. Surplus ones take no more submits and are cut after `graceMs`
   * milliseconds.
   */
  function resize(count: number, graceMs: number) {
    while (open.length < count) open.push(connect());
    for (const one of open.splice(count)) leaving.add(one);
    for (const one of leaving) void leave(one, graceMs);
  }

  async function leave(one: Opened, graceMs: number) {
    await Promise.all(one.map(({ session }) => session.close(graceMs)));
    if (!leaving.delete(one)) return;
    hooks.onChange();
    hooks.onGivenBack();
  }

  if (!config.isContract) resize(config.sessions, 0);
  return {
    resize,
    /** The number of sessions, including those that are closing. */
    held: () => open.length + leaving.size,
    /** The sessions that take submits. */
    senders: () => open.flat().flatMap(({ session, sends }) => (sends ? [session] : [])),
    refused: () => open.flat().some(({ session }) => session.state === 'refused'),
    metrics: () => metricsOf(open.flat(), config.window),
    async close(graceMs: number) {
      resize(0, graceMs);
      await Promise.all([...leaving].map((one) => leave(one, graceMs)));
    },
  };
}

/** `inFlight`: submits without an answer, at most `window`. */
function metricsOf(sessions: readonly Binding[], window: number) {
  const bound = sessions.filter(({ session }) => session.state === 'bound');
  const sending = (some: readonly Binding[]) => some.filter(({ sends }) => sends);
  return {
    sessions: sessions.length,
    boundSessions: bound.length,
    window: sending(sessions).length * window,
    inFlight: sending(bound).reduce((sum, { session }) => sum + window - session.freeWindow(), 0),
  };
}

/** Returns a function that connects one more session. */
function connector(config: SmppConfig, { log, responseTimeoutMs, onChange, onDeliver }: Hooks): () => Opened {
  const binds = config.bind === 'pair' ? (['transmitter', 'receiver'] as const) : (['transceiver'] as const);
  // Made when it is needed: a child keeps the level that the log had when it was made.
  const linkLog = () => log.child({ link: config.id });
  const logNotTaken = seldom((err) =>
    linkLog().error({ err }, 'a receipt could not be taken; the carrier will repeat it'),
  );
  return () =>
    binds.map((bind) => ({
      sends: bind !== 'receiver',
      session: connectSession({
        host: config.host,
        port: config.port,
        tls: config.tls,
        systemId: config.system_id,
        password: config.password,
        systemType: config.system_type,
        bind,
        window: config.window,
        responseTimeoutMs,
        onState(change) {
          logState(linkLog(), bind, change);
          onChange();
        },
        onDeliver: (pdu) => onDeliver(config.id, pdu),
        onError: logNotTaken,
      }),
    }));
}

/** Reports at most once per second, because every receipt fails while the database is away. */
function seldom(report: (error: unknown) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    report(error);
  };
}

function logState(log: Logger, bind: string, { state, reason, detail, bindStatus, retryInMs }: StateChange) {
  if (state === 'bound') log.info({ bind }, 'bound');
  else if (state === 'refused') {
    const status = bindStatus === null ? null : statusName(bindStatus);
    log.error(
      { bind, status },
      'the carrier refuses this account; the link stays down until its settings change',
    );
  } else if (reason === 'closedByUs') log.info({ bind }, 'unbound');
  else if (reason) log.warn({ bind, reason, detail, retryInMs }, 'not bound');
}
