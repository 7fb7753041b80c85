// `godwit ledger check`: verifies that the ledger agrees with itself and with the messages.
import type { Pool } from 'pg';
import { wrongEntries } from '../billing/ledger.ts';
import { wrongCampaigns } from '../campaigns/counts.ts';
import { isDistributed } from '../db/schema/distribute.ts';
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
 * empty if all agree. Citus nodes share no snapshot: concurrent changes appear as differences, so a
 * difference counts only if a second check finds it.
 */
export async function ledgerDifferences(pool: Pool) {
  let differences = await compareOnce(pool);
  for (let again = 0; again < LOOKS && differences.length > 0 && (await isDistributed(pool)); again++) {
    const before = new Set(differences.map(placeOf));
    differences = (await compareOnce(pool)).filter((one) => before.has(placeOf(one)));
  }
  return differences;
}

const LOOKS = 3;
const placeOf = ({ team, project, day, problem }: Awaited<ReturnType<typeof compareOnce>>[number]) =>
  JSON.stringify([team, project, day, problem]);

function compareOnce(pool: Pool) {
  return transaction(pool, async (client) => {
    const entries = await wrongEntries(client);
    const counts = (await wrongCounts(client)).map((wrong) => ({ ...wrong, day: null }));
    const campaigns = (await wrongCampaigns(client)).map((wrong) => ({ ...wrong, day: null }));
    return [...entries, ...counts, ...campaigns];
  });
}
