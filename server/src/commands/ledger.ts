// `godwit ledger check`: verifies that the ledger agrees with itself and with the messages.
import type { Pool } from 'pg';
import { wrongEntries } from '../billing/ledger.ts';
import { wrongCampaigns } from '../campaigns/counts.ts';
import { transaction } from '../db/transaction.ts';
import type { Runtime } from '../runtime.ts';
import { wrongCounts } from '../stats/check.ts';
import type { Report } from './report.ts';

/**
 * Compares balances, entries, daily counters and message costs; every difference is a row, and the command
 * then fails.
 */
export async function ledgerCheck({ pool }: Runtime): Promise<Report> {
  const differences = await ledgerDifferences(pool);
  if (differences.length === 0) return { text: 'The ledger is right: 0 differences.', data: { differences } };
  const rows = differences.map((row) => `  ${Object.values(row).filter(Boolean).join(' · ')}`);
  return {
    text: [`${differences.length} differences:`, ...rows].join('\n'),
    data: { differences },
    failed: true,
  };
}

/**
 * Every difference between ledger, balances, counters, counts, campaigns and messages, on one snapshot;
 * empty if all agree.
 */
export function ledgerDifferences(pool: Pool) {
  return transaction(pool, async (client) => {
    const entries = await wrongEntries(client);
    const counts = (await wrongCounts(client)).map((wrong) => ({ ...wrong, day: null }));
    const campaigns = (await wrongCampaigns(client)).map((wrong) => ({ ...wrong, day: null }));
    return [...entries, ...counts, ...campaigns];
  });
}
