// `godwit export-person NUMBER FILE`: exports everything held about a phone number, for a data subject
// request.
import { createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COMMAND_LINE, recordAudit } from '../audit/record.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal } from '../refusal.ts';
import { heldAbout } from '../retention/person.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Report } from './report.ts';

/** The audit log is kept for ever: it has this much of the number. */
const SHOWN_DIGITS = 4;

/** Writes JSON lines to a file that only its owner can read. */
export async function exportPerson(
  { kysely, pools, settings }: Runtime,
  [typed, file]: string[],
): Promise<Report> {
  if (!typed || !file)
    throw new CommandError('Give the number and a file: godwit export-person +94771234567 person.jsonl');
  const recipient = parseRecipient(typed);
  if (isRefusal(recipient))
    throw new CommandError(
      `${typed} is no phone number. Give it with its country code, such as +94771234567.`,
    );
  const path = resolve(file);
  if (existsSync(path)) throw new CommandError(`${path} is there already. Name another file.`);
  const number = recipient.e164;
  let things = 0;
  const teams = new Set<string>();
  async function* lines() {
    for await (const batch of heldAbout({ pool: pools.long.pool, settings }, number)) {
      things += batch.length;
      for (const { team_id: teamId } of batch) if (teamId) teams.add(teamId);
      if (batch.length > 0) yield batch.map((thing) => `${JSON.stringify(thing)}\n`).join('');
    }
  }
  await recordAudit(kysely, COMMAND_LINE, {
    action: 'PERSON_EXPORTED',
    subject: `…${number.slice(-SHOWN_DIGITS)}`,
  });
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return {
    text: `${path} has all that is held about ${number}: ${things} things of ${teams.size} teams.`,
    data: { file: path, number, things, teams: teams.size },
  };
}
