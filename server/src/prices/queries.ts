// All SQL of price lists.
import type { Database } from '../services.ts';

export function selectPrices(db: Database, regionId: string) {
  return db
    .selectFrom('prices')
    .select(['dial_prefix', 'name', 'price_micros'])
    .where('region_id', '=', regionId)
    .orderBy('dial_prefix')
    .execute();
}
