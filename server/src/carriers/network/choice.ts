// Which links would carry a message, and why: the choice of accept, without a message.
import type { ContentClass } from '@godwit/contract/contentClass';
import type { NetworkChoice } from '@godwit/contract/staff/network';
import { numberMetadata, parseRecipient } from '../../phoneNumbers.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { groupLinks, readGroupName } from '../links/groups.ts';
import { findNetwork } from './findNetwork.ts';

type Parts = Pick<Services, 'kysely' | 'secrets' | 'settings'>;

/** The facts of a LIVE message by which its links are chosen. `version`: a version other than the current. */
export type Asked = {
  to: string;
  sender: string;
  teamId: string;
  contentClass: ContentClass;
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
  const { teamId, sender, contentClass } = asked;
  const name = find({
    ...{ mode: 'LIVE', teamId, sender, contentClass },
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
