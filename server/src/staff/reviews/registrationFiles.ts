// The answers of registers and telcos as a file: each line proposes, confirms or notes a state.
import { isId } from '@godwit/contract/common';
import { isShortened } from '@godwit/contract/csv/cells';
import { reasonRequest } from '@godwit/contract/staff/accounts';
import {
  MAX_STATES,
  proposeRegistrationRequest,
  type StatesAnswer,
} from '@godwit/contract/staff/registrations';
import type { Staff } from '../../identity/sessions.ts';
import { readNamedColumns } from '../../namedColumns.ts';
import type { Refusal } from '../../refusal.ts';
import {
  moveRegistration,
  type NamedRegistration,
  refuseMove,
  refuseRegister,
  selectRegistration,
} from '../../senders/registrations.ts';
import { lastDayOf } from './registrationPacks.ts';
import { confirm, propose, type RegistrationServices } from './registrations.ts';

/** A line of a file. Fields of columns that the file lacks are undefined. */
type Line = {
  line: number;
  id: string;
  state: string;
  reference: string;
  lastDay: string | undefined;
  telcos: string[] | undefined;
  /** When the registration had changed last, as exported. */
  asOf: string | undefined;
  reason: string;
  hasOwnReason: boolean;
};
type Done = keyof Omit<StatesAnswer, 'problems'>;
/** The effect of a line. `work` is absent if nothing is left to do. */
type Step = { done: Done; work?: () => Promise<Refusal | null> };

/**
 * Notes the answers of registers from a file, line by line, each in a transaction of its own; a preview only
 * counts. A line that cannot be done is returned with its reason, and the others are done.
 */
export async function takeStates(
  services: RegistrationServices,
  staff: Staff,
  { csv, reason, is_preview: isPreview }: { csv: string; reason: string; is_preview: boolean },
): Promise<StatesAnswer> {
  const { lines, problems } = readLines(csv, reason);
  const answer: StatesAnswer = {
    ...{ submitted: 0, refused: 0, proposed: 0, confirmed: 0, unchanged: 0 },
    problems,
  };
  for (const line of lines) {
    const step = await stepOf(services, staff, line);
    const problem =
      typeof step === 'string' ? step : isPreview || !step.work ? null : wordsOf(await step.work());
    if (problem !== null) problems.push({ line: line.line, problem });
    else answer[(step as Step).done] += 1;
  }
  problems.sort((one, other) => one.line - other.line);
  return answer;
}

const wordsOf = (refused: Refusal | null): string | null =>
  refused && (refused.description ?? 'You cannot change this registration. Ask a colleague.');

/** The lines of a file; none of them if it cannot be read or is too long. */
function readLines(csv: string, reason: string) {
  const lines: Line[] = [];
  const seen = new Map<string, number>();
  const columns = {
    required: ['registration', 'state'],
    optional: ['reference', 'last_day', 'reason', 'telcos', 'as_of'],
  } as const;
  const { problems, isRead } = readNamedColumns(csv, columns, (cells, line) => {
    const { registration: id, state, reference = '', last_day: lastDay, as_of: asOf } = cells;
    if (!isId(id)) return 'The column registration has no valid id. Keep the id that was exported.';
    const first = seen.get(id);
    if (first) return `This registration is in line ${first} already.`;
    seen.set(id, line);
    const given = reasonRequest.safeParse({ reason: cells.reason || reason });
    if (!given.success) return given.error.issues[0]!.message;
    if (isShortened(reference))
      return 'A spreadsheet has shortened the reference. Enter it as text and upload the file again.';
    const telcos = cells.telcos?.split(';').map((telco) => telco.trim());
    lines.push({
      ...{ line, id, state: state.toUpperCase(), reference, lastDay, asOf, ...given.data },
      telcos: telcos?.filter((telco) => telco !== ''),
      hasOwnReason: (cells.reason ?? '') !== '',
    });
    return null;
  });
  const isLong = lines.length > MAX_STATES;
  if (isLong)
    problems.unshift({
      line: 1,
      problem: `Nothing was noted: a file has at most ${MAX_STATES} lines. Split it.`,
    });
  return { lines: isRead && !isLong ? lines : [], problems };
}

