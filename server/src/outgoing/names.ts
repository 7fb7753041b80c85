// Resolves receivers' host names with its own resolver. Node's `dns.lookup` uses four threads for the whole
// process: a few names with silent servers would delay every other name and every file read.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';

export type NamesOptions = {
  /** Text of a hosts file that takes precedence over name servers; none by default. */
  hosts?: string;
  /** Name servers as address:port; the system's by default. */
  servers?: readonly string[];
  /** Wait of the first attempt in milliseconds; each further one waits twice as long. */
  timeoutMs?: number;
  /** How many names are remembered, found or not. */
  most?: number;
  now?: () => number;
};

// In total 3 s for a silent server, within the 5 s that a connection may take.
const TIMEOUT_MS = 1_000;
const TRIES = 2;
const MOST = 10_000;
/** Bounds of a name's own time to live. */
const FOUND_MS = { least: 5_000, most: 60_000 };
/**
 * Short, since a missing name may appear soon; long enough that not every call to a dead name waits for it.
 */
const MISSING_MS = 10_000;
/** After this the system's name servers are read again, since a machine may change networks. */
const RESOLVER_MS = 60_000;
const LOCALHOST: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

type Remembered = { addresses: Promise<LookupAddress[]>; untilMs: number };

/** Opens a resolver that caches found names, and missing ones for a short time. */
export function openNames({
  hosts = '',
  servers,
  timeoutMs = TIMEOUT_MS,
  most = MOST,
  now = () => performance.now(),
}: NamesOptions = {}) {
  const fixed = readHosts(hosts);
  const remembered = new Map<string, Remembered>();
  let resolver: Resolver | undefined;
  let resolverUntilMs = 0;

  function resolverNow(): Resolver {
    if (!resolver || now() >= resolverUntilMs) {
      resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
      if (servers) resolver.setServers(servers);
      resolverUntilMs = now() + RESOLVER_MS;
    }
    return resolver;
  }

  function ask(name: string): Promise<LookupAddress[]> {
    // Queries in flight are cached too, so calls that start together query once.
    const entry: Remembered = { addresses: Promise.resolve([]), untilMs: Infinity };
    entry.addresses = addressesOf(resolverNow(), name).then(
      ({ addresses, ttlMs }) => {
        entry.untilMs = now() + Math.min(Math.max(ttlMs, FOUND_MS.least), FOUND_MS.most);
        return addresses;
      },
      (error) => {
        entry.untilMs = now() + MISSING_MS;
        throw error;
      },
    );
    remembered.delete(name);
    if (remembered.size >= most) remembered.delete(remembered.keys().next().value!);
    remembered.set(name, entry);
    return entry.addresses;
  }

  return {
    /**
     * All addresses of a host name, IPv4 first. Rejects with ENOTFOUND if there are none, and with EAI_AGAIN
     * if no name server answered.
     */
    async resolve(given: string): Promise<LookupAddress[]> {
      const name = given.toLowerCase().replace(/\.$/, '');
      const known = fixed.get(name);
      if (known) return known;
      // RFC 6761 §6.3: these are never sent to name servers.
      if (name === 'localhost' || name.endsWith('.localhost')) return LOCALHOST;
      const entry = remembered.get(name);
      return entry && now() < entry.untilMs ? await entry.addresses : await ask(name);
    },
  };
}

/** The text of this machine's hosts file; empty if there is none. */
export function systemHosts(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

/** An error with a code, like Node's own. */
export function codedError(code: string): Error & { code: string } {
  return Object.assign(new Error(code), { code });
}

async function addressesOf(
  resolver: Resolver,
  name: string,
): Promise<{ addresses: LookupAddress[]; ttlMs: number }> {
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
  ];
  if (found.length > 0) {
    return {
      addresses: found.map(({ address, family }) => ({ address, family })),
      ttlMs: Math.min(...found.map(({ ttl }) => ttl)) * 1_000,
    };
  }
  const isMissing = (asked: PromiseSettledResult<unknown>) =>
    asked.status === 'fulfilled' || ['ENOTFOUND', 'ENODATA'].includes(asked.reason.code);
  throw codedError(isMissing(v4) && isMissing(v6) ? 'ENOTFOUND' : 'EAI_AGAIN');
}

function readHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!address) continue;
    for (const name of names) {
      const found = { address, family: address.includes(':') ? 6 : 4 };
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), found]);
    }
  }
  return hosts;
}
