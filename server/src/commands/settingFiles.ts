// Checks the files that settings name before anything starts, and reports all problems at once.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readCarriersFile } from '../carriers/links/config.ts';
import { readRulesFile } from '../countryRules.ts';
import { type Settings, SettingsError } from '../settings.ts';

const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/**
 * Looks at the files and ports of a service that starts.
 * @throws SettingsError naming everything that is wrong
 */
export function checkSettingFiles(settings: Settings): void {
  const { carriersFile, rulesFile } = settings;
  const problems = [
    whyNot(['CARRIERS_FILE', carriersFile], 'links', readCarriersFile),
    whyNot(['RULES_FILE', rulesFile], 'rules', (path) => readRulesFile(path)),
    ...certificatesOf(settings).flatMap(({ name, keyName, cert, key }) => [
      whyNot([name, cert], 'certificate', readCertificate),
      whyNot([keyName, key], 'private key', (path) => createPrivateKey(readFileSync(path))),
    ]),
    ...portsTwice(settings),
  ].filter((problem) => problem !== null);
  for (const { name, keyName, cert, key } of problems.length === 0 ? certificatesOf(settings) : [])
    if (cert && key && !fit(cert, key))
      problems.push(`${keyName} ${key} is not the key of the certificate in ${name}`);
  if (problems.length > 0) throw new SettingsError(problems);
}

type Certificates = Pick<Settings, 'smppTlsCert' | 'smppTlsKey' | 'smtpInTlsCert' | 'smtpInTlsKey'>;

/** The certificates that settings name; `stops`: what customers cannot do once it has expired. */
const certificatesOf = ({ smppTlsCert, smppTlsKey, smtpInTlsCert, smtpInTlsKey }: Certificates) => [
  {
    ...{ name: 'SMPP_TLS_CERT', keyName: 'SMPP_TLS_KEY', cert: smppTlsCert, key: smppTlsKey },
    stops: 'customers refuse to bind',
  },
  {
    ...{ name: 'SMTP_IN_TLS_CERT', keyName: 'SMTP_IN_TLS_KEY', cert: smtpInTlsCert, key: smtpInTlsKey },
    stops: 'customers cannot send by mail',
  },
];

/**
 * Returns warnings about the certificates that settings name; null if all are valid for long enough.
 */
export function certificateTrouble(settings: Certificates): string | null {
  const troubles = certificatesOf(settings).flatMap(({ name, cert, stops }) => {
    if (cert === null) return [];
    const { validToDate } = readCertificate(cert);
    const days = Math.floor((validToDate.getTime() - Date.now()) / DAY_MS);
    if (days >= SOON_DAYS) return [];
    const date = validToDate.toISOString().slice(0, 10);
    const state = days < 0 ? `expired on ${date}, so that ${stops}` : `expires on ${date}`;
    return `the certificate of ${name} ${state}: put a new one there, and restart the processes with the role web`;
  });
  return troubles.length === 0 ? null : troubles.join('; ');
}

const readCertificate = (path: string) => new X509Certificate(readFileSync(path));

const fit = (certificate: string, key: string) =>
  readCertificate(certificate).checkPrivateKey(createPrivateKey(readFileSync(key)));

/** Why a file cannot be used; `what` it should hold. */
function whyNot(
  [name, path]: [name: string, path: string | null],
  what: string,
  read: (path: string) => unknown,
) {
  if (path === null) return null;
  try {
    read(path);
    return null;
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall) return `${name} cannot be read (${code}): ${path}`;
    // Messages about CARRIERS_FILE and RULES_FILE name them.
    return message.startsWith(name) ? message : `${name} holds no ${what}: ${path}`;
  }
}

/** Ports that two settings name for one address. */
function portsTwice(settings: Settings): string[] {
  const { port, host, metricsPort, metricsHost, smppPort, smppHost, smtpInPort, smtpInHost } = settings;
  const taken = [
    { name: 'PORT', port, host },
    { name: 'METRICS_PORT', port: metricsPort, host: metricsHost },
    { name: 'SMPP_PORT', port: smppPort, host: smppHost ?? host },
    { name: 'SMTP_IN_PORT', port: smtpInPort, host: smtpInHost ?? host },
  ].filter((one) => one.port);
  return taken.flatMap((one, index) => {
    const other = taken.slice(0, index).find((before) => before.port === one.port && meet(before, one));
    return other ? [`${other.name} and ${one.name} are both ${one.port}: give each its own`] : [];
  });
}

const ALL = ['0.0.0.0', '::'];
const meet = (one: { host: string }, other: { host: string }): boolean =>
  one.host === other.host || ALL.includes(one.host) || ALL.includes(other.host);