const NOT_FOUND =
  'There is no registration with this id. Export the list again, and keep the ids as they are.';
const NOT_BY_FILE =
  'A file can set SUBMITTED, REFUSED or REGISTERED. Do anything else on the page of the registration.';
const HAS_CHANGED =
  'The registration has changed since the export, so nothing was noted. Export the list again.';
const NO_LAST_DAY = 'Add the column last_day. Leave its cell empty if the register gives no last day.';
const NO_TELCOS =
  'Carrier links name telcos: add the column telcos. Leave its cell empty if all of them may show the name.';
const NO_REASON =
  'Give the reason of a refusal in its line: the owners and admins of the team get it by mail.';

/** The step of a line, or what is wrong with it. */
async function stepOf(services: RegistrationServices, staff: Staff, line: Line): Promise<Step | string> {
  const { id, state, reason, asOf } = line;
  const row = await selectRegistration(services.kysely, id);
  if (!row) return NOT_FOUND;
  const isStale = asOf !== undefined && asOf !== '' && asOf !== row.updated_at.toISOString();
  if (state === 'REGISTERED') return registerStep(services, staff, { row, line, isStale });
  if (state === row.state) return { done: 'unchanged' };
  if (state !== 'SUBMITTED' && state !== 'REFUSED') return NOT_BY_FILE;
  if (isStale) return HAS_CHANGED;
  const refused = wordsOf(refuseMove(row, state));
  if (refused !== null) return refused;
  if (state === 'REFUSED' && !line.hasOwnReason) return NO_REASON;
  return {
    done: state === 'SUBMITTED' ? 'submitted' : 'refused',
    work: () => moveRegistration(services, staff, { id, to: state, reason }),
  };
}

/** Two persons register a name: the file of one proposes it, and the same file of the other confirms it. */
async function registerStep(
  services: RegistrationServices,
  staff: Staff,
  { row, line, isStale }: { row: NamedRegistration; line: Line; isStale: boolean },
): Promise<Step | string> {
  const { id, state, proposal } = row;
  const { reference, reason, telcos } = line;
  const isRegistered = state === 'REGISTERED';
  // A renewal keeps what the file does not have.
  const lastDay = line.lastDay ?? (isRegistered ? lastDayOf(row.expires_at) : undefined);
  const isSame = (others: readonly string[] | null) => !telcos || isEqual(telcos, others ?? []);
  if (isRegistered && reference === (row.reference ?? '') && lastDay === lastDayOf(row.expires_at))
    if (isSame(row.telcos)) return { done: 'unchanged' };
  if (lastDay === undefined) return NO_LAST_DAY;
  const given = proposeRegistrationRequest.safeParse({ reference, expires_on: lastDay, reason });
  if (!given.success) return given.error.issues[0]!.message;
  const refused = wordsOf(refuseRegister(row));
  if (refused !== null) return refused;
  if (!telcos && row.telcos === null && (await services.telcosOfLinks()).length > 0) return NO_TELCOS;
  if (proposal === null) {
    if (isStale) return HAS_CHANGED;
    const proposed = {
      id,
      reference: given.data.reference,
      expiresOn: given.data.expires_on,
      telcos,
      reason,
    };
    return { done: 'proposed', work: () => propose(services, staff, proposed) };
  }
  const isProposed = reference === row.proposed_reference && lastDay === lastDayOf(row.proposed_until);
  if (!isProposed || !isSame(row.proposed_telcos)) return anotherProposal(row);
  if (row.proposer_id === staff.id) return { done: 'unchanged' };
  return { done: 'confirmed', work: () => confirm(services, staff, { id, proposal }) };
}

const isEqual = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join(';') === [...others].sort().join(';');

function anotherProposal({
  proposed_reference: reference,
  proposed_until: until,
  ...row
}: NamedRegistration) {
  const telcos = row.proposed_telcos ?? [];
  const parts = [reference, lastDayOf(until) || 'without a last day', telcos.join(', ') || 'all telcos'];
  return `Another proposal is open: ${parts.join('; ')}. Confirm or reject it first.`;
}
