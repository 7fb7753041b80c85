// `godwit doctor`: checks everything the service depends on and tells the operator how to fix each problem.

import { VERSION } from '@godwit/contract/version';
import { delayedCampaigns } from '../campaigns/run/run.ts';
import { hasFixedSender, type LinkConfig, readCarriersFile } from '../carriers/links/config.ts';
import { NetworkError } from '../carriers/network/document.ts';
import { readCurrentNetwork } from '../carriers/network/follow.ts';
import { receiptProblems } from '../carriers/receipts/hints.ts';
import { groupsWithoutLink, listLinks, queueAge } from '../carriers/staff/links.ts';
import { assertSameSecret, OtherSecretError } from '../db/embedded/installation.ts';
import { serverVersion } from '../db/pool.ts';
import { countRoles } from '../db/processes.ts';
import { mayChangeLedger } from '../db/schema/grants.ts';
import { pendingMigrations } from '../db/schema/migrate.ts';
import { checkMonths } from '../db/schema/months.ts';
import { tryStorage } from '../files/storage.ts';
import { mailServerTrouble, mailTrouble } from '../mail/worker.ts';
import { readKept } from '../retention/run.ts';
import type { Runtime } from '../runtime.ts';
import { fingerprintsOf } from '../secrets.ts';
import { missingOfSeller } from '../settingPairs.ts';
import { ROLES } from '../settingValues.ts';
import { clockAhead, lookNow, readStatus } from '../status/figures.ts';
import { checkArchives } from './checkArchives.ts';
import { checkPorted } from './checkPorted.ts';
import { checkCountryRules } from './checkRules.ts';
import { freeBytes, whyUnreachable } from './connectivityChecks.ts';
import { checkDamage } from './pages.ts';
import type { Finding, Report } from './report.ts';
import { certificateTrouble } from './settingFiles.ts';
import { checkReads, checkStandbys } from './standbys.ts';

const STUCK_SECONDS = 300;
const LATE_SECONDS = 300;
/** A sign-in code is good for half a minute, and quiet hours and limits go by the clock. */
const CLOCK_SECONDS = 5;
const GIB = 1024 ** 3;
/** Uploads, backups and the database log need free space at once. */
const LEAST_FREE = GIB;

const CERTIFICATE_TROUBLE = /CERT|LEAF_SIGNATURE|ALTNAME|certificate/;

/** All checks, in order. Opening the runtime has already checked settings and secrets. */
const CHECKS: Record<string, (runtime: Runtime) => Finding | null | Promise<Finding | null>> = {
  settings: ({ settings }) => ({ ok: true, says: `right; data in ${settings.dataDir}` }),
  seller: ({ settings }) => {
    const missing = missingOfSeller(settings);
    return { ok: missing === null, says: missing ?? 'receipts say who sells, or nobody pays yet' };
  },
  'run-time': () => ({ ok: true, says: `Godwit ${VERSION}, Node ${process.versions.node}` }),
  disk: checkDisk,
  documents: checkStorage,
  database: checkDatabase,
  pages: checkDamage,
  standbys: checkStandbys,
  reads: checkReads,
  migrations: checkMigrations,
  secret: whenMigrated(checkSecret),
  clock: whenMigrated(checkClock),
  months: whenMigrated(({ pool }) => checkMonths(pool)),
  archives: whenMigrated(checkArchives),
  queue: whenMigrated(checkQueue),
  campaigns: whenMigrated(checkCampaigns),
  callbacks: whenMigrated(checkCallbacks),
  mails: whenMigrated(checkMails),
  'mail server': checkMailServer,
  carriers: checkCarriers,
  rules: checkCountryRules,
  'ported numbers': checkPorted,
  certificate: checkCertificate,
  links: whenMigrated(checkLinks),
  processes: whenMigrated(checkProcesses),
  receipts: whenMigrated(checkReceipts),
  ledger: whenMigrated(checkLedger),
  retention: whenMigrated(checkRetention),
};

/** Runs all checks in turn. */
export async function doctor(runtime: Runtime): Promise<Report> {
  const findings: (Finding & { name: string })[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const finding = await check(runtime);
    if (finding) findings.push({ name, ...finding });
  }
  const failed = findings.some(({ ok }) => !ok);
  const text = findings
    .map(({ ok, name, says }) => `${ok ? 'ok  ' : 'BAD '} ${name.padEnd(11)} ${says}`)
    .join('\n');
  return { text, data: { findings }, failed };
}

