// How the service does, as staff see it and as metrics tell it: the same figures, read every quarter of a
// minute for all processes.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { instant } from '../common.ts';
import { MODES } from '../messages/statuses.ts';

const count = z.number().int();
/** Of what may be done now: how much there is, and for how long the oldest has been due. */
const due = { due: count, oldest_seconds: z.number() };

/**
 * `lanes`: what waits for carriers by mode and by what goes first; `groups` and `teams` are the worst ones
 * only. `failed` of a link: attempts of the last minute that did not end with the carrier taking the message.
 * `unmatched` receipts name no message, `set_aside` ones could not be worked off. `retried` mails were
 * refused by the mail server at least once.
 */
const statusFigures = z.object({
  /**
   * Messages a second that were accepted and refused in the last quarter of a minute; 95 in 100 of them took
   * no longer than `p95_ms`.
   */
  accept: z.object({ rate: z.number(), refused_rate: z.number(), p95_ms: z.number().nullable() }),
  /** Processes of the service that run, or did within the last ten minutes: those are not `alive`. */
  processes: z.array(
    z.object({
      host: z.string(),
      version: z.string(),
      roles: z.array(z.string()),
      started_at: instant,
      seen_at: instant,
      alive: z.boolean(),
    }),
  ),
  lanes: z.array(
    z.object({ mode: z.enum(MODES), lane: z.enum(['API', 'CAMPAIGN']), waiting: count, ...due }),
  ),
  groups: z.array(z.object({ group: z.string(), ...due })),
  teams: z.array(z.object({ team: z.string(), name: z.string(), ...due })),
  links: z.array(
    z.object({
      link: z.string(),
      mode: z.enum(MODES),
      paused: z.boolean(),
      health: z.string(),
      sessions: count,
      bound_sessions: count,
      window: count,
      in_flight: count,
      rate: z.number(),
      failed: count,
    }),
  ),
  receipts: z.object({ ...due, unmatched: count, set_aside: count }),
  callbacks: z.object({ waiting: count, ...due }),
  mails: z.object({ waiting: count, retried: count, ...due }),
  /** Destinations of new teams whose messages wait for a decision of staff. */
  holds: z.object({ destinations: count, oldest_seconds: z.number() }),
});
export type StatusFigures = z.infer<typeof statusFigures>;

/** Null before the first check. */
const ledgerCheck = z.object({ at: instant, differences: count }).nullable();

/**
 * GET /status: the figures of now, null before the first ones, and how some of them went over the last hours.
 */
const statusAnswer = z.object({
  at: instant.nullable(),
  figures: statusFigures.nullable(),
  ledger: ledgerCheck,
  history: z.array(
    z.object({
      at: instant,
      accept_rate: z.number(),
      accept_ms: z.number(),
      due: count,
      oldest_seconds: z.number(),
      rate: z.number(),
      failed: count,
      callbacks_seconds: z.number(),
      mails: count,
    }),
  ),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const statusCalls = {
  'GET /status': { staffAction: 'read', answer: statusAnswer },
} satisfies Calls;
