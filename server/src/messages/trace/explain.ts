// Explains a message's history: segments and price, waits, what carriers did with it, and how it ended.
import { isPromotional } from '@godwit/contract/contentClass';
import type { ExplanationStep, StepOf } from '@godwit/contract/messages/explanation';
import { FAILURES, type FailureCode } from '@godwit/contract/messages/failures';
import { countSegments, MAX_NAMED_CHARACTERS } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import { indexPrices, priceFor } from '@godwit/contract/payments/priceByPrefix';
import type { PortedTo } from '@godwit/contract/rules/mobileNetworks';
import { placeOf, placesFor, type RuleTable, registerFor } from '@godwit/contract/rules/table';
import { advertKeyOf } from '../../advertising.ts';
import { readPauses } from '../../audit/pauses.ts';
import { fromMicros } from '../../money.ts';
import { parseRecipient } from '../../phoneNumbers.ts';
import { pricesAt } from '../../prices/lists.ts';
import { registrationsOf } from '../../projects/senders.ts';
import { isRefusal } from '../../refusal.ts';
import type { Database } from '../../services.ts';
import { textKeysOf } from '../../texts.ts';
import { type Held, holdOf, repeatsAdvert, type Span } from '../accept/heldDestinations.ts';
import type { Message } from '../accept/queries.ts';
import { maskText } from '../log/serialize.ts';

/**
 * The inputs of the carriers' part. `due`: the time it could go; `pauses`: when staff paused the team;
 * `hold`: when messages like it were held.
 */
export type Explained = {
  id: string;
  mode: Mode;
  recipient: string;
  due: Date;
  queuedAt: Date | null;
  endedAt: Date | null;
  pauses: readonly Span[];
  hold: Held | null;
};

/** The carriers' part, with the ids of links. */
export type CarrierStory = (db: Database, message: Explained) => Promise<ExplanationStep[]>;

/** The reader: customers see no links and routes, staff no letters of the text. */
type Audience = 'customer' | 'staff';

type Rules = { countries: RuleTable; portedTo: PortedTo; ownHost: string };
type Reading = Rules & { regionId: string; audience: Audience; story: CarrierStory };