async function checkDatabase({ pool, settings }: Runtime): Promise<Finding> {
  const where = settings.databaseUrl ? 'DATABASE_URL' : 'embedded';
  const may =
    settings.databaseUrl !== null &&
    (await pendingMigrations(pool)).length === 0 &&
    (await mayChangeLedger(pool));
  const advice = may ? '; its user owns the ledger: see godwit grant in docs/deployment.md' : '';
  return { ok: true, says: `PostgreSQL ${await serverVersion(pool)}, ${where}, durable${advice}` };
}

async function checkMigrations({ pool }: Runtime): Promise<Finding> {
  const pending = await pendingMigrations(pool);
  if (pending.length === 0) return { ok: true, says: 'all applied' };
  return {
    ok: false,
    says: `${pending.join(', ')} pending: run godwit migrate, and doctor again for the rest`,
  };
}

/** Checks that query tables run once the schema matches this version; null until then. */
function whenMigrated(check: (runtime: Runtime) => Promise<Finding>) {
  return async (runtime: Runtime): Promise<Finding | null> =>
    (await pendingMigrations(runtime.pool)).length > 0 ? null : check(runtime);
}

async function checkDisk({ settings }: Runtime): Promise<Finding> {
  let free: number;
  try {
    free = await freeBytes(settings.dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { ok: true, says: `${settings.dataDir} is not there yet` };
    return {
      ok: false,
      says: `${settings.dataDir} of DATA_DIR cannot be used (${code}): let the service's user in, or name another`,
    };
  }
  const says = `${(free / GIB).toFixed(1)} GiB free where ${settings.dataDir} is`;
  if (free >= LEAST_FREE) return { ok: true, says };
  return {
    ok: false,
    says: `${says}: make room, or move DATA_DIR to another disk while the service is stopped`,
  };
}

async function checkStorage({ settings }: Runtime): Promise<Finding> {
  if (settings.storageUrl === null) return { ok: true, says: `on the disk, in ${settings.dataDir}/files` };
  const { host, pathname } = new URL(settings.storageUrl);
  try {
    await tryStorage(settings);
    return { ok: true, says: `${host}${pathname} keeps and gives back` };
  } catch (error) {
    return { ok: false, says: `${host}${pathname} of STORAGE_URL cannot be used: ${whyStorage(error)}` };
  }
}

/** Problems of a bucket or the connection to it, with remedies. */
function whyStorage(error: unknown): string {
  const { cause = error } = error as Error;
  const { status, code, message } = cause as Error & { status?: number; code?: string };
  const network = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
  if (status === 403) return `${message}: check key and secret, region and clock, and what the key may do`;
  if (status === 404) return `${message}: make the bucket`;
  if (CERTIFICATE_TROUBLE.test(network.code ?? ''))
    return `its certificate is not trusted (${network.code}): set NODE_EXTRA_CA_CERTS to its authority's`;
  return status ? message : (network.code ?? code ?? message);
}

async function checkSecret({ pool, secrets }: Runtime): Promise<Finding> {
  try {
    const { next } = await assertSameSecret(pool, fingerprintsOf(secrets));
    if (next)
      return { ok: false, says: 'being replaced by another one: run godwit rotate-secret to its end' };
    const says = secrets.old
      ? 'the one of this database; SECRET_KEY_OLD is set beside it'
      : 'the one this database was made with';
    return { ok: true, says };
  } catch (error) {
    if (error instanceof OtherSecretError) return { ok: false, says: error.message };
    throw error;
  }
}

async function checkClock({ pool }: Runtime): Promise<Finding> {
  const aheadSeconds = await clockAhead(pool);
  const says = `the database's is ${Math.abs(aheadSeconds).toFixed(1)} s ${aheadSeconds < 0 ? 'behind' : 'ahead'}`;
  if (Math.abs(aheadSeconds) <= CLOCK_SECONDS) return { ok: true, says };
  return { ok: false, says: `${says}: have both machines keep time (timedatectl set-ntp true)` };
}

async function checkCallbacks({ pool }: Runtime): Promise<Finding> {
  const { waiting, due, oldest_seconds } = (await lookNow(pool)).callbacks;
  const says = `${waiting} waiting, ${due} of them due, the oldest for ${Math.round(oldest_seconds)} s`;
  if (oldest_seconds <= LATE_SECONDS) return { ok: true, says };
  return {
    ok: false,
    says: `${says}: is a process with the role jobs running? The staff's callback log names receivers`,
  };
}

async function checkLinks({ kysely }: Runtime): Promise<Finding> {
  const links = await listLinks({ kysely });
  if (links.length === 0) return { ok: true, says: 'no process with the role send has reported any' };
  const bad = links.filter(
    ({ processes, state, health }) => processes > 0 && (state === 'DOWN' || health.state === 'CLOSED'),
  );
  if (bad.length === 0)
    return { ok: true, says: links.map(({ id, state }) => `${id} ${state.toLowerCase()}`).join(', ') };
  const words = bad.map(
    ({ id, state, health }) => `${id} ${state === 'DOWN' ? 'has no session' : `is closed (${health.words})`}`,
  );
  return {
    ok: false,
    says: `${words.join('; ')}: the log of the process that sends has the carrier's words`,
  };
}

/**
 * Processes on one embedded database share it; that two of them send is nearly always a second start by
 * mistake.
 */
async function checkProcesses({ pool, settings }: Runtime): Promise<Finding> {
  const { expectedProcesses: expected, databaseUrl, dataDir } = settings;
  const running = await countRoles(pool);
  const says = ROLES.map((role) => `${running.get(role) ?? 0} ${role}`).join(', ');
  const wrong = [...(expected ?? [])].filter(([role, count]) => (running.get(role) ?? 0) !== count);
  if (wrong.length > 0) {
    const words = wrong.map(([role, count]) => `${count} ${role}`).join(', ');
    return {
      ok: false,
      says: `${says}; EXPECTED_PROCESSES says ${words}: start or stop some, or correct it. One that was killed counts for 45 s`,
    };
  }
  const sending = running.get('send') ?? 0;
  if (expected !== null || databaseUrl !== null || sending < 2) return { ok: true, says };
  return {
    ok: false,
    says: `${sending} servers send on ${dataDir}, though one would do: stop one of them, or start it with other --roles`,
  };
}

async function checkLedger({ pool }: Runtime): Promise<Finding> {
  const { ledger } = await readStatus(pool);
  if (!ledger) return { ok: true, says: 'not checked yet: a process with the role jobs does once a day' };
  if (ledger.differences === 0) return { ok: true, says: `no differences at ${ledger.at}` };
  return {
    ok: false,
    says: `${ledger.differences} differences at ${ledger.at}: run godwit ledger check, and keep its output and a backup`,
  };
}

async function checkRetention(runtime: Runtime): Promise<Finding> {
  const late = (await readKept(runtime)).filter((kept) => kept.late);
  if (late.length === 0) return { ok: true, says: 'nothing is kept for longer than it should be' };
  const kinds = late.map(({ kind, days }) => `${kind} (${days} days)`).join(', ');
  return {
    ok: false,
    says: `kept for too long: ${kinds}; does a process with the role jobs run? godwit retention has the figures`,
  };
}

async function checkQueue(runtime: Runtime): Promise<Finding> {
  const age = await queueAge(runtime.pool);
  const without = await groupsWithoutLink(runtime);
  if (without.length > 0) {
    const network = networkName(runtime);
    return {
      ok: false,
      says: `messages wait in ${without.join(', ')}: no link has a route for them; add one to ${network}`,
    };
  }
  const ok = age.oldestSeconds <= STUCK_SECONDS;
  const advice = ok ? '' : ': is a process with the role send running, and a carrier link bound?';
  return { ok, says: `${age.due} due, the oldest for ${age.oldestSeconds} s${advice}` };
}

/** The configuration in which an operator adds or changes links. */
const networkName = ({ settings }: Runtime): string =>
  settings.carriersFile ? 'CARRIERS_FILE' : 'the network on the staff pages';

async function checkCampaigns({ pool }: Runtime): Promise<Finding> {
  const delayed = await delayedCampaigns(pool);
  if (delayed.length === 0) return { ok: true, says: 'none is delayed' };
  const says = delayed
    .map(({ id, teamId, failures, lastError }) => `${id} of team ${teamId}, ${failures} times: ${lastError}`)
    .join('; ');
  return { ok: false, says: `delayed, and tried again: ${says}` };
}

async function checkMails({ settings, kysely }: Runtime): Promise<Finding> {
  if (settings.smtpUrl === null)
    return { ok: true, says: 'no SMTP_URL: kept for the mailbox of this machine' };
  const { retried, givenUp, lastError } = await mailTrouble(kysely);
  if (lastError === null) return { ok: true, says: 'all sent' };
  // Permanent failures concern the recipient; queued mails concern the mail server.
  const says = `${retried} tried again, ${givenUp} refused for good; the last error: ${lastError}`;
  return { ok: retried === 0, says };
}

async function checkMailServer({ settings }: Runtime): Promise<Finding> {
  if (settings.smtpUrl === null) return { ok: true, says: 'none' };
  const { hostname, port, protocol } = new URL(settings.smtpUrl);
  const where = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)} of SMTP_URL`;
  const trouble = await mailServerTrouble(settings.smtpUrl);
  if (trouble === null) return { ok: true, says: `${where} lets us in` };
  return { ok: false, says: `${where} ${whyMailServer(trouble)}` };
}

/** Problems of a mail server or the connection to it, with remedies. */
function whyMailServer({ code = '', message, ...rest }: NodeJS.ErrnoException): string {
  if (code === 'EAUTH') return `does not let us in (${message}): check user and password`;
  if (CERTIFICATE_TROUBLE.test(`${code} ${message}`))
    return `has a certificate that is not trusted (${message}): set NODE_EXTRA_CA_CERTS to its authority's`;
  if (code === 'ETLS')
    return `has no STARTTLS (${message}): use smtps://, or smtp+plain:// in a network of your own`;
  const system = /E[A-Z]{4,}/.exec(message)?.[0] ?? (rest.syscall ? code : message);
  return `cannot be reached (${system}): check the address, and what firewalls let out`;
}

