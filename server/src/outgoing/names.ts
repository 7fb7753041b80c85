// The addresses of receivers' host names, from the name servers by a resolver of our own. node's `dns.lookup` works on threads of
// which the whole process has four: some names whose servers are silent would delay every other name, and every file that is read.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';

export type NamesOptions = {
  /** Text of a hosts file that goes before the name servers; none by default. */
  hosts?: string;
  /** Name servers as address:port; those of the system by default. */
  servers?: readonly string[];
  /** How long the first attempt waits; each further one waits twice as long. */
  timeoutMs?: number;
  /** How many names are remembered, found or not. */
  most?: number;
  now?: () => number;
};

// Together 3 s for a server that is silent, within the 5 s that a connection may take.
const TIMEOUT_MS = 1_000;
const TRIES = 2;
const MOST = 10_000;
/** A name's own time to live counts between these. */
const FOUND_MS = { least: 5_000, most: 60_000 };
/** Short, as what was not found may be on its way; long enough for the many calls of one dead name not to wait for it each. */
const MISSING_MS = 10_000;
/** After this the system's name servers are read again: a machine changes networks while we run. */
const RESOLVER_MS = 60_000;
const LOCALHOST: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

type Remembered = { addresses: Promise<LookupAddress[]>; untilMs: number };

/** Opens a resolver that remembers what it found, and for a short time what it did not. */
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
    // Also what is being asked is remembered: calls that start together ask once.
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
     * All addresses of a host name, IPv4 first. Rejects with the code ENOTFOUND where there are none, EAI_AGAIN where no name server
     * has answered.
     */
    async resolve(given: string): Promise<LookupAddress[]> {
      const name = given.toLowerCase().replace(/\.$/, '');
      const known = fixed.get(name);
      if (known) return known;
      // RFC 6761 §6.3: these are never asked for.
      if (name === 'localhost' || name.endsWith('.localhost')) return LOCALHOST;
      const entry = remembered.get(name);
      return entry && now() < entry.untilMs ? await entry.addresses : await ask(name);
    },
  };
}

/** The text of this machine's hosts file; empty where there is none. */
export function systemHosts(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

/** An error with a code, as those of node have one. */
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
