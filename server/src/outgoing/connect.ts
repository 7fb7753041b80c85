// Connects to servers that customers name (callback receivers, single sign-on providers), and only on the
// public internet.
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isGlobal, isOwnNetwork } from './addresses.ts';
import { codedError, openNames, systemHosts } from './names.ts';

/** Resolves a host name to addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** The error for an address that calls must not reach. */
const forbiddenAddress = () => codedError('FORBIDDEN_ADDRESS');

/**
 * Connects if all addresses of the host are allowed, and verifies that the connected address is one of them.
 * Otherwise the error has the code FORBIDDEN_ADDRESS.
 * `allowPrivate` also allows this machine and private networks. Names resolve by the system's name servers;
 * tests pass their own resolver.
 */
export function guardedConnector({
  allowPrivate,
  connectMs,
  // Names in the hosts file belong to the machine's own network.
  resolve = openNames({ hosts: allowPrivate ? systemHosts() : '' }).resolve,
}: {
  allowPrivate: boolean;
  connectMs: number;
  resolve?: Resolve;
}): buildConnector.connector {
  const isAllowed = (address: string) => isGlobal(address) || (allowPrivate && isOwnNetwork(address));
  const guardedLookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        // A forbidden address among allowed ones is not a mistake but an attack.
        if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
          return done(forbiddenAddress(), '');
        if (options.all) return done(null, addresses);
        done(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error) => done(error, ''),
    );
  };
  const connect = buildConnector({ timeout: connectMs, lookup: guardedLookup, allowH2: false });

  return (options, done) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !isAllowed(literal)) return done(forbiddenAddress(), null);
    connect(options, (...connected) => {
      const [error, socket] = connected as [Error | null, Socket | null];
      if (error || !socket) return done(...connected);
      if (isAllowed(socket.remoteAddress ?? '')) return done(...connected);
      socket.destroy();
      done(forbiddenAddress(), null);
    });
  };
}
