// Opens accept and its parts for this process.
import { learnNetworks } from '../../countryRules.ts';
import type { Signals } from '../../db/signals.ts';
import { hostOf } from '../../links.ts';
import { openOptOutLinks } from '../../optOuts/page/links.ts';
import { parseRecipient } from '../../phoneNumbers.ts';
import { isRefusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type Accept, openAccept } from './accept.ts';
import type { FindLinkGroup, Rules, Submission, TakesTlvs } from './draft.ts';
import { openHolds } from './holds.ts';
import { openSendingProfiles, type SendingProfile, type SendingProfiles } from './sendingProfile.ts';
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
  groups: () => { find: FindLinkGroup; takesTlvs: TakesTlvs },
): Messaging {
  const { pool } = pools.urgent;
  const newTeamDays = () => (settings.limitNewHome || settings.limitNewAbroad ? settings.newTeamDays : null);
  const sendingProfiles = openSendingProfiles(pool, signals, newTeamDays);
  const holds = openHolds(settings);
  const { publicUrl } = settings;
  const ownHost = hostOf(publicUrl);
  const optOutLinks = openOptOutLinks(secrets, publicUrl);
  const rules: Rules = {
    linkGroup: (message) => groups().find(message),
    takesTlvs: (linkGroup, tlvs) => groups().takesTlvs(linkGroup, tlvs),
    ...{ optOutLinks, ownHost, publicUrl },
    countryRules: () => countryRules.now(),
    portedTo: (number) => countryRules.ported.to(number),
    learnNetworks: countryRules.ported.asks
      ? (profile, submissions) =>
          learnNetworks(
            countryRules,
            submissions.flatMap((one) => namedOf(profile, one)),
          )
      : null,
  };
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

/**
 * Its sender and recipient; none if accept refuses it for its project, sender or number. Otherwise any team
 * could have any number looked up.
 */
function namedOf(
  { paused, archived, verified, senders }: SendingProfile,
  { from: sender, to, mode }: Submission,
) {
  if (mode !== 'LIVE' || paused || archived || !verified || !senders.has(sender)) return [];
  const recipient = parseRecipient(to);
  return isRefusal(recipient) ? [] : [{ sender, recipient: recipient.e164, mode }];
}
