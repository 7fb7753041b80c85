// Tests a link of a version: connects, and signs in, without sending anything.
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { statusName } from '@godwit/smpp/codec/status';
import { connectSession, type StateChange } from '@godwit/smpp/session/session';
import { recordAudit } from '../../audit/record.ts';
import type { Staff } from '../../identity/sessions.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type HttpConfig, isHttp, type SmppConfig } from '../links/config.ts';
import { openExchanger } from '../links/http/exchange.ts';
import { openToken } from '../links/http/token.ts';
import { listLinks } from '../staff/links.ts';
import { findNetwork } from './findNetwork.ts';
import { selectCurrent } from './queries.ts';

const WITHIN_MS = 10_000;
const CHECK_ACCOUNT = 'Check the account and the secrets of this link.';
const CHECK_ADDRESS = 'Check the address, and whether the carrier lets this server in.';

export type Tested = { ok: boolean; words: string };

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

/**
 * Tests a link of a version, or of the network in use. One over SMPP that is in use and bound is not bound
 * again, because many accounts may bind only so often. Refuses as `findNetwork` does, and with 1001 if there
 * is no such link.
 */
export async function testLink(
  services: Parts,
  by: Staff,
  { link: id, version }: { link: string; version: number | null },
): Promise<Tested | Refusal> {
  const network = await findNetwork(services, version);
  if (isRefusal(network)) return network;
  const config = network.links.find((one) => one.id === id);
  if (!config) return refuse('notFound');
  await recordAudit(services.kysely, by, { action: 'LINK_TESTED', subject: id, detail: { version } });
  if (isHttp(config)) return testHttp(config);
  const isInUse = version === null || version === (await selectCurrent(services.kysely))?.number;
  const now = isInUse ? (await listLinks(services)).find((one) => one.id === id) : undefined;
  const bound = now?.bound_sessions ?? 0;
  if (bound === 0) return testSmpp(config);
  const sessions = bound === 1 ? '1 bound session' : `${bound} bound sessions`;
  return { ok: true, words: `This link has ${sessions}, so the test did not bind again.` };
}

async function testHttp(config: HttpConfig): Promise<Tested> {
  const { login } = config.profile.auth;
  if (!login) return testConnection(config);
  const exchanger = openExchanger({ connections: 1, answerMs: WITHIN_MS });
  try {
    const signedIn = await openToken(config.profile, config.secrets, exchanger).get();
    if (signedIn.token === null)
      return { ok: false, words: `The sign-in failed (${signedIn.why}). ${CHECK_ACCOUNT}` };
    return { ok: true, words: 'The carrier accepted the sign-in.' };
  } finally {
    await exchanger.close();
  }
}

/** A carrier without a sign-in checks the secrets only when a message is sent. */
async function testConnection({ host, port, tls }: HttpConfig): Promise<Tested> {
  const socket = tls ? connectTls({ host, port, servername: host }) : connect({ host, port });
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(WITHIN_MS) });
    return {
      ok: true,
      words: `${host} accepts connections. This carrier checks the secrets only with the first message.`,
    };
  } catch (error) {
    return { ok: false, words: `${host} cannot be reached (${reasonOf(error)}). ${CHECK_ADDRESS}` };
  } finally {
    socket.destroy();
  }
}

const reasonOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === undefined ? 'no answer in 10 seconds' : String(code);
};

/** Binds once and unbinds. The receipts that a carrier sends at once are answered as not taken. */
async function testSmpp(config: SmppConfig): Promise<Tested> {
  const decided = Promise.withResolvers<StateChange | null>();
  const timer = setTimeout(() => decided.resolve(null), WITHIN_MS);
  const session = connectSession({
    ...{ host: config.host, port: config.port, tls: config.tls },
    ...{ systemId: config.system_id, password: config.password, systemType: config.system_type },
    ...{ bind: 'transmitter', window: 1, responseTimeoutMs: WITHIN_MS },
    onState: (change) => decided.resolve(change),
    onDeliver: () => TRY_LATER,
    onError: () => {},
  });
  const change = await decided.promise;
  clearTimeout(timer);
  await session.close(1_000);
  if (!change) return { ok: false, words: `The carrier did not answer within 10 seconds. ${CHECK_ADDRESS}` };
  if (change.state === 'bound') return { ok: true, words: 'The carrier accepted the bind.' };
  const status =
    change.bindStatus === null ? (change.detail ?? change.reason) : statusName(change.bindStatus);
  const words =
    change.state === 'refused'
      ? `The carrier refused the bind (${status}). ${CHECK_ACCOUNT}`
      : `The bind failed (${status}). ${CHECK_ADDRESS}`;
  return { ok: false, words };
}

/** ESME_RX_T_APPN: a temporary error, so the carrier sends it again. */
const TRY_LATER = 0x64;
