// Finds messages of all teams by a phone number or a text, for staff who know no more than that.
import type { NumberMessage } from '@godwit/contract/staff/teams';
import { recordAudit } from '../../audit/record.ts';
import type { Staff } from '../../identity/sessions.ts';
import { idFloor } from '../../ids.ts';
import { numberPrefixes } from '../../phoneNumbers.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { toRow } from '../log/serialize.ts';
import { listOfNumbers, listOfText, type NumberRow } from './queries.ts';

const MOST = 20;
/** Every project is searched, so older months would make this slow for everybody. */
const DAYS = 60;
const DAY_MS = 86_400_000;
const AROUND_MS = 1_800_000;
/** Numbers without a country code are tried in each. */
const REGIONS = ['LK', 'AU'];
const SHORTEST = 3;

/**
 * The newest messages to and from a number: within half an hour of `at`, else of the last 60 days. With
 * `text`, those that contain it in any case. Records the look-up in the audit log. Refuses what is no number
 * with invalidArgument.
 */
export async function findByNumber(
  { pool, kysely }: Pick<Services, 'pool' | 'kysely'>,
  staff: Staff,
  typed: string,
  { at, text }: Around & { text?: string | undefined } = {},
): Promise<NumberMessage[] | Refusal> {
  const isLong = typed.replace(/\D/g, '').length >= SHORTEST;
  const numbers = isLong ? REGIONS.flatMap((region) => numberPrefixes(typed, region)) : [];
  if (numbers.length === 0)
    return refuse('invalidArgument', { description: 'Give a phone number, such as +94771234567.' });
  // Short numbers are stored as they are.
  const asked = { numbers: [...new Set([...numbers, typed])], text: text ?? null };
  const rows = await listOfNumbers(pool, { ...asked, ...spanOf(at, DAYS * DAY_MS), most: MOST });
  await recordAudit(kysely, staff, { action: 'NUMBER_TRACED', subject: numbers[0]! });
  return rows.map(toFound);
}

/**
 * The newest messages of all teams that contain a text, in any case: within half an hour of `at`, else of the
 * last 24 hours. Records the search in the audit log, without the text.
 */
export async function findByText(
  { pool, kysely }: Pick<Services, 'pool' | 'kysely'>,
  staff: Staff,
  text: string,
  { at }: Around = {},
): Promise<NumberMessage[]> {
  const rows = await listOfText(pool, { text, ...spanOf(at, DAY_MS), most: MOST });
  await recordAudit(kysely, staff, { action: 'TEXT_TRACED' });
  return rows.map(toFound);
}

type Around = { at?: string | undefined };

/** The ids of half an hour before and after a time, else of the last milliseconds. */
function spanOf(at: string | undefined, lastMs: number): { from: string; until: string } {
  const now = Date.now();
  const [from, until] = at
    ? [Date.parse(at) - AROUND_MS, Date.parse(at) + AROUND_MS]
    : [now - lastMs, now + DAY_MS];
  return { from: idFloor(new Date(from)), until: idFloor(new Date(until)) };
}

const toFound = ({ teamId, teamName, ...row }: NumberRow): NumberMessage => ({
  ...toRow(row),
  team: { id: teamId, name: teamName },
});
