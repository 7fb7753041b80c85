// Why a message took its way: what it was counted and charged as, what it waited for, what carriers did with it, how it ended.
import type { ExplanationStep, StepOf } from '@godwit/contract/explanation';
import { indexPrices, priceFor } from '@godwit/contract/prices';
import { countSegments, MAX_NAMED_CHARACTERS } from '@godwit/contract/segments';
import { FAILURES, type FailureCode, type Mode } from '@godwit/contract/statuses';
import { readPauses } from '../audit/pauses.ts';
import { fromMicros } from '../money.ts';
import { listAt } from '../prices/lists.ts';
import type { Database } from '../services.ts';
import { holdOf, type Span } from './holds.ts';
import type { Message } from './queries.ts';
import { maskText } from './serialize.ts';

/**
 * What carriers' part of an explanation is made from. `due`: when it could go; `pauses`: when the team's sending was stopped; `hold`: when its
 * messages to that destination were held.
 */
export type Explained = {
  id: string;
  mode: Mode;
  recipient: string;
  due: Date;
  queuedAt: Date | null;
  endedAt: Date | null;
  pauses: readonly Span[];
  hold: Span | null;
};

/** The carriers' part, with the ids of links. */
export type CarrierStory = (db: Database, message: Explained) => Promise<ExplanationStep[]>;

/** Who reads it: customers see no links and routes, staff none of the text's letters. */
type Audience = 'customer' | 'staff';

/** Explains an outgoing message, in the order of time. */
export async function explainMessage(
  db: Database,
  message: Message,
  { regionId, audience, story }: { regionId: string; audience: Audience; story: CarrierStory },
): Promise<ExplanationStep[]> {
  if (message.direction === 'INCOMING') return [];
  const { acceptedAt, sendAt, queuedAt, sentAt, deliveredAt, failedAt } = message;
  const endedAt = deliveredAt ?? failedAt;
  const due = sendAt && sendAt > acceptedAt ? sendAt : acceptedAt;
  const [prices, pauses, hold] = await Promise.all([
    listAt(db, regionId, acceptedAt),
    readPauses(db, message.teamId),
    message.mode === 'LIVE' ? holdOf(db, message) : null,
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
  const all = [encodingOf(message), ...priceOf(message, prices), ...steps];
  return audience === 'staff' ? all.map(maskCharacters) : all.flatMap(withoutLinks);
}

/** What happens at one instant happens in this order. */
const ORDER: ExplanationStep['kind'][] = ['ATTEMPT', 'WAIT', 'ROUTE', 'RECEIPT', 'END', 'FORGOTTEN'];

/** After every instant. */
const LAST = 'Z';

function timeOf(step: ExplanationStep): string {
  if ('at' in step) return step.at;
  return 'from' in step ? step.from : LAST;
}

function encodingOf({ body, promotional, encoding, segments }: Message): StepOf<'ENCODING'> {
  const { unicodeCharacters, perSegment } = countSegments(body, { promotional });
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

type List = Awaited<ReturnType<typeof listAt>>;

/** The row that it was charged by; nothing where the list that is kept does not give what was charged. */
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

/** The time that was asked for, then the end of quiet hours; no longer than until it failed. */
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

/** Letters and digits are the customer's; signs that word processors put in show what happened. */
function maskCharacters(step: ExplanationStep): ExplanationStep {
  if (step.kind !== 'ENCODING') return step;
  const characters = step.characters.filter(({ character }) => maskText(character) === character);
  return { ...step, characters, hidden: step.characters.length - characters.length };
}

/** Without links and routes, and without steps that say nothing else. */
function withoutLinks(step: ExplanationStep): ExplanationStep[] {
  switch (step.kind) {
    case 'WAIT':
      return [{ ...step, links: null }];
    case 'ROUTE': {
      if (step.passed.length === 0) return [];
      const passed = step.passed.map(({ why }) => ({ link: null, why }));
      return [{ ...step, passed, link: null, prefix: null, tier: null, weight: null, weights: null }];
    }
    case 'ATTEMPT':
    case 'RECEIPT':
      return [{ ...step, link: null }];
    default:
      return [step];
  }
}