/** Explains an outgoing message in order of time. */
export async function explainMessage(
  db: Database,
  message: Message,
  { regionId, audience, story, ...rules }: Reading,
): Promise<ExplanationStep[]> {
  if (message.direction === 'INCOMING') return [];
  const { acceptedAt, sendAt, queuedAt, sentAt, deliveredAt, failedAt } = message;
  const endedAt = deliveredAt ?? failedAt;
  const due = sendAt && sendAt > acceptedAt ? sendAt : acceptedAt;
  const [prices, pauses, hold, senderSteps] = await Promise.all([
    pricesAt(db, regionId, acceptedAt),
    readPauses(db, message.teamId),
    message.mode === 'LIVE' ? heldWith(db, message, rules) : null,
    replacedSender(db, message, rules),
  ]);
  const { id, mode, recipient } = message;
  const carriers =
    due <= new Date()
      ? await story(db, { id, mode, recipient, due, queuedAt, endedAt: sentAt ?? endedAt, pauses, hold })
      : [];
  const steps = [...plannedWaits(message, failedAt), ...carriers, ...endOf(message, endedAt)].sort(
    (one, other) =>
      timeOf(one).localeCompare(timeOf(other)) || ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
  const all = [encodingOf(message), ...priceOf(message, prices), ...senderSteps, ...steps];
  return audience === 'staff' ? all.map(maskCharacters) : all.flatMap(withoutLinks);
}

async function heldWith(db: Database, message: Message, rules: Rules): Promise<Held | null> {
  return holdOf(db, { ...message, textKeys: await keysOf(db, message, rules) });
}

/** The keys by which a message's text may have been held, by the rules of this moment. */
async function keysOf(
  db: Database,
  { teamId, body, sender, recipient, campaignId }: Message,
  { countries, ownHost }: Rules,
): Promise<string[]> {
  const parsed = parseRecipient(recipient);
  const country = isRefusal(parsed) ? null : parsed.country;
  const found = textKeysOf({ countries, ownHost }, { body, sender, country });
  const repeats = campaignId !== null && (await repeatsAdvert(db, { teamId, id: campaignId }));
  return repeats ? [...found, advertKeyOf(sender)] : found;
}

/** The order of steps at the same instant. */
const ORDER: ExplanationStep['kind'][] = ['ATTEMPT', 'WAIT', 'ROUTE', 'RECEIPT', 'END', 'FORGOTTEN'];

/** Sorts after every instant. */
const LAST = 'Z';

function timeOf(step: ExplanationStep): string {
  if ('at' in step) return step.at;
  return 'from' in step ? step.from : LAST;
}

function encodingOf({ body, contentClass, encoding, segments }: Message): StepOf<'ENCODING'> {
  const { unicodeCharacters, perSegment } = countSegments(body, {
    promotional: isPromotional(contentClass),
  });
  return {
    kind: 'ENCODING',
    encoding,
    segments,
    per_segment: perSegment,
    characters: unicodeCharacters.map(({ character, index }) => ({ character, index })),
    hidden: 0,
    more: unicodeCharacters.length === MAX_NAMED_CHARACTERS,
  };
}

type List = Awaited<ReturnType<typeof pricesAt>>;

/** The price row that applied. Empty if the stored list does not yield the charge. */
function priceOf(message: Message, list: List): StepOf<'PRICE'>[] {
  const { recipient, segments, costMicros, currency } = message;
  const row = priceFor(recipient, indexPrices(list));
  if (!row || row.price_micros * BigInt(segments) !== costMicros) return [];
  return [
    {
      kind: 'PRICE',
      prefix: row.dial_prefix,
      name: row.name,
      valid_from: row.valid_from.toISOString(),
      price: fromMicros(row.price_micros),
      segments,
      cost: fromMicros(costMicros),
      currency,
    },
  ];
}

/** For a number of no known network. */
const NO_REGISTER = { state: 'DRAFT', turn: 'US', telcos: [] } as const;

/** The sender that recipients see instead of the message's own, with the state of its registration now. */
async function replacedSender(
  db: Database,
  { teamId, projectId, sender, recipient, senderSent }: Message,
  { countries, portedTo }: Rules,
): Promise<StepOf<'SENDER'>[]> {
  const register = registerFor(countries, sender, recipient);
  if (register === null || senderSent === null || senderSent === sender) return [];
  const { country } = register;
  const registrations = await registrationsOf(db, { teamId, projectId, sender }, countries);
  const places = placesFor(register, recipient, portedTo);
  const { state, ...found } = registrations.find((one) => places.includes(placeOf(one))) ?? NO_REGISTER;
  // It is not registered for the telco whose link carried the message: staff have to add that telco.
  const turn = state === 'REGISTERED' && found.telcos.length > 0 ? 'US' : found.turn;
  return [{ kind: 'SENDER', sender, shown: senderSent, country, state, turn }];
}

/** The waits until the requested time and until the end of quiet hours, cut short if the message failed. */
function plannedWaits({ acceptedAt, sendAt, heldSince }: Message, failedAt: Date | null): StepOf<'WAIT'>[] {
  const asked = heldSince ?? sendAt;
  const wait = (reason: 'SCHEDULED' | 'QUIET_HOURS', from: Date, to: Date): StepOf<'WAIT'>[] => {
    const until = failedAt && failedAt < to ? failedAt : to;
    if (until <= from) return [];
    return [{ kind: 'WAIT', reason, from: from.toISOString(), until: until.toISOString(), links: null }];
  };
  return [
    ...(asked ? wait('SCHEDULED', acceptedAt, asked) : []),
    ...(heldSince && sendAt ? wait('QUIET_HOURS', heldSince, sendAt) : []),
  ];
}

function endOf({ failure, mode, chargedMicros }: Message, endedAt: Date | null): StepOf<'END'>[] {
  if (!endedAt) return [];
  const code = failure as FailureCode | null;
  const refunded = code !== null && FAILURES[code].refunded && mode === 'LIVE' && chargedMicros === 0n;
  return [{ kind: 'END', at: endedAt.toISOString(), failure: code, refunded }];
}

/**
 * Removes letters and digits, which staff must not see. Typographic characters remain, because they explain
 * the encoding.
 */
function maskCharacters(step: ExplanationStep): ExplanationStep {
  if (step.kind !== 'ENCODING') return step;
  const characters = step.characters.filter(({ character }) => maskText(character) === character);
  return { ...step, characters, hidden: step.characters.length - characters.length };
}

/** Removes links, routes and the carrier's codes, and steps that contain nothing else. */
function withoutLinks(step: ExplanationStep): ExplanationStep[] {
  switch (step.kind) {
    case 'WAIT':
      return [{ ...step, links: null }];
    case 'ROUTE': {
      if (step.passed.length === 0) return [];
      const passed = step.passed.map(({ why }) => ({ link: null, why }));
      const hidden = { link: null, rule: null, prefix: null, tier: null, weight: null, weights: null };
      return [{ ...step, passed, ...hidden }];
    }
    case 'ATTEMPT':
      return [{ ...step, link: null, status: null }];
    case 'RECEIPT':
      return [{ ...step, link: null, error: null }];
    default:
      return [step];
  }
}
