// Messages in this process: what accept needs, opened together.
import type { Signals } from '../db/signals.ts';
import { openOptOutLinks } from '../optOuts/links.ts';
import type { Services } from '../services.ts';
import { type Accept, type KeepPlaces, openAccept } from './accept.ts';
import type { FindLinkGroup, Rules } from './draft.ts';
import { openHolds } from './holds.ts';
import { openSendingProfiles, type SendingProfiles } from './sendingProfile.ts';

export type Messaging = {
  accept: Accept;
  sendingProfiles: SendingProfiles;
  rules: Rules;
  /** Has messages go out at once over the links of this process, where these keep places for them. */
  sendOver(keepPlaces: KeepPlaces): void;
};

/** The topic that wakes the dispatch of a link group. */
export const queueTopic = (linkGroup: string) => `queue:${linkGroup}`;

/** Opens the way in for messages that have a link group; dispatch is woken after each commit. */
export function openMessaging(
  { pools, secrets, settings }: Pick<Services, 'pools' | 'secrets' | 'settings'>,
  signals: Pick<Signals, 'on' | 'send'>,
  linkGroup: FindLinkGroup,
): Messaging {
  const { pool } = pools.urgent;
  const limits = { home: settings.limitNewHome, abroad: settings.limitNewAbroad };
  const newTeamDays = limits.home || limits.abroad ? settings.newTeamDays : null;
  const sendingProfiles = openSendingProfiles(pool, signals, newTeamDays);
  const holds = openHolds(limits, settings.publicUrl);
  const rules: Rules = { linkGroup, optOutLinks: openOptOutLinks(secrets, settings.publicUrl) };
  let keep: KeepPlaces = () => new Map();
  const keepPlaces: KeepPlaces = (ready) => keep(ready);
  const accept = openAccept({ pool, sendingProfiles, rules, holds, keepPlaces }, (linkGroups) => {
    for (const name of linkGroups) signals.send(queueTopic(name));
  });
  const sendOver = (keepPlaces: KeepPlaces) => {
    keep = keepPlaces;
  };
  return { accept, sendingProfiles, rules, sendOver };
}
