// Connecting to servers that customers name (receivers of callbacks, providers of single sign-on): to the public internet only.
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isGlobal, isOwnNetwork } from './addresses.ts';
import { codedError, openNames, systemHosts } from './names.ts';

/** How names become addresses. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** The address is none that calls go to. */
const forbiddenAddress = () => codedError('FORBIDDEN_ADDRESS');

/**
 * Connects where all addresses of the host are allowed, and makes sure that the one it came to is one of them; else an error with the code
 * FORBIDDEN_ADDRESS. `allowPrivate` opens this machine and private networks. Names are asked of the system's name servers, unless a test has
 * names of its own.
 */
export function guardedConnector({
  allowPrivate,
  connectMs,
  // Names of a machine's own are for its own network.
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
        // One forbidden address among allowed ones is no mistake but an attempt.
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
