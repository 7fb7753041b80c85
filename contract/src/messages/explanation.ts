// Explains the course of a message, in steps of codes and values that the screen translates. Staff also see
// links.
import { z } from 'zod';
import { instant, money } from '../common.ts';
import { registrationCountry, registrationState, registrationTurn } from '../senders.ts';
import { FAILURE_CODES } from './failures.ts';

/** The meaning of the status of a submit response. OWN: the carrier defined the code. */
export const STATUS_MEANINGS = [
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

/** Why a link did not take a message. */
export const LINK_TROUBLES = ['PAUSED', 'DOWN', 'CLOSED', 'THROTTLED'] as const;
/** FULL: its window or its rate was exhausted. TRIED: it had just failed to take this message. */
const passedWhy = z.enum([...LINK_TROUBLES, 'FULL', 'TRIED']);

/**
 * Why a message waited. SCHEDULED, QUIET_HOURS: until its time. SENDING_PAUSED: staff stopped the team.
 * DESTINATION_HELD, TEXT_HELD: until staff release the destination or the text. NO_ROUTE: no link serves the
 * destination. DOWN, PAUSED, CLOSED, THROTTLED: all links that serve it were. TURN: other messages were
 * first. After an attempt: PUT_OFF by the carrier; CONNECTION: lost before the message was written;
 * NO_ANSWER: written, but not answered.
 */
const wait = z.enum([
  'SCHEDULED',
  'QUIET_HOURS',
  'SENDING_PAUSED',
  'DESTINATION_HELD',
  'TEXT_HELD',
  'NO_ROUTE',
  ...LINK_TROUBLES,
  'TURN',
  'PUT_OFF',
  'CONNECTION',
  'NO_ANSWER',
]);

const link = z.string().nullable();

/**
 * In the order of time. `link` and the fields of routes are null for customers. `until` is null while the
 * message waits.
 */
export const explanationStep = z.discriminatedUnion('kind', [
  /**
   * `characters` are outside GSM 03.38. `hidden` counts those that staff may not see. `more`: there may be
   * others.
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
  /** The row of the price list valid from `valid_from`. The empty prefix matches all other numbers. */
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
  /**
   * Recipients see `shown` instead of `sender`, because the register of the country does not hold it. `state`
   * and `turn` are those of now, for the next step.
   */
  z.object({
    kind: z.literal('SENDER'),
    sender: z.string(),
    shown: z.string(),
    country: registrationCountry,
    state: registrationState,
    turn: registrationTurn.nullable(),
  }),
  z.object({
    kind: z.literal('WAIT'),
    reason: wait,
    from: instant,
    until: instant.nullable(),
    links: z.array(z.object({ link: z.string(), why: z.enum(LINK_TROUBLES) })).nullable(),
  }),
  /**
   * The chosen link, by a rule of the network or by a prefix of the number; the other one is null.
   * `passed`: links of the same or a better tier that were not available. `tier` is counted from 1. `weights`
   * is the sum of the weights of its tier.
   */
  z.object({
    kind: z.literal('ROUTE'),
    at: instant,
    choice: z.number().int(),
    passed: z.array(z.object({ link, why: passedWhy })),
    link,
    rule: z.string().nullable(),
    prefix: z.string().nullable(),
    tier: z.number().int().nullable(),
    weight: z.number().int().nullable(),
    weights: z.number().int().nullable(),
  }),
  /** `times`: equal attempts in a row, up to `last_at`. `status` is the code of the carrier. */
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
  /** Earlier steps were deleted: those at the carrier are kept for 72 hours. */
  z.object({ kind: z.literal('FORGOTTEN') }),
]);
export type ExplanationStep = z.infer<typeof explanationStep>;
export type StepOf<Kind extends ExplanationStep['kind']> = Extract<ExplanationStep, { kind: Kind }>;

/** GET /v1/web/messages/{id}/explanation */
export const explanationAnswer = z.object({ steps: z.array(explanationStep) });
export type Explanation = z.infer<typeof explanationAnswer>;
