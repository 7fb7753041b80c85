// Messages in this process: what accept needs, opened together.
import type { Signals } from '../db/signals.ts';
import { openOptOutLinks } from '../optOuts/links.ts';
import type { Services } from '../services.ts';
import { type Accept, openAccept } from './accept.ts';
import type { FindLinkGroup, Rules } from './draft.ts';
import { type Origins, openOrigins } from './origin.ts';

export type Messaging = { accept: Accept; origins: Origins; rules: Rules };

/** The topic that tells a link group's senders of new work. */
export const queueTopic = (linkGroup: string) => `queue:${linkGroup}`;

/** Opens the way in for messages that have a link group; senders are woken after each commit. */
export function openMessaging(
  { pools, secrets, settings }: Pick<Services, 'pools' | 'secrets' | 'settings'>,
  signals: Pick<Signals, 'send'>,
  linkGroup: FindLinkGroup,
): Messaging {
  const { pool } = pools.urgent;
  const origins = openOrigins(pool);
  const rules: Rules = {
    linkGroup,
    optOutLinks: openOptOutLinks(secrets, settings.publicUrl),
  };
  const accept = openAccept({ pool, origins, rules }, (linkGroups) => {
    for (const name of linkGroups) signals.send(queueTopic(name));
  });
  return { accept, origins, rules };
}
