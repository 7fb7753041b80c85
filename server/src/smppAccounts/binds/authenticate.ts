// Authenticates binds, by an SMPP account or by a project's id and API key. Wrong passwords are throttled by
// system id and by address. The refusal names the fault only if the password was right.
import { timingSafeEqual } from 'node:crypto';
import type { Mode } from '@godwit/contract/messages/statuses';
import {
  SMPP_DEFAULTS,
  SMPP_LIMITS,
  type SmppCharset,
  type SmppLongMessages,
} from '@godwit/contract/smppAccounts';
import { type ListedTlv, readListedTlv } from '@godwit/contract/tlvs';
import type { BindRequest } from '@godwit/smpp/codec/pdu';
import { commandStatus } from '@godwit/smpp/codec/status';
import { isAllowed } from '../../http/networks.ts';
import { createLimiter, networkOf } from '../../http/rateLimit.ts';
import { bindThrottleKey, countAttempt, resetAttempts } from '../../identity/throttle.ts';
import { findKeyOwner } from '../../projects/apiKeys.ts';
import type { Services } from '../../services.ts';
import { selectAccount } from '../queries.ts';
import { hashesOf } from './credentials.ts';
import type { Listed } from './listed.ts';

/**
 * The account of a bind. `systemId`: an account's, or a project's id with the mode of its API key. `key`:
 * that API key.
 */
export type Account = {
  systemId: string;
  teamId: string;
  projectId: string;
  mode: Mode;
  throughput: number;
  maxBinds: number;
  charset: SmppCharset;
  longMessages: SmppLongMessages;
  /** The optional parameters that its messages may have. */
  tlvs: readonly ListedTlv[];
  network: string;
  key: string | null;
};

const API_KEY = /^gk_/;
/** Binds of one system id from one network that may queue: as many as an account may have. */
const LONGEST_LINE = SMPP_LIMITS.maxBinds;

/** Opens the authentication. It returns the account, or the status to refuse with. */
export function openAuthentication(
  services: Pick<Services, 'kysely' | 'secrets' | 'settings'>,
  listed: Pick<Listed, 'names'>,
) {
  const limitAddress = createLimiter('smpp bind', () => services.settings.limitLogin);
  const inLine = openLine();

  return async (bind: BindRequest, address: string): Promise<Account | number> => {
    const network = networkOf(address);
    try {
      // An account that lists its addresses has its own budget there, which strangers behind the same address
      // cannot use up.
      limitAddress(listed.names(bind.systemId, address) ? `${network} ${bind.systemId}` : network, null);
    } catch {
      return commandStatus.ESME_RTHROTTLED;
    }
    if (API_KEY.test(bind.password)) return byKey(services, bind, network);
    // One at a time per system id, so a client that opens all its binds at once does not look like one that
    // guesses.
    const work = () => byAccount(services, bind, { address, network });
    return inLine(`${network} ${bind.systemId}`, work) ?? commandStatus.ESME_RTHROTTLED;
  };
}

async function byKey(
  services: Pick<Services, 'kysely' | 'secrets'>,
  { systemId: projectId, password: key }: BindRequest,
  network: string,
): Promise<Account | number> {
  const owner = await findKeyOwner(services, key);
  if (owner?.projectId !== projectId) return commandStatus.ESME_RINVPASWD;
  const systemId = `${projectId} ${owner.mode}`;
  const { long_messages: longMessages, ...defaults } = SMPP_DEFAULTS;
  return { ...owner, systemId, ...defaults, longMessages, tlvs: [], network, key };
}

async function byAccount(
  { kysely, secrets }: Pick<Services, 'kysely' | 'secrets'>,
  { systemId, password }: BindRequest,
  { address, network }: { address: string; network: string },
): Promise<Account | number> {
  const row = await selectAccount(kysely, systemId);
  const isKnown = row?.last_network === network;
  const throttleKey = bindThrottleKey(secrets, systemId, isKnown ? network : null);
  if (await countAttempt(kysely, throttleKey)) return commandStatus.ESME_RTHROTTLED;
  const hashes = hashesOf(secrets, systemId, password);
  if (!row || !hashes.some((hash) => timingSafeEqual(row.password_hash, hash)))
    return commandStatus.ESME_RINVPASWD;
  await resetAttempts(kysely, throttleKey);
  if (!isAllowed(row.networks, address)) return commandStatus.ESME_RBINDFAIL;
  return {
    systemId,
    teamId: row.team_id,
    projectId: row.project_id,
    mode: row.mode,
    throughput: row.throughput,
    maxBinds: row.max_binds,
    charset: row.charset,
    longMessages: row.long_messages,
    tlvs: row.tlvs.flatMap((text) => readListedTlv(text) ?? []),
    network,
    key: null,
  };
}

/** Runs tasks of one name one after another. Returns null if the queue of that name is full. */
export function openLine(longest: number = LONGEST_LINE) {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> | null => {
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= longest) return null;
    line.length++;
    lines.set(name, line);
    const mine = line.last.then(work, work).finally(() => {
      line.length--;
      if (line.length === 0) lines.delete(name);
    });
    line.last = mine;
    return mine;
  };
}
