// `godwit ledger check`: whether the books agree with themselves and with the messages.
import { ledgerDifferences } from '../billing/check.ts';
import type { Runtime } from '../runtime.ts';
import type { Report } from './report.ts';

/** Compares balances, entries, daily counters and message costs; every difference is a row, and the command then fails. */
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
