// A region's tax: the current rate, the tax of an amount, and staff changes from a date on.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { netOf, type Tax, taxOf } from '@godwit/contract/payments/amounts';
import type { TaxRates } from '@godwit/contract/staff/payments';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import type { Staff } from '../../identity/sessions.ts';
import { CENT } from '../../money.ts';
import { isRefusal, type Refusal, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { deleteUpcomingRate, insertRate, lockRegion, selectRates } from './taxQueries.ts';

export { readTax } from './taxQueries.ts';

/** Amounts in micro-units: credited, tax, and total to pay. */
export function withTax(amountMicros: bigint, tax: Tax) {
  const taxMicros = taxOf(amountMicros, tax, CENT);
  return { amountMicros, taxMicros, totalMicros: tax.included ? amountMicros : amountMicros + taxMicros };
}

/** The same amounts for a total that was paid. */
export function inTotal(totalMicros: bigint, tax: Tax) {
  const amountMicros = netOf(totalMicros, tax, CENT);
  const taxMicros = tax.included ? taxOf(totalMicros, tax, CENT) : totalMicros - amountMicros;
  return { amountMicros, taxMicros, totalMicros };
}

/** A region's past, current and future tax, the newest first. */
export async function taxRates({ kysely }: Pick<Services, 'kysely'>, region: RegionCode): Promise<TaxRates> {
  const rows = await selectRates(kysely, region);
  const counting = rows.findIndex(({ upcoming }) => !upcoming);
  return {
    region,
    rates: rows.map(({ valid_from, basis_points, included, set_by }, index) => ({
      valid_from: valid_from.toISOString(),
      percentage: basis_points / 100,
      included,
      set_by,
      state: index < counting ? 'UPCOMING' : index === counting ? 'CURRENT' : 'PAST',
    })),
  };
}

/** A change of a region's tax; `valid_from` null is now. */
export type TaxChange = {
  region: RegionCode;
  percentage: string;
  included: boolean;
  valid_from: string | null;
};

/**
 * Sets a region's tax from an instant on and replaces one from the same instant; 1002 if the time has
 * passed.
 */
export async function setTax(
  services: Pick<Services, 'kysely'>,
  staff: Staff,
  { region, percentage, included, valid_from }: TaxChange,
): Promise<TaxRates | Refusal> {
  const basisPoints = Math.round(Number(percentage) * 100);
  const refused = await transaction(services.kysely, async (trx) => {
    await lockRegion(trx, region);
    const from = valid_from === null ? null : new Date(valid_from);
    const rate = { region, validFrom: from, basisPoints, included, setBy: staff.email };
    const since = await insertRate(trx, rate);
    if (!since)
      return refuseField(
        'invalidArgument',
        'valid_from',
        'This time has passed. Choose a later time, or now.',
      );
    const detail = { valid_from: since.toISOString(), percentage: basisPoints / 100, included };
    await recordAudit(trx, staff, { action: 'TAX_CHANGED', subject: region, detail });
    return null;
  });
  return refused ?? taxRates(services, region);
}

/** Cancels a future tax; 1002 if none starts at that instant. */
export async function cancelTax(
  services: Pick<Services, 'kysely'>,
  staff: Staff,
  { region, valid_from }: { region: RegionCode; valid_from: string },
): Promise<TaxRates | Refusal> {
  const refused = await transaction(services.kysely, (trx) => cancel(trx, staff, region, valid_from));
  return isRefusal(refused) ? refused : taxRates(services, region);
}

async function cancel(
  trx: Database,
  staff: Staff,
  region: RegionCode,
  valid_from: string,
): Promise<Refusal | null> {
  await lockRegion(trx, region);
  if (!(await deleteUpcomingRate(trx, region, new Date(valid_from))))
    return refuseField('invalidArgument', 'valid_from', 'There is no such change, or it counts already.');
  await recordAudit(trx, staff, { action: 'TAX_CANCELLED', subject: region, detail: { valid_from } });
  return null;
}
