// Staff changes of price lists: preview first, then apply exactly the preview from an instant on.
import { createHash } from 'node:crypto';
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { PricesPreview, StaffPrices } from '@godwit/contract/staff/operations';
import { recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import type { Staff } from '../identity/sessions.ts';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { type PriceEntry, readPrices, writePrices } from './csv.ts';
import {
  deleteUpcoming,
  pricesAt,
  replaceList,
  selectRegion,
  selectStart,
  selectUpcoming,
} from './queries.ts';

type Parts = Pick<Services, 'kysely'>;

/** The rows of the list of a region that counted at an instant. */
export { pricesAt } from './queries.ts';

/** A list as it is handed in; `valid_from` null is now. */
export type Upload = { region: RegionCode; valid_from: string | null; csv: string };

/** Longer than any process uses a sending profile that it remembers. */
const NOTICE_MS = 1_000;

/** The list of a region that counts now, or at an instant, and when others begin. */
export async function priceLists({ kysely }: Parts, region: RegionCode, at?: string): Promise<StaffPrices> {
  const [{ currency }, rows, upcoming] = await Promise.all([
    selectRegion(kysely, region, { lock: false }),
    pricesAt(kysely, region, at === undefined ? null : new Date(at)),
    selectUpcoming(kysely, region),
  ]);
  return {
    region,
    currency,
    valid_from: (rows[0]?.valid_from ?? new Date(0)).toISOString(),
    rows: toRows(rows),
    upcoming: upcoming.map(({ valid_from, rows: count }) => ({
      valid_from: valid_from.toISOString(),
      rows: Number(count),
    })),
  };
}

/** The rows of a list as an answer. */
export function toRows(rows: readonly PriceEntry[]) {
  return rows.map(({ price_micros, dial_prefix, name }) => {
    return { dial_prefix, name, price: fromMicros(price_micros) };
  });
}

/** The list of a region that counts now as CSV; the audit log records the export. */
export async function exportPrices({ kysely }: Parts, staff: Staff, region: RegionCode): Promise<string> {
  const rows = await pricesAt(kysely, region);
  await recordAudit(kysely, staff, { action: 'PRICES_EXPORTED', subject: region });
  return writePrices(rows);
}

/** Previews a list's changes; 1002 if its start time has passed. */
export async function previewPrices({ kysely }: Parts, upload: Upload): Promise<PricesPreview | Refusal> {
  const compared = await compare(kysely, upload, { lock: false });
  return isRefusal(compared) ? compared : compared.preview;
}

/**
 * Puts a list into force from its instant on, if what it changes is what was previewed; returns the lists
 * as they are then. 1002 for a list with problems or without changes; 1013 if something changed since the
 * preview.
 */
export async function applyPrices(
  services: Parts,
  staff: Staff,
  { digest, ...upload }: Upload & { digest: string },
): Promise<StaffPrices | Refusal> {
  const { region } = upload;
  const refused = await transaction(services.kysely, async (trx) => {
    const compared = await compare(trx, upload, { lock: true });
    if (isRefusal(compared)) return compared;
    const { preview, rows, validFrom } = compared;
    const { changes, problems } = preview;
    if (problems.length > 0)
      return refuseFile(
        'The list has errors, so nothing was changed. Correct the rows that the preview names.',
      );
    if (changes.length === 0)
      return refuseFile('This list has the prices that are valid then, so there is nothing to change.');
    if (preview.digest !== digest) {
      const description =
        'The changes are no longer those of the preview, so nothing was changed. Preview the list again.';
      return refuse('conflict', { description });
    }
    await replaceList(trx, region, validFrom, rows);
    const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
    await recordAudit(trx, staff, {
      action: 'PRICES_CHANGED',
      subject: region,
      detail: {
        valid_from: validFrom.toISOString(),
        added: count('ADDED'),
        changed: count('CHANGED'),
        removed: count('REMOVED'),
      },
    });
    return null;
  });
  return refused ?? priceLists(services, region);
}

/**
 * Cancels a list that does not count yet; returns those that are left. 1013 if it does, is about to, or
 * was never there.
 */
export async function cancelPrices(
  services: Parts,
  staff: Staff,
  { region, valid_from }: { region: RegionCode; valid_from: string },
): Promise<StaffPrices | Refusal> {
  const isCancelled = await transaction(services.kysely, async (trx) => {
    await selectRegion(trx, region, { lock: true });
    if (!(await deleteUpcoming(trx, region, new Date(valid_from), NOTICE_MS))) return false;
    await recordAudit(trx, staff, { action: 'PRICES_CANCELLED', subject: region, detail: { valid_from } });
    return true;
  });
  if (isCancelled) return priceLists(services, region);
  const description =
    'This list is valid already, begins within a second, or was cancelled by a colleague. Nothing was changed.';
  return refuse('conflict', { description });
}

type Compared = { preview: PricesPreview; rows: PriceEntry[]; validFrom: Date };

async function compare(
  db: Database,
  { region, valid_from, csv }: Upload,
  { lock }: { lock: boolean },
): Promise<Compared | Refusal> {
  const { currency } = await selectRegion(db, region, { lock });
  const asked = valid_from === null ? null : new Date(valid_from);
  const { validFrom, isPast } = await selectStart(db, asked, NOTICE_MS);
  if (isPast) {
    const description = 'This time has passed. Choose a later time, or now.';
    return refuse('invalidArgument', { description, fields: { valid_from: description } });
  }
  const { rows, problems } = readPrices(csv);
  // The list of the very instant, if there is one, is replaced: what counts is what it replaces.
  const before = await pricesAt(db, region, new Date(validFrom.getTime() - 1));
  const changes = problems.length > 0 ? [] : differences(before, rows);
  const compared = { region, valid_from, base: before[0]?.valid_from ?? null, changes, problems };
  const preview = {
    currency,
    changes,
    unchanged: rows.length - changes.filter(({ kind }) => kind !== 'REMOVED').length,
    problems,
    digest: createHash('sha256').update(JSON.stringify(compared)).digest('base64url'),
  };
  return { preview, rows, validFrom };
}

type Change = PricesPreview['changes'][number];

/** The change of each prefix that differs, in prefix order. */
function differences(before: readonly PriceEntry[], after: readonly PriceEntry[]): Change[] {
  const old = new Map(before.map((row) => [row.dial_prefix, row]));
  const fresh = new Map(after.map((row) => [row.dial_prefix, row]));
  const prefixes = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return prefixes.flatMap((dial_prefix) => {
    const [was, is] = [old.get(dial_prefix), fresh.get(dial_prefix)];
    if (was?.price_micros === is?.price_micros && was?.name === is?.name) return [];
    return [
      {
        kind: !was ? 'ADDED' : !is ? 'REMOVED' : 'CHANGED',
        dial_prefix,
        name: (is ?? was)!.name,
        old_price: was ? fromMicros(was.price_micros) : null,
        new_price: is ? fromMicros(is.price_micros) : null,
      } as const,
    ];
  });
}

function refuseFile(description: string): Refusal {
  return refuse('invalidArgument', { description, fields: { csv: description } });
}
