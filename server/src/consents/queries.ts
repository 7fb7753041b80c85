// All SQL of consents. Records are inserted and read, never changed.

import { type ConsentKind, type ConsentOrigin, MAX_CONSENTS } from '@godwit/contract/consentRules';
import type { Consent } from '@godwit/contract/consents';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { decidingConsent } from '../db/consented.ts';
import { GIVEN_SOURCE } from '../db/optedOut.ts';
import { fragment, prepared, unprepared } from '../db/sql.ts';

/** The records of a team in a mode. */
export type Place = { teamId: string; mode: Mode };

/** A record to store. */
export type ConsentRow = {
  number: string;
  kind: ConsentKind;
  happenedAt: Date;
  source: string;
  wording: string;
  proof: string;
  expiresAt: Date | null;
};

const INSERT_CONSENT = unprepared('insert-consent')`
  insert into consents (team_id, mode, origin, number, kind, happened_at, source, wording, proof, expires_at)
    values (${'teamId'}, ${'mode'}, ${'origin'}, ${'number'}, ${'kind'}, ${'happenedAt'}, ${'source'}, ${'wording'}, ${'proof'}, ${'expiresAt'})
    on conflict (team_id, mode, number, happened_at, kind) do nothing`;

/** Stores a record. False if one of its number, time and kind exists. */
export async function insertConsent(
  client: ClientBase,
  place: Place & { origin: ConsentOrigin },
  consent: ConsentRow,
): Promise<boolean> {
  const { rowCount } = await INSERT_CONSENT.run(client, { ...place, ...consent });
  return rowCount === 1;
}

const INSERT_IMPORTED = unprepared<{ number: string }>('insert-imported-consents')`
  insert into consents (team_id, mode, origin, number, kind, happened_at, source, wording, proof, expires_at)
    select ${'teamId'}, ${'mode'}, 'IMPORT', number, given.kind, given.at, given.source, given.wording, given.proof, given.expires_at
    from import_rows cross join lateral jsonb_to_record(consent)
      as given (kind consent_kind, at timestamptz, source text, wording text, proof text, expires_at timestamptz)
    where consent is not null order by number, given.at, given.kind, line
    on conflict (team_id, mode, number, happened_at, kind) do nothing returning number`;

/** Stores the new records of the table `import_rows` of the transaction. Returns their numbers. */
export async function insertImported(client: ClientBase, place: Place): Promise<string[]> {
  const { rows } = await INSERT_IMPORTED.run(client, place);
  return rows.map(({ number }) => number);
}

// INFERRED records neither add opt-outs nor lift them. In one instant WITHDRAWN, the last kind, counts.
const LATEST = fragment`latest as materialized (
    select given.number, last.kind, last.happened_at from (select distinct unnest(${'numbers'}::text[]) collate "C" as number) as given
    cross join lateral (
      select kind, happened_at from consents
      where team_id = ${'teamId'} and mode = ${'mode'} and number = given.number and kind <> 'INFERRED'
      order by happened_at desc, kind desc limit 1) as last
  )`;
const SETTLE_OPT_OUTS = unprepared('settle-opt-outs-by-consents')`
  with ${LATEST}, lifted as (
      delete from scoped_opt_outs o using latest l
      where o.team_id = ${'teamId'} and o.mode = ${'mode'} and o.number = l.number and o.scope = 'PROMOTIONAL'
        and o.source in ('CONSOLE', 'API', 'IMPORT') and l.kind = 'GIVEN' and o.created_at < l.happened_at
    )
    insert into scoped_opt_outs (team_id, mode, number, scope, source, created_at)
    select ${'teamId'}, ${'mode'}, number, 'PROMOTIONAL', ${GIVEN_SOURCE}, happened_at from latest
    where kind = 'WITHDRAWN' order by number on conflict (team_id, mode, number, scope) do nothing`;

/**
 * Has the opt-outs of numbers follow new records: a withdrawal opts out of promotional messages, and a later
 * GIVEN lifts the team's own opt-out. The opt-outs of recipients and of staff stay.
 */
export async function settleOptOuts(
  client: ClientBase,
  place: Place & { source: ConsentOrigin },
  numbers: readonly string[],
): Promise<void> {
  await SETTLE_OPT_OUTS.run(client, { ...place, numbers });
}

type StoredRow = ConsentRow & Pick<Consent, 'origin' | 'mode'> & { recordedAt: Date };
const COLUMNS = fragment`number, mode, kind, happened_at as "happenedAt", source, wording, proof, expires_at as "expiresAt", origin,
      recorded_at as "recordedAt"`;
