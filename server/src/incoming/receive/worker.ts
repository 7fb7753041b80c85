// Processes the inbox of incoming messages: joins parts, stores each message once and records keyword
// actions, in the transaction that deletes the inbox rows.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { wakeCallbacks } from '../../callbacks/wake.ts';
import { batchCommit, isDatabaseAway, isRolledBack, isTimedOut } from '../../db/commit/batchCommit.ts';
import { SETTINGS_TOPIC, type Signals } from '../../db/signals.ts';
import { transaction } from '../../db/transaction.ts';
import { instantOf, newId } from '../../ids.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import { type Incoming, notifyIncoming, storeIncoming } from '../../messages/incoming/store.ts';
import { ACTIONS_TOPIC } from '../keywords/actions.ts';
import { followKeywords } from '../keywords/keywords.ts';
import { type Rules, selectRules } from '../queries.ts';
import {
  deleteParts,
  holdParts,
  type InboxPart,
  insertSeen,
  lockInbox,
  pickParts,
  purgeIncoming,
  putPartOff,
  selectParts,
  setPartAside,
} from './inboxQueries.ts';
import { type Joined, joinParts } from './join.ts';
import { INCOMING_TOPIC } from './receive.ts';
import { insertSmppIncoming } from './smppQueries.ts';

const MAX_BATCH = 500;
const EVERY_MS = 1_000;
const PURGE_EVERY_MS = 60_000;
const LONGEST_FAILURE = 500;
const SLOW_AGAIN_AFTER_MS = 60_000;

export type WorkTimings = { everyMs: number; partsWaitMs: number };
/**
 * Networks deliver the parts of a message within seconds, or within minutes if the phone was off in between.
 */
const WORK_TIMINGS: WorkTimings = { everyMs: EVERY_MS, partsWaitMs: 600_000 };

type Parts = { pool: Pool; log: Logger; signals: Pick<Signals, 'on' | 'send'>; timings?: WorkTimings };

/** Starts processing the inbox. One process at a time does. */
export function startIncoming({ pool, log, signals, timings = WORK_TIMINGS }: Parts): Loop {
  let purgedMs = Number.NEGATIVE_INFINITY;
  return startLoop({
    name: 'storing incoming messages',
    log,
    everyMs: timings.everyMs,
    wakeOn: { signals, topic: INCOMING_TOPIC },
    async round() {
      const stored = await workOff({ pool, log }, timings.partsWaitMs);
      tell(stored, signals);
      if (performance.now() - purgedMs > PURGE_EVERY_MS) {
        await purgeIncoming(pool);
        purgedMs = performance.now();
      }
      return stored.isMore ? 0 : undefined;
    },
  });
}

/**
 * The committed result. `teams`: teams whose opt-out lists changed. `forSmpp`: the number of messages that
 * SMPP accounts get. `isMore`: more may wait, since a team's share may be smaller than its backlog.
 */
type Stored = { messages: Incoming[]; teams: Set<string>; forSmpp: number; isMore: boolean };

function tell({ messages, teams, forSmpp }: Stored, signals: Pick<Signals, 'send'>): void {
  for (const teamId of teams) signals.send(SETTINGS_TOPIC, teamId);
  if (messages.length === 0) return;
  notifyIncoming(messages);
  signals.send(ACTIONS_TOPIC);
  if (forSmpp > 0 || messages.some(({ callbackUrl }) => callbackUrl !== null)) wakeCallbacks();
}

/** Processes a batch, and each message by itself if the batch fails. */
async function workOff({ pool, log }: Pick<Parts, 'pool' | 'log'>, waitMs: number): Promise<Stored> {
  let picked: InboxPart[] = [];
  try {
    return await transaction(pool, async (client) => {
      if (!(await lockInbox(client))) return NOTHING;
      picked = await pickParts(client, MAX_BATCH);
      return { ...(await settle(client, picked, waitMs)), isMore: picked.length > 0 };
    });
  } catch (error) {
    if (picked.length === 0 || isDatabaseAway(error)) throw error;
    log.warn(
      { err: error, parts: picked.length },
      'a batch of incoming messages failed; retrying it in parts',
    );
  }
  const stored: Stored = { messages: [], teams: new Set(), forSmpp: 0, isMore: true };
  const outcomes = await batchCommit(picked, async (parts) => {
    const done = await transaction(pool, async (client) =>
      (await lockInbox(client)) ? settle(client, parts, waitMs) : NOTHING,
    );
    stored.messages.push(...done.messages);
    stored.forSmpp += done.forSmpp;
    for (const team of done.teams) stored.teams.add(team);
    return parts.map(() => null);
  });
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') await setAside({ pool, log }, picked[index]!, outcome.reason);
  }
  return stored;
}

