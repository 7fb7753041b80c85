// Registrations as files: the list of staff, and the pack of a telco or network, which has all that it asks.
import { csvLines } from '@godwit/contract/csv/cells';
import { readDetails } from '@godwit/contract/ownerDetails';
import { EVERY_NETWORK } from '@godwit/contract/rules/mobileNetworks';
import type { RegistrationTurn } from '@godwit/contract/senders';
import { recordAudit } from '../../audit/record.ts';
import { searchOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import {
  countWaiting,
  type NameDocument,
  type PackedRegistration,
  type PackFor,
  packRegistrations,
} from '../../senders/registrations.ts';
import type { RegistrationServices } from './registrations.ts';

const MOST_PACKED = 5_000;
/** The columns of both files: the answers of registers go back in them. */
const ANSWER_COLUMNS = [
  ...['registration', 'country', 'network', 'sender_id', 'kind', 'state', 'reference', 'last_day', 'reason'],
  ...['telcos', 'as_of', 'legal_name', 'scheme', 'number', 'right_to_name', 'use', 'team', 'project'],
];
const ASKED_COLUMNS = [
  ...['countries', 'sample', 'owner_kind', 'owner_country', 'owner_address', 'owner_website'],
  ...['contact_name', 'contact_role', 'contact_authority', 'sends_for_client', 'evidence'],
];

/** The registrations of the queue as CSV, at most 5,000, in its order. The audit log notes the export. */
export async function exportRegistrations(
  { kysely }: RegistrationServices,
  staff: Staff,
  { turn, q }: { turn?: RegistrationTurn | undefined; q?: string | undefined },
): Promise<string> {
  const rows = await packRegistrations(kysely, { turn: turn ?? null, ...searchOf(q) }, MOST_PACKED);
  await recordAudit(kysely, staff, {
    action: 'SENDER_REGISTRATIONS_EXPORTED',
    detail: { turn: turn ?? 'ALL', search: q ?? '', rows: String(rows.length) },
  });
  return csvLines([ANSWER_COLUMNS, ...rows.map((row) => answers(row, row.telcos ?? []))]);
}

/** The telcos and networks that names wait for, with the number of names. */
export const waitingPacks = async ({ kysely, telcosOfLinks }: RegistrationServices) =>
  countWaiting(kysely, await telcosOfLinks());

/** The names that wait for a telco or network as CSV, at most 5,000 names. The audit log notes the export. */
export async function exportPack(
  { kysely }: RegistrationServices,
  staff: Staff,
  pack: PackFor,
): Promise<string> {
  const rows = await packRegistrations(kysely, pack, MOST_PACKED);
  const { country, via } = pack;
  await recordAudit(kysely, staff, {
    action: 'SENDER_REGISTRATIONS_EXPORTED',
    detail: { country, via: via ?? '', rows: String(rows.length) },
  });
  const lines = rows.map((row) => [...answers(row, telcosWith(row, via)), ...asked(row)]);
  return csvLines([[...ANSWER_COLUMNS, ...ASKED_COLUMNS], ...lines]);
}

/** The telcos that may show the name once this one has taken it. */
const telcosWith = ({ network, telcos, state }: PackedRegistration, via: string | null): string[] => {
  // After its end no telco may show it until that one has taken it again.
  const known = state === 'EXPIRED' ? [] : (telcos ?? []);
  if (via === null || network !== EVERY_NETWORK || (state === 'REGISTERED' && telcos === null)) return known;
  return [...new Set([...known, via])];
};

const answers = (row: PackedRegistration, telcos: readonly string[]) => [
  ...[row.id, row.country, row.network, row.sender, row.contentClass],
  // The reason stays empty: it belongs to the next state.
  ...[row.state, row.reference ?? '', lastDayOf(row.expires_at), ''],
  ...[telcos.join('; '), row.updated_at.toISOString()],
  ...[row.legal_name ?? '', row.scheme ?? '', row.number ?? '', row.basis ?? ''],
  ...[row.request?.description ?? '', row.team_name, row.project_name],
];

function asked(row: PackedRegistration): string[] {
  const of = readDetails(row.details ?? {})!;
  return [
    ...[(row.request?.countries ?? []).join('; '), row.request?.sample ?? ''],
    ...[of.owner_kind, of.owner_country, of.owner_address, of.owner_website],
    ...[of.contact_name, of.contact_role, of.contact_authority],
    ...[row.for_client ? 'yes' : 'no', row.documents.map(evidenceLine).join('; ')],
  ];
}

function evidenceLine({ label, evidence }: NameDocument): string {
  if (evidence === null) return label;
  const { kind, issued_on: issued, expires_on: expires } = evidence;
  const days = [...(issued ? [`issued ${issued}`] : []), ...(expires ? [`until ${expires}`] : [])];
  return `${label} (${[kind, ...days].join(', ')})`;
}

/** The last day (UTC) before an end, such as 2027-06-30; '' without an end. */
export const lastDayOf = (end: Date | null): string =>
  end === null ? '' : new Date(end.getTime() - 1).toISOString().slice(0, 10);