const SELECT_CONSENT = unprepared<StoredRow>('select-consent')`
  select ${COLUMNS} from consents
    where team_id = ${'teamId'} and mode = ${'mode'} and number = ${'number'} and happened_at = ${'happenedAt'} and kind = ${'kind'}`;
const SELECT_CONSENTS = unprepared<StoredRow>('consents-of-number')`
  select ${COLUMNS} from consents where team_id = ${'teamId'} and mode = ${'mode'} and number = ${'number'}
    order by happened_at desc, kind desc limit ${'limit'}`;

/** The stored record of a number, time and kind. */
export async function selectConsent(
  pool: Pool,
  { teamId, mode, number, happenedAt, kind }: Place & Pick<ConsentRow, 'number' | 'happenedAt' | 'kind'>,
): Promise<Consent> {
  const { rows } = await SELECT_CONSENT.run(pool, { teamId, mode, number, happenedAt, kind });
  return toConsent(rows[0]!);
}

/** The records of a number, the newest statement first. */
export async function selectConsents(
  pool: Pool,
  { teamId, mode, number }: Place & { number: string },
): Promise<Consent[]> {
  const { rows } = await SELECT_CONSENTS.run(pool, { teamId, mode, number, limit: MAX_CONSENTS });
  return rows.map(toConsent);
}

// A `Date` has milliseconds and a stored time microseconds, so the place in the list is text.
const SELECT_PROOFS = unprepared<StoredRow & { exactly: string }>('consents-of-numbers')`
  select ${COLUMNS}, happened_at::text as exactly from consents
    where team_id = ${'teamId'} and mode = ${'mode'} and number = any(${'numbers'}::text[])
    and (number, happened_at, kind) > (${'number'}, ${'exactly'}::timestamptz, ${'kind'}::consent_kind)
    order by number, happened_at, kind limit ${'limit'}`;
const START = { number: '', exactly: '-infinity', kind: 'GIVEN' as ConsentKind };

/** All records of numbers, by number and then the oldest first, at most `MAX_CONSENTS` at a time. */
export async function* selectProofs(
  pool: Pool,
  place: Place,
  numbers: readonly string[],
): AsyncGenerator<Consent[], void> {
  for (let after = START; ; ) {
    const { rows } = await SELECT_PROOFS.run(pool, { ...place, ...after, numbers, limit: MAX_CONSENTS });
    if (rows.length > 0) yield rows.map(toConsent);
    if (rows.length < MAX_CONSENTS) return;
    const { number, exactly, kind } = rows.at(-1)!;
    after = { number, exactly, kind };
  }
}

/** An opt-out beside the consents of its number. */
export type ProofOptOut = { number: string; scope: OptOutScope; source: string; since: Date };
const SELECT_OPT_OUTS = unprepared<ProofOptOut>('opt-outs-of-numbers')`
  select number, scope, source, created_at as since from scoped_opt_outs
    where team_id = ${'teamId'} and mode = ${'mode'} and number = any(${'numbers'}::text[]) order by number, scope`;

/** The opt-outs of numbers. */
export async function selectOptOutsOf(
  pool: Pool,
  place: Place,
  numbers: readonly string[],
): Promise<ProofOptOut[]> {
  const { rows } = await SELECT_OPT_OUTS.run(pool, { ...place, numbers });
  return rows;
}

function toConsent({ happenedAt, expiresAt, recordedAt, ...row }: StoredRow): Consent {
  const { number, mode, kind, source, wording, proof, origin } = row;
  return {
    ...{ number, mode, kind, source, wording, proof, origin },
    at: happenedAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    recorded_at: recordedAt.toISOString(),
  };
}

/** A message to a person, by what consents depend on; `recipient` in E.164. */
export type Advertising = Place & { recipient: string };

// Looks each number up by itself, as opt-outs are.
const SELECT_CONSENTED = prepared<Advertising>('select-consented')`
  select key.team_id as "teamId", key.mode, key.number as recipient
    from unnest(${'teamId'}::uuid[], ${'mode'}::message_mode[], ${'recipient'}::text[]) as key (team_id, mode, number)
    cross join lateral (
      select c.kind ${decidingConsent({ team: 'key.team_id', mode: 'key.mode', number: 'key.number' })}) as c
    where c.kind <> 'WITHDRAWN'`;

/** Those of these messages to whose recipients consent allows advertising. */
export async function selectConsented(
  client: ClientBase | Pool,
  messages: readonly Advertising[],
): Promise<Advertising[]> {
  const { rows } = await SELECT_CONSENTED.run(client, listsOf(messages, 'teamId', 'mode', 'recipient'));
  return rows;
}
