// `godwit pages check` reads the whole database and reports the tables and indexes that its disk has damaged.
// Doctor's check reports only the damage that PostgreSQL has met.
import { checkPages, NoPageCheckError, readPages } from '../db/pages.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError, type Finding, type Report } from './report.ts';

/** Checks every table and index. A damaged one is a row, and the command then fails. */
export async function pagesCheck({ pool }: Runtime): Promise<Report> {
  const { relations, damages } = await checkPages(pool).catch((error) => {
    if (!(error instanceof NoPageCheckError)) throw error;
    throw new CommandError(
      `The pages cannot be checked (${error.message}). If this user lacks the permission, run as a superuser: create extension amcheck; grant execute on all functions in schema public to USER. Run drop extension amcheck after the check`,
    );
  });
  const data = { relations, damages };
  if (damages.length === 0)
    return { text: `No damage in ${relations} tables and B-tree indexes of this server.`, data };
  const rows = damages.map(({ relation, problem }) => `  ${relation} · ${problem}`);
  return { text: [`Problems found: ${damages.length}`, ...rows, REMEDY].join('\n'), data, failed: true };
}

/** Doctor's check: reads no pages, but reports the damaged ones that PostgreSQL has met. */
export async function checkDamage({ pool }: Runtime): Promise<Finding> {
  const { checksums, failures } = await readPages(pool);
  if (failures > 0)
    return {
      ok: false,
      says: `${failures} reads hit a damaged page, the last one within a day. ${LIST}. ${REMEDY}`,
    };
  if (checksums) return { ok: true, says: 'checksums are on and found no damage within a day' };
  return {
    ok: true,
    says: 'checksums are off, so damage goes unnoticed: stop PostgreSQL, run pg_checksums --enable, and start it again',
  };
}

const LIST = 'Run godwit pages check to list the damaged tables and indexes';
const REMEDY =
  'If only indexes are damaged, rebuild them with REINDEX. If a table is, stop the service, copy the database as it is, and move to a standby or restore the newest backup. Then replace the disk';
