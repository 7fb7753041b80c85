// `godwit doctor`: looks at everything the service stands on and says what to do where something is wrong.

import { delayedCampaigns } from '../campaigns/delayed.ts';
import { groupsWithoutLink, queueAge } from '../carriers/age.ts';
import { readCarriersFile } from '../carriers/config.ts';
import { receiptProblems } from '../carriers/receiptHints.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { serverVersion } from '../db/pool.ts';
import { mailTrouble } from '../mail/trouble.ts';
import type { Runtime } from '../runtime.ts';
import type { Report } from './report.ts';

const STUCK_SECONDS = 300;

type Finding = { ok: boolean; name: string; says: string };

/** Checks everything below in turn. Opening the runtime has checked settings and secrets. */
export async function doctor(runtime: Runtime): Promise<Report> {
  const findings = [
    { ok: true, name: 'settings', says: `right; data in ${runtime.settings.dataDir}` },
    { ok: true, name: 'run-time', says: `Node ${process.versions.node}` },
    await checkDatabase(runtime),
    await checkMigrations(runtime),
    await checkQueue(runtime),
    await checkCampaigns(runtime),
    await checkMails(runtime),
    checkCarriers(runtime),
    await checkReceipts(runtime),
  ];
  const failed = findings.some(({ ok }) => !ok);
  const text = findings
    .map(({ ok, name, says }) => `${ok ? 'ok  ' : 'BAD '} ${name.padEnd(10)} ${says}`)
    .join('\n');
  return { text, data: { findings }, failed };
}

async function checkDatabase({ pool, settings }: Runtime): Promise<Finding> {
  const where = settings.databaseUrl ? 'DATABASE_URL' : 'embedded';
  return { ok: true, name: 'database', says: `PostgreSQL ${await serverVersion(pool)}, ${where}, durable` };
}

async function checkMigrations({ pool }: Runtime): Promise<Finding> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return { ok: true, name: 'migrations', says: 'all applied' };
  return {
    ok: false,
    name: 'migrations',
    says: `${pending.join(', ')} pending: run npm run godwit -- migrate`,
  };
}

async function checkQueue(runtime: Runtime): Promise<Finding> {
  const age = await queueAge(runtime.pool);
  if (!age) return { ok: false, name: 'queue', says: 'not made yet: run npm run godwit -- migrate' };
  const without = await groupsWithoutLink(runtime);
  if (without.length > 0) {
    const says = `messages wait in ${without.join(', ')}: no link has a route for them in CARRIERS_FILE`;
    return { ok: false, name: 'queue', says };
  }
  const ok = age.oldestSeconds <= STUCK_SECONDS;
  const advice = ok ? '' : ': is a process with the role send running, and a carrier link bound?';
  return { ok, name: 'queue', says: `${age.due} due, the oldest for ${age.oldestSeconds} s${advice}` };
}

async function checkCampaigns({ pool }: Runtime): Promise<Finding> {
  const name = 'campaigns';
  // Before its migration there is nothing to ask.
  if ((await pendingMigrations(pool)).length > 0) return { ok: true, name, says: 'not looked at' };
  const delayed = await delayedCampaigns(pool);
  if (delayed.length === 0) return { ok: true, name, says: 'none is delayed' };
  const says = delayed
    .map(({ id, teamId, failures, lastError }) => `${id} of team ${teamId}, ${failures} times: ${lastError}`)
    .join('; ');
  return { ok: false, name, says: `delayed, and tried again: ${says}` };
}

async function checkMails(runtime: Runtime): Promise<Finding> {
  const name = 'mails';
  const trouble = await mailTrouble(runtime);
  if (runtime.settings.smtpUrl === null || !trouble)
    return { ok: true, name, says: 'no SMTP_URL: kept for the mailbox of this machine' };
  const { retried, givenUp, lastError } = trouble;
  if (lastError === null) return { ok: true, name, says: 'all sent' };
  // What was refused for good is a matter of its recipient; what waits, of the mail server.
  return {
    ok: retried === 0,
    name,
    says: `${retried} tried again, ${givenUp} refused for good; the last error: ${lastError}`,
  };
}

function checkCarriers({ settings }: Runtime): Finding {
  if (!settings.carriersFile)
    return { ok: true, name: 'carriers', says: 'no CARRIERS_FILE: the built-in simulator only' };
  try {
    const links = readCarriersFile(settings.carriersFile);
    return {
      ok: true,
      name: 'carriers',
      says: links.map(({ id, host, port }) => `${id} (${host}:${port})`).join(', '),
    };
  } catch (error) {
    return { ok: false, name: 'carriers', says: (error as Error).message };
  }
}

async function checkReceipts(runtime: Runtime): Promise<Finding> {
  const problems = await receiptProblems(runtime);
  if (!problems) return { ok: false, name: 'receipts', says: 'not made yet: run npm run godwit -- migrate' };
  const ok = problems.length === 0;
  return { ok, name: 'receipts', says: ok ? 'none set aside' : problems.join('; and ') };
}
