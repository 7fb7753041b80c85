// `godwit doctor`: looks at everything the service stands on and says what to do where something is wrong.

import { delayedCampaigns } from '../campaigns/run.ts';
import { readCarriersFile } from '../carriers/config.ts';
import { groupsWithoutLink, queueAge } from '../carriers/links.ts';
import { receiptProblems } from '../carriers/receiptHints.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { serverVersion } from '../db/pool.ts';
import { mailTrouble } from '../mail/worker.ts';
import type { Runtime } from '../runtime.ts';
import type { Report } from './report.ts';

const STUCK_SECONDS = 300;

type Finding = { ok: boolean; says: string };

/** What is looked at, in this order. Opening the runtime has checked settings and secrets. */
const CHECKS: Record<string, (runtime: Runtime) => Finding | Promise<Finding>> = {
  settings: ({ settings }) => ({ ok: true, says: `right; data in ${settings.dataDir}` }),
  'run-time': () => ({ ok: true, says: `Node ${process.versions.node}` }),
  database: checkDatabase,
  migrations: checkMigrations,
  queue: checkQueue,
  campaigns: checkCampaigns,
  mails: checkMails,
  carriers: checkCarriers,
  receipts: checkReceipts,
};

/** Runs all checks in turn. */
export async function doctor(runtime: Runtime): Promise<Report> {
  const findings: (Finding & { name: string })[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const { ok, says } = await check(runtime);
    findings.push({ ok, name, says });
  }
  const failed = findings.some(({ ok }) => !ok);
  const text = findings
    .map(({ ok, name, says }) => `${ok ? 'ok  ' : 'BAD '} ${name.padEnd(10)} ${says}`)
    .join('\n');
  return { text, data: { findings }, failed };
}

async function checkDatabase({ pool, settings }: Runtime): Promise<Finding> {
  const where = settings.databaseUrl ? 'DATABASE_URL' : 'embedded';
  return { ok: true, says: `PostgreSQL ${await serverVersion(pool)}, ${where}, durable` };
}

async function checkMigrations({ pool }: Runtime): Promise<Finding> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return { ok: true, says: 'all applied' };
  return { ok: false, says: `${pending.join(', ')} pending: run npm run godwit -- migrate` };
}

const UNTIL_MIGRATED = {
  ok: false,
  says: 'not looked at while migrations are pending: run npm run godwit -- migrate',
};

async function checkQueue(runtime: Runtime): Promise<Finding> {
  if ((await pendingMigrations(runtime.pool)).length > 0) return UNTIL_MIGRATED;
  const age = await queueAge(runtime.pool);
  const without = await groupsWithoutLink(runtime);
  if (without.length > 0) {
    const says = `messages wait in ${without.join(', ')}: no link has a route for them in CARRIERS_FILE`;
    return { ok: false, says };
  }
  const ok = age.oldestSeconds <= STUCK_SECONDS;
  const advice = ok ? '' : ': is a process with the role send running, and a carrier link bound?';
  return { ok, says: `${age.due} due, the oldest for ${age.oldestSeconds} s${advice}` };
}

async function checkCampaigns({ pool }: Runtime): Promise<Finding> {
  // Before its migration there is nothing to ask.
  if ((await pendingMigrations(pool)).length > 0) return { ok: true, says: 'not looked at' };
  const delayed = await delayedCampaigns(pool);
  if (delayed.length === 0) return { ok: true, says: 'none is delayed' };
  const says = delayed
    .map(({ id, teamId, failures, lastError }) => `${id} of team ${teamId}, ${failures} times: ${lastError}`)
    .join('; ');
  return { ok: false, says: `delayed, and tried again: ${says}` };
}

async function checkMails({ settings, kysely }: Runtime): Promise<Finding> {
  const trouble = await mailTrouble(kysely);
  if (settings.smtpUrl === null || !trouble)
    return { ok: true, says: 'no SMTP_URL: kept for the mailbox of this machine' };
  const { retried, givenUp, lastError } = trouble;
  if (lastError === null) return { ok: true, says: 'all sent' };
  // What was refused for good is a matter of its recipient; what waits, of the mail server.
  const says = `${retried} tried again, ${givenUp} refused for good; the last error: ${lastError}`;
  return { ok: retried === 0, says };
}

function checkCarriers({ settings }: Runtime): Finding {
  if (!settings.carriersFile) return { ok: true, says: 'no CARRIERS_FILE: the built-in simulator only' };
  try {
    const links = readCarriersFile(settings.carriersFile);
    return { ok: true, says: links.map(({ id, host, port }) => `${id} (${host}:${port})`).join(', ') };
  } catch (error) {
    return { ok: false, says: (error as Error).message };
  }
}

async function checkReceipts(runtime: Runtime): Promise<Finding> {
  if ((await pendingMigrations(runtime.pool)).length > 0) return UNTIL_MIGRATED;
  const problems = await receiptProblems(runtime);
  const ok = problems.length === 0;
  return { ok, says: ok ? 'none set aside' : problems.join('; and ') };
}
