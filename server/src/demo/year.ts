// A year of one business up to now: its contacts, messages and campaigns. Stores nothing.

import { FAILURES } from '@godwit/contract/messages/failures';
import { mergeContent } from '@godwit/contract/messages/mergeFields';
import { countSegments } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import { type PriceIndex, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { localDay, startOfDay } from '@godwit/contract/timezones';
import { newId } from '../ids.ts';
import type { Incoming } from '../messages/incoming/store.ts';
import type { Business, DemoProject, Stream } from './businesses.ts';
import { type Outcome, outcomeOf } from './outcomes.ts';
import { digits, pick, pickByShare, type Random } from './random.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 365;
const TEST_SHARE = 0.04;
const KNOWN_SHARE = 0.8;
const OPT_OUT_SHARE = 0.025;

export type DemoContact = {
  id: string;
  number: string;
  prefix: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
  /** The contact's groups, by index. */
  groups: readonly number[];
  optedOutAt: Date | null;
};

/** A message with what became of it; money in micro-units. */
export type DemoMessage = Outcome & {
  id: string;
  projectId: string;
  mode: Mode;
  platform: 'API' | 'WEB' | 'CAMPAIGN' | 'KEYWORD';
  sender: string;
  promotional: boolean;
  recipient: string;
  body: string;
  encoding: string;
  characters: number;
  segments: number;
  costMicros: bigint;
  chargedMicros: bigint;
  day: string;
  acceptedAt: Date;
  campaignId: string | null;
};

/** A campaign; `recipients` are empty if it is still to come. */
export type DemoCampaign = {
  id: string;
  projectId: string;
  name: string;
  content: string;
  sender: string;
  group: number;
  dueAt: Date;
  recipients: { contact: DemoContact; messageId: string | null }[];
};

/** Inputs of a business's year. `now` ends it; `scale` 1 is full size. */
export type YearParts = {
  business: Business;
  projects: readonly (DemoProject & { id: string })[];
  timezone: string;
  prices: PriceIndex<{ dial_prefix: string; micros: bigint }>;
  /** The line that ends a promotional message with this text. */
  optOutLine: (number: string, text: string) => string;
  random: Random;
  now: number;
  scale: number;
};

/** The contacts of a business. */
export function makeContacts({ business, random, now, scale }: YearParts): DemoContact[] {
  const seen = new Set<string>();
  return Array.from({ length: Math.ceil(business.contacts * scale) }, (_, index) => {
    const { number, prefix } = newNumber(business, random, seen);
    const createdAt = new Date(now - Math.floor(DAYS * DAY_MS * (1 - random() ** 1.5)));
    const others = business.groups.map((_name, group) => group).slice(1);
    const isLast = index < 9;
    return {
      id: newId(createdAt),
      number,
      prefix,
      firstName: pick(random, business.firstNames),
      lastName: pick(random, business.lastNames),
      createdAt,
      groups: [0, ...others.filter((group) => (group === others.at(-1) ? isLast : random() < 0.4))],
      optedOutAt:
        random() < OPT_OUT_SHARE
          ? new Date(createdAt.getTime() + Math.floor(random() * (now - createdAt.getTime())))
          : null,
    };
  });
}

function newNumber(business: Business, random: Random, seen: Set<string>) {
  for (;;) {
    const destination = pickByShare(random, business.destinations);
    const number = destination.prefix + digits(random, destination.digits);
    if (seen.has(number)) continue;
    seen.add(number);
    return { number, prefix: destination.prefix };
  }
}

/**
 * Everything a business sent within the year, in no order, its campaigns with their recipients, and its
 * threads.
 */
export function makeYear(
  parts: YearParts,
  contacts: readonly DemoContact[],
  threads: Threads,
): { messages: DemoMessage[]; campaigns: DemoCampaign[]; threads: Threads } {
  const messages: DemoMessage[] = [];
  for (let day = 0; day <= DAYS; day++) {
    const date = localDay(new Date(parts.now - (DAYS - day) * DAY_MS), parts.timezone);
    const starts = startOfDay(date, parts.timezone).getTime();
    for (const project of parts.projects)
      for (const stream of project.streams)
        messages.push(...dayOf(parts, contacts, { project, stream, day, starts }));
  }
  const campaigns = parts.business.campaigns.map((_campaign, index) =>
    campaignOf(parts, contacts, index, messages),
  );
  const stoppedAt = new Map(threads.stopped.map(({ number, at }) => [number, at]));
  const isAfterStop = ({ recipient, acceptedAt }: DemoMessage) => {
    const at = stoppedAt.get(recipient);
    return at !== undefined && acceptedAt >= at;
  };
  const replies = threads.replies.map((reply) => messageOf(parts, reply));
  return { messages: [...messages.filter((one) => !isAfterStop(one)), ...replies], campaigns, threads };
}

type Place = { project: DemoProject & { id: string }; stream: Stream; day: number; starts: number };

function dayOf(
  parts: YearParts,
  contacts: readonly DemoContact[],
  { project, stream, day, starts }: Place,
): DemoMessage[] {
  const { random, now, scale, business } = parts;
  const weekday = (new Date(starts + DAY_MS / 2).getUTCDay() + 6) % 7;
  const growth = 0.65 + (0.7 * day) / DAYS;
  const expected = stream.perDay * scale * growth * stream.weekdays[weekday]! * (0.85 + random() * 0.3);
  const made: DemoMessage[] = [];
  for (let i = 0; i < Math.floor(expected + random()); i++) {
    const [from, to] = stream.hours;
    const hours = from + ((random() + random()) / 2) * (to - from);
    const at = starts + Math.floor(hours * HOUR_MS);
    const known = random() < KNOWN_SHARE ? pick(random, contacts) : null;
    const { number, prefix } = known ?? newNumber(business, random, new Set());
    if (at > now - 5_000) continue;
    const firstName = known?.firstName ?? pick(random, business.firstNames);
    const mode = random() < TEST_SHARE ? 'TEST' : 'LIVE';
    const platform = random() < 0.12 ? 'WEB' : 'API';
    const sender = { name: mode === 'TEST' ? 'SANDBOX' : stream.sender, promotional: false };
    const circumstances = { at, prefix, hour: Math.floor(hours), weekday, day };
    const body = fillIn(random, pick(random, stream.texts), firstName);
    const outcome = outcomeOf(random, circumstances, now);
    made.push(
      messageOf(parts, {
        at,
        number,
        body,
        mode,
        platform,
        sender,
        outcome,
        projectId: project.id,
        campaignId: null,
      }),
    );
  }
  return made;
}

function fillIn(random: Random, text: string, firstName: string): string {
  return text
    .replace('{first_name}', firstName)
    .replace('{code}', digits(random, 6))
    .replace('{number}', `${pick(random, ['A', 'B', 'K'])}${digits(random, 5)}`)
    .replace('{amount}', `${1 + Math.floor(random() * 40)},${digits(random, 1)}50`)
    .replace('{time}', `${9 + Math.floor(random() * 8)}:${pick(random, ['00', '15', '30', '45'])}`);
}

/** Its messages are added to `messages`. The last campaign is still to come. */
function campaignOf(
  parts: YearParts,
  contacts: readonly DemoContact[],
  index: number,
  messages: DemoMessage[],
): DemoCampaign {
  const { business, projects, timezone, now, random, optOutLine } = parts;
  const { name, sender: from, group, content } = business.campaigns[index]!;
  const project = projects.find(({ senders }) => senders.some((one) => one.name === from))!;
  const sender = project.senders.find((one) => one.name === from)!;
  const isAhead = index === business.campaigns.length - 1;
  const day = isAhead ? DAYS + 2 : Math.floor((DAYS * (index + 0.6)) / business.campaigns.length);
  const date = localDay(new Date(now - (DAYS - day) * DAY_MS), timezone);
  const dueAt = new Date(startOfDay(date, timezone).getTime() + 10.5 * HOUR_MS);
  const id = newId(new Date(Math.min(now, dueAt.getTime() - HOUR_MS)));
  const campaign: DemoCampaign = {
    id,
    projectId: project.id,
    name,
    content,
    sender: from,
    group,
    dueAt,
    recipients: [],
  };
  if (isAhead) return campaign;
  const people = contacts.filter(({ groups, createdAt }) => groups.includes(group) && createdAt < dueAt);
  for (const [place, contact] of people.entries()) {
    if (sender.promotional && contact.optedOutAt !== null && contact.optedOutAt < dueAt) {
      campaign.recipients.push({ contact, messageId: null });
      continue;
    }
    const at = dueAt.getTime() + 900 + place * 35;
    const text = mergeContent(content, { first_name: contact.firstName, last_name: contact.lastName });
    const body = sender.promotional ? text + optOutLine(contact.number, text) : text;
    const circumstances = { at, prefix: contact.prefix, hour: 10, weekday: 2, day };
    const outcome = outcomeOf(random, circumstances, now);
    const where = { projectId: project.id, campaignId: id, platform: 'CAMPAIGN', mode: 'LIVE' } as const;
    const message = messageOf(parts, { ...where, at, number: contact.number, body, sender, outcome, text });
    messages.push(message);
    campaign.recipients.push({ contact, messageId: message.id });
  }
  return campaign;
}

/** Incoming messages, replies, and STOP opt-outs with their times. */
export type Threads = {
  incoming: Omit<Incoming, 'teamId'>[];
  replies: Sent[];
  stopped: { number: string; at: Date }[];
};

type Sent = Pick<DemoMessage, 'projectId' | 'campaignId' | 'platform' | 'mode' | 'body'> & {
  at: number;
  number: string;
  sender: { name: string; promotional: boolean };
  outcome: Outcome;
  /** The text used to count segments, if it is not the whole body. */
  text?: string;
};

function messageOf(
  { prices, timezone }: YearParts,
  { at, number, body, text = body, sender, outcome, ...given }: Sent,
): DemoMessage {
  const acceptedAt = new Date(at);
  const { encoding, segments } = countSegments(text, sender);
  const costMicros = (priceFor(number, prices)?.micros ?? 0n) * BigInt(segments);
  const isRefunded = outcome.failure !== null && FAILURES[outcome.failure].refunded;
  return {
    ...given,
    ...outcome,
    id: newId(acceptedAt),
    sender: sender.name,
    promotional: sender.promotional,
    recipient: number,
    body,
    encoding,
    characters: [...body].length,
    segments,
    costMicros,
    chargedMicros: given.mode === 'LIVE' && !isRefunded ? costMicros : 0n,
    day: localDay(acceptedAt, timezone),
    acceptedAt,
  };
}
