// Why a message took the way it took, as steps of codes and values that a screen puts into words: for
// customers, and with links for staff.
import { z } from 'zod';
import { instant, money } from '../common.ts';
import { FAILURE_CODES } from './statuses.ts';

/** The meaning of the status with which a carrier answered a submit; OWN: a code of the carrier's own. */
const STATUS_MEANINGS = [
  'THROTTLED',
  'QUEUE_FULL',
  'CARRIER_ERROR',
  'NOT_BOUND',
  'RECIPIENT',
  'SENDER',
  'TEXT',
  'TIME',
  'REFUSED',
  'REQUEST',
  'OWN',
] as const;

/**
 * Why a link took no message: what it was like then. FULL: its window or its rate had no place. TRIED: it had
 * just not taken this message.
 */
export const LINK_TROUBLES = ['PAUSED', 'DOWN', 'CLOSED', 'THROTTLED'] as const;
const passedWhy = z.enum([...LINK_TROUBLES, 'FULL', 'TRIED']);

/**
 * The reason why a message waited. SCHEDULED, QUIET_HOURS: its time. SENDING_PAUSED: staff stopped the team's
 * sending. DESTINATION_HELD: until staff release where it goes. NO_ROUTE: no link goes there. Of all links
 * that go there: DOWN, PAUSED, CLOSED, THROTTLED. TURN: its turn. After an attempt: PUT_OFF by the carrier,
 * CONNECTION lost before it was written, NO_ANSWER to what was written.
 */
const wait = z.enum([
  'SCHEDULED',
  'QUIET_HOURS',
  'SENDING_PAUSED',
  'DESTINATION_HELD',
  'NO_ROUTE',
  ...LINK_TROUBLES,
  'TURN',
  'PUT_OFF',
  'CONNECTION',
  'NO_ANSWER',
]);

const link = z.string().nullable();

/**
 * In the order of time. `link`, and what is known of routes, is null for customers; `until` is null while it
 * waits.
 */
export const explanationStep = z.discriminatedUnion('kind', [
  /**
   * `characters` are those outside GSM 03.38, `hidden` how many of them staff are not shown, `more` that
   * there may be others.
   */
  z.object({
    kind: z.literal('ENCODING'),
    encoding: z.enum(['GSM7', 'UNICODE']),
    segments: z.number().int(),
    per_segment: z.number().int(),
    characters: z.array(z.object({ character: z.string(), index: z.number().int() })),
    hidden: z.number().int(),
    more: z.boolean(),
  }),
  /** The row of the price list that began at `valid_from`; the empty prefix is everywhere else. */
  z.object({
    kind: z.literal('PRICE'),
    prefix: z.string(),
    name: z.string(),
    valid_from: instant,
    price: money,
    segments: z.number().int(),
    cost: money,
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('WAIT'),
    reason: wait,
    from: instant,
    until: instant.nullable(),
    links: z.array(z.object({ link: z.string(), why: z.enum(LINK_TROUBLES) })).nullable(),
  }),
  /**
   * The link that it went to: of which tier, counted from 1, and which better or equal ones were passed over.
   * `weights`: of all links of the tier.
   */
  z.object({
    kind: z.literal('ROUTE'),
    at: instant,
    choice: z.number().int(),
    passed: z.array(z.object({ link, why: passedWhy })),
    link,
    prefix: z.string().nullable(),
    tier: z.number().int().nullable(),
    weight: z.number().int().nullable(),
    weights: z.number().int().nullable(),
  }),
  /** `times` the same one after the other, until `last_at`; `status` is the carrier's code. */
  z.object({
    kind: z.literal('ATTEMPT'),
    at: instant,
    last_at: instant,
    times: z.number().int(),
    outcome: z.enum(['TAKEN', 'REFUSED', 'PUT_OFF', 'NOT_WRITTEN', 'UNANSWERED', 'ABANDONED', 'MATCHED']),
    status: z.string().nullable(),
    meaning: z.enum(STATUS_MEANINGS).nullable(),
    link,
  }),
  z.object({
    kind: z.literal('RECEIPT'),
    at: instant,
    state: z.enum(['DELIVERED', 'EXPIRED', 'DELETED', 'UNDELIVERABLE', 'UNKNOWN', 'REJECTED']),
    error: z.string().nullable(),
    part: z.number().int(),
    parts: z.number().int(),
    link,
  }),
  z.object({
    kind: z.literal('END'),
    at: instant,
    failure: z.enum(FAILURE_CODES).nullable(),
    refunded: z.boolean(),
  }),
  /** The steps at the carrier are kept for 72 hours only. */
  z.object({ kind: z.literal('FORGOTTEN') }),
]);
export type ExplanationStep = z.infer<typeof explanationStep>;
export type StepOf<Kind extends ExplanationStep['kind']> = Extract<ExplanationStep, { kind: Kind }>;

/** GET /v1/web/messages/{id}/explanation */
export const explanationAnswer = z.object({ steps: z.array(explanationStep) });
export type Explanation = z.infer<typeof explanationAnswer>;