/** Says so, because operators may otherwise wonder why a link carries no messages to some countries. */
const ownSender = (link: LinkConfig): string =>
  hasFixedSender(link)
    ? ' and shows the sender of its account to everybody, so messages whose sender a register decides never use it'
    : '';

async function checkCarriers(runtime: Runtime): Promise<Finding> {
  const { settings } = runtime;
  let links: LinkConfig[] | null;
  try {
    links = settings.carriersFile ? readCarriersFile(settings.carriersFile) : await linksOfVersion(runtime);
  } catch (error) {
    if (error instanceof NetworkError) return { ok: false, says: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    const says = code ? `CARRIERS_FILE cannot be read (${code}): ${settings.carriersFile}` : message;
    return { ok: false, says };
  }
  if (!links)
    return { ok: true, says: 'no CARRIERS_FILE and no network of staff: the built-in simulator only' };
  const tried = await Promise.all(links.map(async (link) => ({ ...link, why: await whyUnreachable(link) })));
  const bad = tried.filter(({ why }) => why !== null);
  if (bad.length === 0)
    return {
      ok: true,
      says: tried
        .map((link) => `${link.id} (${link.host}:${link.port}) answers${ownSender(link)}`)
        .join(', '),
    };
  const words = bad.map(({ id, host, port, why }) => `${id} (${host}:${port}) cannot be reached (${why})`);
  return {
    ok: false,
    says: `${words.join('; ')}: check ${networkName(runtime)}, and whether the carrier lets this address in`,
  };
}

/** The links of the current version of the network; null if there is none. */
async function linksOfVersion({ pool, secrets }: Runtime): Promise<LinkConfig[] | null> {
  if ((await pendingMigrations(pool)).length > 0) return null;
  return (await readCurrentNetwork(pool, secrets))?.network.links ?? null;
}

function checkCertificate({ settings }: Runtime): Finding {
  const { smppTlsCert, smtpInTlsCert } = settings;
  if (smppTlsCert === null && smtpInTlsCert === null)
    return { ok: true, says: 'no SMPP_TLS_CERT and no SMTP_IN_TLS_CERT' };
  try {
    const trouble = certificateTrouble(settings);
    return { ok: trouble === null, says: trouble ?? 'good for two weeks and more' };
  } catch (error) {
    return { ok: false, says: `a certificate cannot be read: ${(error as Error).message}` };
  }
}

async function checkReceipts(runtime: Runtime): Promise<Finding> {
  const problems = await receiptProblems(runtime);
  const ok = problems.length === 0;
  return { ok, says: ok ? 'none set aside' : problems.join('; and ') };
}
