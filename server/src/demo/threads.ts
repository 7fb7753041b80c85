// Conversations of a business with some contacts on its two-way number. Stores nothing.

import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { newId } from '../ids.ts';
import { usualReply } from '../incoming/keywords/replyWords.ts';
import type { Business } from './businesses.ts';
import { outcomeOf } from './outcomes.ts';
import type { DemoContact, Threads, YearParts } from './year.ts';

/** A line of a conversation, minutes after the previous one. */
type Turn = { minutes?: number } & ({ them: string } | { us: string });
type Talk = { hoursAgo: number; turns: readonly Turn[] };

/** Recent incoming messages by region, the oldest first; unanswered ones are unread. */
const TALKS: Record<RegionCode, readonly Talk[]> = {
  LK: [
    {
      hoursAgo: 76,
      turns: [
        { them: 'Is my order still coming today?' },
        { us: 'Yes, it left our shop at 10. The rider calls you before he arrives.', minutes: 6 },
        { them: 'ස්තුතියි!', minutes: 3 },
      ],
    },
    { hoursAgo: 49, turns: [{ them: 'STOP' }] },
    {
      hoursAgo: 27,
      turns: [
        { them: 'Do you have the blue saree in another size?' },
        { us: 'We have it in 38 and 40. Shall we keep one for you?', minutes: 11 },
        { them: '40 please. I will come on Saturday', minutes: 4 },
        { us: 'It waits for you at the counter until Sunday.', minutes: 2 },
      ],
    },
    { hoursAgo: 2, turns: [{ them: 'Can I change the delivery address? We have moved to Kandy Road.' }] },
  ],
  AU: [
    {
      hoursAgo: 70,
      turns: [
        { them: 'Hi, can I move my appointment to next week?' },
        { us: 'Of course. Tuesday 9:30 or Thursday 14:00?', minutes: 9 },
        { them: 'Thursday, thanks', minutes: 5 },
        { us: 'Done. See you on Thursday at 14:00.', minutes: 2 },
      ],
    },
    { hoursAgo: 44, turns: [{ them: 'STOP' }] },
    {
      hoursAgo: 21,
      turns: [{ them: 'YES' }, { us: 'Thank you, your appointment is confirmed.', minutes: 1 }],
    },
    { hoursAgo: 1, turns: [{ them: 'Running ten minutes late, sorry' }] },
  ],
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const AFTER_STOP_MS = 4_000;

/** The threads of the last days, each with another of the contacts that have not opted out. */
export function makeThreads(parts: YearParts, contacts: readonly DemoContact[]): Threads {
  const { business, projects, random, now } = parts;
  const projectId = projects[0]!.id;
  const made: Threads = { incoming: [], replies: [], stopped: [] };
  const people = contacts.filter(({ optedOutAt }) => optedOutAt === null);
  const reply = (at: number, contact: DemoContact, body: string, platform: 'WEB' | 'KEYWORD') =>
    made.replies.push({
      ...{ projectId, campaignId: null, mode: 'LIVE', platform, body, at, number: contact.number },
      sender: { name: business.twoWayNumber, promotional: false },
      outcome: outcomeOf(random, { at, prefix: contact.prefix, hour: 12, weekday: 2, day: 300 }, now),
    });
  const talks = TALKS[business.region];
  for (const [index, { hoursAgo, turns }] of talks.entries()) {
    const contact = people[index * Math.floor(people.length / talks.length)]!;
    let at = now - hoursAgo * HOUR_MS;
    for (const { minutes = 2, ...turn } of turns) {
      at += minutes * MINUTE_MS;
      if ('us' in turn) {
        reply(at, contact, turn.us, 'WEB');
        continue;
      }
      const acceptedAt = new Date(at);
      const place = { id: newId(acceptedAt), projectId, mode: 'LIVE', acceptedAt } as const;
      const ends = { sender: contact.number, recipient: business.twoWayNumber };
      made.incoming.push({
        ...place,
        ...ends,
        body: turn.them,
        missingParts: null,
        callbackUrl: null,
        callbackForm: null,
      });
      if (turn.them !== 'STOP') continue;
      made.stopped.push({ number: contact.number, at: acceptedAt });
      reply(at + AFTER_STOP_MS, contact, usualReply('STOP', 'en', nameOf(business)), 'KEYWORD');
    }
  }
  return made;
}

const nameOf = ({ name }: Business): string => name.replace(' (demo)', '');
