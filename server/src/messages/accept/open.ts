// Opens accept and its parts for this process.
import type { Signals } from '../../db/signals.ts';
import { openOptOutLinks } from '../../optOuts/page/links.ts';
import type { Services } from '../../services.ts';
import { type Accept, openAccept } from './accept.ts';
import type { FindLinkGroup, Rules } from './draft.ts';
import { openHolds } from './holds.ts';
import { openSendingProfiles, type SendingProfiles } from './sendingProfile.ts';
import type { ReserveSlots } from './store.ts';

export type Messaging = {
  accept: Accept;
  sendingProfiles: SendingProfiles;
  rules: Rules;
  /** Lets accept submit messages at once over this process's links, if they reserve slots. */
  sendOver(reserveSlots: ReserveSlots): void;
};

/** The topic that wakes the dispatch of a link group. */
export const queueTopic = (linkGroup: string) => `queue:${linkGroup}`;

/** Opens accept for messages that have a link group. Wakes dispatch after each commit. */
export function openMessaging(
  {
    pools,
    secrets,
    settings,
    countryRules,
  }: Pick<Services, 'pools' | 'secrets' | 'settings' | 'countryRules'>,
  signals: Pick<Signals, 'on' | 'send'>,
  linkGroup: FindLinkGroup,
): Messaging {
  const { pool } = pools.urgent;
  const limits = { home: settings.limitNewHome, abroad: settings.limitNewAbroad };
  const newTeamDays = limits.home || limits.abroad ? settings.newTeamDays : null;
  const sendingProfiles = openSendingProfiles(pool, signals, newTeamDays);
  const holds = openHolds(limits, settings);
  const optOutLinks = openOptOutLinks(secrets, settings.publicUrl);
  const rules: Rules = { linkGroup, optOutLinks, countryRules: () => countryRules.now() };
  let reserve: ReserveSlots = () => new Map();
  const reserveSlots: ReserveSlots = (ready) => reserve(ready);
  const onQueued = (linkGroups: ReadonlySet<string>) => {
    for (const name of linkGroups) signals.send(queueTopic(name));
  };
  const accept = openAccept({ pool, sendingProfiles, rules, holds, reserveSlots, onQueued });
  const sendOver = (reserveSlots: ReserveSlots) => {
    reserve = reserveSlots;
  };
  return { accept, sendingProfiles, rules, sendOver };
}
