// Finds a network with its secrets: that of CARRIERS_FILE, or that of a version in the database.
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type Network, readNetworkFile, telcoOf } from '../links/config.ts';
import { NetworkError, networkOf } from './document.ts';
import { findStored } from './versions.ts';

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

/**
 * The network in use, or that of a version. Refuses with 1001 if there is none, and with 1013 if it cannot be
 * used.
 */
export async function findNetwork(services: Parts, version: number | null): Promise<Network | Refusal> {
  const { carriersFile } = services.settings;
  if (carriersFile !== null && version === null) return ofFile(() => readNetworkFile(carriersFile));
  const stored = await findStored(services, version);
  if (!stored) return refuse('notFound');
  try {
    return networkOf(stored);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return refuse('conflict', { description: `This version cannot be used. ${error.message}` });
  }
}

/** The telcos that the links in use name, in order; none if the links cannot be read. */
export async function telcosOfLinks(services: Parts): Promise<string[]> {
  const network = await findNetwork(services, null);
  const telcos = isRefusal(network) ? [] : network.links.flatMap((link) => telcoOf(link) ?? []);
  return [...new Set(telcos)].sort();
}

/** Refuses with 1013 if CARRIERS_FILE became wrong after this process had read it. */
export function ofFile<Read>(read: () => Read): Read | Refusal {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ? `CARRIERS_FILE cannot be read (${code})` : message;
    return refuse('conflict', { description: `The links stay as they are. ${why}` });
  }
}
