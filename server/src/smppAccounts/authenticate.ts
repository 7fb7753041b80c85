// Whether a bind is granted: by an SMPP account, or by a project's id and API key where a client can send them. Wrong passwords are
// throttled by system id and by address; a right one says what it is wrong with, a wrong one nothing.
import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { SMPP_DEFAULTS, SMPP_LIMITS } from '@godwit/contract/smppAccounts';
import type { Mode } from '@godwit/contract/statuses';
import type { BindRequest } from '@godwit/smpp/pdu';
import { commandStatus } from '@godwit/smpp/status';
import { createLimiter, networkOf } from '../http/rateLimit.ts';
import { bindThrottleKey, countAttempt, resetAttempts } from '../identity/throttle.ts';
import { findKeyOwner } from '../projects/apiKeys.ts';
import type { Services } from '../services.ts';
import { hashesOf } from './credentials.ts';
import { selectAccount } from './queries.ts';

/** What a customer is bound as. `systemId`: an account's, or a project's id with the mode of its API key. `key`: that API key. */
export type Account = {
  systemId: string;
  teamId: string;
  projectId: string;
  mode: Mode;
  throughput: number;
  maxBinds: number;
  network: string;
  key: string | null;
};

const API_KEY = /^gk_/;
/** Binds of a system id from one network that may wait for those before them: as many as an account may have. */
const LONGEST_LINE = SMPP_LIMITS.maxBinds;

/** Opens the check of binds; it gives the account, or the status to refuse with. */
export function openAuthentication(services: Pick<Services, 'kysely' | 'secrets' | 'settings'>) {
  const limitAddress = createLimiter('smpp bind', services.settings.limitLogin);
  const inLine = openLine();

  return async (bind: BindRequest, address: string): Promise<Account | number> => {
    const network = networkOf(address);
    try {
      limitAddress(network, null);
    } catch {
      return commandStatus.ESME_RTHROTTLED;
    }
    if (API_KEY.test(bind.password)) return byKey(services, bind, network);
    // One after the other for a system id, so that a client that opens all its binds at once is not taken for one that guesses.
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
  return { ...owner, systemId, ...SMPP_DEFAULTS, network, key };
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
    network,
    key: null,
  };
}

/** Whether an address is one of these or in one of these ranges; with none of them all are. */
export function isAllowed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Runs works of one name one after the other; null where so many are in line already that there is no place for one more. */
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
