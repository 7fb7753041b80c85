// Messages in this process: what accept needs, opened together.
import type { Pool } from 'pg';
import type { LinkConfig } from '../carriers/config.ts';
import { groupLinks } from '../carriers/config.ts';
import { queueTopic } from '../carriers/dispatch.ts';
import type { Signals } from '../db/signals.ts';
import { type Accept, openAccept } from './accept.ts';
import { type Origins, openOrigins } from './origin.ts';

export type Messaging = { accept: Accept; origins: Origins };

/** Opens the way in for messages that these links carry; senders are woken after each commit. */
export function openMessaging(
  pool: Pool,
  signals: Pick<Signals, 'send'>,
  links: readonly LinkConfig[],
): Messaging {
  const origins = openOrigins(pool);
  const groups = groupLinks(links);
  const accept = openAccept({ pool, origins, linkGroup: groups.find }, (linkGroups) => {
    for (const name of linkGroups) signals.send(queueTopic(name));
  });
  return { accept, origins };
}
