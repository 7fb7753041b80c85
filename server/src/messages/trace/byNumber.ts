// Finds the messages of a phone number over all teams, for staff who know no more than the number.
import type { NumberMessage } from '@godwit/contract/staff/teams';
import { recordAudit } from '../../audit/record.ts';
import type { Staff } from '../../identity/sessions.ts';
import { idFloor } from '../../ids.ts';
import { numberPrefixes } from '../../phoneNumbers.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { toRow } from '../log/serialize.ts';
import { listOfNumbers } from './queries.ts';

const MOST = 20;
/** Every project is searched, so older months would make this slow for everybody. */
const DAYS = 60;
const DAY_MS = 86_400_000;
/** Numbers without a country code are tried in each. */
const REGIONS = ['LK', 'AU'];
const SHORTEST = 3;

/**
 * The newest messages of the last 60 days to and from a number. Records the look-up in the audit log.
 * Refuses what is no number with invalidArgument.
 */
export async function findByNumber(
  { pool, kysely }: Pick<Services, 'pool' | 'kysely'>,
  staff: Staff,
  typed: string,
): Promise<NumberMessage[] | Refusal> {
  const isLong = typed.replace(/\D/g, '').length >= SHORTEST;
  const numbers = isLong ? REGIONS.flatMap((region) => numberPrefixes(typed, region)) : [];
  if (numbers.length === 0)
    return refuse('invalidArgument', { description: 'Give a phone number, such as +94771234567.' });
  // Short numbers are stored as they are.
  const from = idFloor(new Date(Date.now() - DAYS * DAY_MS));
  const rows = await listOfNumbers(pool, { numbers: [...new Set([...numbers, typed])], from, most: MOST });
  await recordAudit(kysely, staff, { action: 'NUMBER_TRACED', subject: numbers[0]! });
  return rows.map(({ teamId, teamName, ...row }) => ({
    ...toRow(row),
    team: { id: teamId, name: teamName },
  }));
}
