// Which links would carry a message, and why: the choice of accept, without a message.
import type { NetworkChoice } from '@godwit/contract/staff/network';
import { numberMetadata, parseRecipient } from '../../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type Network, readNetworkFile } from '../links/config.ts';
import { groupLinks, readGroupName } from '../links/groups.ts';
import { NetworkError, networkOf } from './document.ts';
import { findStored } from './versions.ts';

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

/** The facts of a LIVE message by which its links are chosen. `version`: a version other than the current. */
export type Asked = {
  to: string;
  sender: string;
  teamId: string;
  promotional: boolean;
  version: number | null;
};

/** The links for a message. Refuses as `findNetwork` does, and if it is no phone number. */
export async function chooseFor(services: Parts, asked: Asked): Promise<NetworkChoice | Refusal> {
  const recipient = parseRecipient(asked.to);
  if (isRefusal(recipient)) return recipient;
  const network = await findNetwork(services, asked.version);
  if (isRefusal(network)) return network;
  const { e164 } = recipient;
  const { region } = numberMetadata(e164);
  const { find, groups } = groupLinks(network.links, network.rules);
  const { teamId, sender, promotional } = asked;
  const name = find({
    ...{ mode: 'LIVE', teamId, sender, promotional },
    ...{ recipient: e164, country: () => region },
  });
  const { rule, prefix } = name === null ? { rule: null, prefix: null } : readGroupName(name);
  const links = name === null ? [] : groups.get(name)!;
  return {
    ...{ to: e164, country: region, rule, prefix },
    links: links
      .map(({ linkId, tier, weight }) => ({ link: linkId, tier, weight }))
      .toSorted((one, other) => one.tier - other.tier || other.weight - one.weight),
  };
}

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
