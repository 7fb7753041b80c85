// Tax of a region: what counts now, what it is of an amount, and how staff change it from a date on.
import type { RegionCode } from '@godwit/contract/accounts';
import type { TaxRates } from '@godwit/contract/staffPayments';
import { type Tax, taxOf } from '@godwit/contract/tax';
import { recordAudit } from '../audit/record.ts';
import type { Staff } from '../identity/sessions.ts';
import { CENT } from '../money.ts';
import { isRefusal, type Refusal, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { deleteUpcomingRate, insertRate, lockRegion, selectRate, selectRates } from './taxQueries.ts';

/** Amounts with the tax, in micro-units: what is credited, the tax of it, and what is to be paid. */
export function withTax(amountMicros: bigint, tax: Tax, unit = CENT) {
  const taxMicros = taxOf(amountMicros, tax, unit);
  return { amountMicros, taxMicros, totalMicros: tax.included ? amountMicros : amountMicros + taxMicros };
}

/** The tax of a region that counts now or, where that is before, at an instant. */
export { selectRate as readTax };

/** The tax of a region as it counted, counts and is to count, the newest first. */
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

/** Sets the tax of a region from an instant on, in place of one from the same instant; 1002 for a time that has passed. */
export async function setTax(
  services: Pick<Services, 'kysely'>,
  staff: Staff,
  { region, percentage, included, valid_from }: TaxChange,
): Promise<TaxRates | Refusal> {
  const basisPoints = Math.round(Number(percentage) * 100);
  const refused = await services.kysely.transaction().execute(async (trx) => {
    await lockRegion(trx, region);
    const from = valid_from === null ? null : new Date(valid_from);
    const rate = { region, validFrom: from, basisPoints, included, setBy: staff.email };
    const since = await insertRate(trx, rate);
    if (!since) return refuseField('invalidArgument', 'valid_from', 'Choose a time to come, or now.');
    const detail = { valid_from: since.toISOString(), percentage: basisPoints / 100, included };
    await recordAudit(trx, staff, { action: 'TAX_CHANGED', subject: region, detail });
    return null;
  });
  return refused ?? taxRates(services, region);
}

/** Cancels a tax that does not count yet; 1002 where there is none of that instant. */
export async function cancelTax(
  services: Pick<Services, 'kysely'>,
  staff: Staff,
  { region, valid_from }: { region: RegionCode; valid_from: string },
): Promise<TaxRates | Refusal> {
  const refused = await services.kysely
    .transaction()
    .execute((trx) => cancel(trx, staff, region, valid_from));
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