const NOTHING: Stored = { messages: [], teams: new Set(), forSmpp: 0, isMore: false };

/**
 * Sets aside a part that failed alone, unless the database was at fault. In that case it is picked again,
 * later if it took too long.
 */
async function setAside({ pool, log }: Pick<Parts, 'pool' | 'log'>, part: InboxPart, error: unknown) {
  if (isDatabaseAway(error) || isRolledBack(error)) return;
  if (isTimedOut(error)) return await putPartOff(pool, part.id, SLOW_AGAIN_AFTER_MS);
  const failure = String(error instanceof Error ? error.message : error)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_FAILURE);
  log.error(
    { err: error, link: part.linkId, part: String(part.id) },
    'an incoming message cannot be processed; it is set aside',
  );
  await setPartAside(pool, part.id, failure);
}

/** Stores the messages that these parts complete, and keeps the other parts waiting. */
async function settle(
  client: PoolClient,
  picked: readonly InboxPart[],
  waitMs: number,
): Promise<Omit<Stored, 'isMore'>> {
  if (picked.length === 0) return NOTHING;
  const partKeys = [...new Set(picked.flatMap(({ partKey }) => partKey ?? []))];
  // Includes the parts that already wait.
  const all = await selectParts(client, { ids: picked.map(({ id }) => id), partKeys });
  const { fresh, repeated } = await splitRepeated(client, all);
  const { joined, waiting } = joinParts(fresh, waitMs);
  const rules = await selectRules(client, projectsOf(joined));
  const messages = joined.map((one) => toMessage(one, rules.get(one.parts[0]!.projectId)));
  await storeIncoming(client, messages);
  const forSmpp = await insertSmppIncoming(client, messages);
  const teams = await followKeywords(client, messages, rules);
  await deleteParts(
    client,
    [...repeated, ...joined.flatMap(({ parts }) => parts)].map(({ id }) => id),
  );
  const toHold = waiting.filter(({ waits }) => !waits);
  await holdParts(
    client,
    toHold.map(({ id }) => id),
    waitMs,
  );
  return { messages, teams, forSmpp };
}

/** Identifies parts that the carrier has sent before. Waiting parts were checked when they came. */
async function splitRepeated(client: PoolClient, parts: readonly InboxPart[]) {
  const named = parts.flatMap((part) =>
    part.handle && !part.waits ? [{ ...part, handle: part.handle }] : [],
  );
  const unseen = await insertSeen(client, named);
  const fresh: InboxPart[] = [];
  const repeated: InboxPart[] = [];
  for (const part of parts) {
    const key = part.handle && `${part.linkId} ${part.handle.toString('hex')}`;
    const isFresh = key === null || part.waits || unseen.delete(key);
    (isFresh ? fresh : repeated).push(part);
  }
  return { fresh, repeated };
}

function projectsOf(joined: readonly Joined[]) {
  return [...new Map(joined.map(({ parts: [part] }) => [part!.projectId, part!])).values()];
}

function toMessage({ parts, text, missing }: Joined, rules: Rules | undefined): Incoming {
  const { teamId, projectId, mode, sender, recipient } = parts[0]!;
  const id = newId();
  return {
    ...{ teamId, id, projectId, mode, sender, recipient },
    ...{ callbackUrl: rules?.callbackUrl ?? null, callbackForm: rules?.callbackForm ?? null },
    body: text,
    missingParts: missing === 0 ? null : missing,
    acceptedAt: instantOf(id),
  };
}
