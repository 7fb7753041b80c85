// The state of the service on the staff pages and in metrics: the same figures, collected every 15 seconds
// for all processes.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { instant } from '../common.ts';
import { MODES } from '../messages/statuses.ts';

const count = z.number().int();
/** Work that can be done now: how much, and since when the oldest is due. */
const due = { due: count, oldest_seconds: z.number() };

/**
 * `lanes`: messages that wait for carriers, by mode and priority. `groups` and `teams` are the worst only.
 * `failed` of a link: attempts of the last minute that the carrier did not accept; `due`: waiting messages
 * that it may carry. Figures of earlier versions lack the optional fields. `unmatched` receipts match no
 * message; `set_aside` ones could not be processed; `dropped` ones were too many without a message. `retried`
 * mails were refused by the mail server at least once.
 */
const statusFigures = z.object({
  /** Accepted and refused messages per second in the last 15 seconds. `p95_ms`: 95 in 100 took no longer. */
  accept: z.object({ rate: z.number(), refused_rate: z.number(), p95_ms: z.number().nullable() }),
  /** Processes of the service that run (`alive`), or ran within the last ten minutes. */
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
      due: count.optional(),
      oldest_seconds: z.number().optional(),
      delivery_share: z.number().nullable().optional(),
      delivery_low: z.boolean().optional(),
      balance: z.number().nullable().optional(),
      balance_low: z.boolean().optional(),
    }),
  ),
  receipts: z.object({ ...due, unmatched: count, set_aside: count, dropped: count.optional() }),
  callbacks: z.object({ waiting: count, ...due }),
  mails: z.object({ waiting: count, retried: count, ...due }),
  /** Destinations to which messages of new teams are held until staff decide. */
  holds: z.object({ destinations: count, oldest_seconds: z.number() }),
  /** `lag_bytes`: what the last standby has not replayed, null if the service may not see it. */
  standbys: z.object({ connected: count, lag_bytes: z.number().nullable() }).optional(),
});
export type StatusFigures = z.infer<typeof statusFigures>;

/** Null before the first check. */
const ledgerCheck = z.object({ at: instant, differences: count }).nullable();

/** GET /status: the present figures, null before the first ones, and some of them over the last hours. */
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
