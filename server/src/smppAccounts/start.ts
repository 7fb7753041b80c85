// Starts the SMPP server for customers: binds, submits and delivers, each bounded.
import { readFileSync } from 'node:fs';
import { answerTo } from '@godwit/smpp/codec/decode';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp } from '@godwit/smpp/session/server';
import type { Signals } from '../db/signals.ts';
import { plainAddress } from '../http/address.ts';
import { networkOf } from '../http/rateLimit.ts';
import type { Accept } from '../messages/accept/accept.ts';
import type { Services } from '../services.ts';
import { openBinds } from './binds/binds.ts';
import { openListed } from './binds/listed.ts';
import { startDelivers } from './deliver/deliver.ts';
import { answerQueryOrCancel } from './submit/queryAndCancel.ts';
import { submitMany, submitOne } from './submit/submit.ts';

export type SmppService = { port: number; stop(): Promise<void> };

/** Requests of a connection processed at once. Beyond these, reading pauses. */
const WINDOW = 100;
/** Receipts and incoming messages in flight to a connection without an answer. */
const DELIVER_WINDOW = 50;
const UNBOUND_PER_NETWORK = 20;
/**
 * Requests per second of a connection before reading pauses: enough for its submits, their retries after a
 * throttle, and some more.
 */
const REQUESTS = { perMessage: 3, besides: 100 };
const ENQUIRE_MS = 30_000;
const UNBIND_GRACE_MS = 3_000;

/** Listens on SMPP_PORT; rejects if it cannot. */
export async function startSmpp(
  services: Services,
  { accept, signals }: { accept: Accept; signals: Pick<Signals, 'on'> },
): Promise<SmppService> {
  const { settings, log, pool } = services;
  const listed = await openListed(services, signals);
  const binds = openBinds(services, { signals, listed });
  const means = { pool, accept, log, taking: new Map() };
  const delivers = startDelivers({ pool, log }, signals, binds);
  const stop = async () => {
    await delivers.stop();
    await binds.stop();
    await listed.stop();
  };
  try {
    const server = await listenSmpp({
      host: settings.smppHost ?? settings.host,
      port: settings.smppPort ?? 0,
      ...tlsOf(settings),
      maxConnections: settings.smppMaxBinds,
      maxUnboundPerNetwork: UNBOUND_PER_NETWORK,
      networkOf,
      isListed: (address) => listed.has(plainAddress(address)),
      maxConcurrentSubmits: WINDOW,
      deliverWindow: DELIVER_WINDOW,
      enquireLinkMs: ENQUIRE_MS,
      maxRequestsPerSecond(connection) {
        const throughput = binds.find(connection)?.account.throughput ?? 0;
        return throughput * REQUESTS.perMessage + REQUESTS.besides;
      },
      authenticate: (bind, connection) => binds.grant(bind, connection),
      onBound: () => delivers.wake(),
      onUnbound: (connection) => binds.remove(connection),
      onSubmit(pdu, connection) {
        const bound = binds.find(connection);
        if (!bound || bound.isRevoked) return { status: commandStatus.ESME_RINVBNDSTS, messageId: '' };
        if (!bound.rate.take(1)) return { status: commandStatus.ESME_RTHROTTLED, messageId: '' };
        return submitOne(means, bound.account, pdu);
      },
      async onOther(pdu, connection) {
        const bound = binds.find(connection);
        if (!bound || bound.isRevoked)
          return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RINVBNDSTS);
        const count = pdu.command === 'submit_multi' ? pdu.destinations.length : 1;
        if (!bound.rate.take(count))
          return answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RTHROTTLED);
        return pdu.command === 'submit_multi'
          ? submitMany(means, bound.account, pdu)
          : answerQueryOrCancel(means, bound.account, pdu);
      },
      onError: (err) => log.error({ err }, 'The SMPP server had an error'),
    });
    log.info({ port: server.port }, 'Customers can bind over SMPP');
    return {
      port: server.port,
      async stop() {
        await server.close(UNBIND_GRACE_MS);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function tlsOf({ smppTlsCert, smppTlsKey }: Services['settings']) {
  if (smppTlsCert === null || smppTlsKey === null) return {};
  return { tls: { cert: readFileSync(smppTlsCert), key: readFileSync(smppTlsKey) } };
}
