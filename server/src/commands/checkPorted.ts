// Checks PORTED_FILE and PORTED_URL for doctor.
import { readPortedFile } from '../portedFile.ts';
import { ASK_MS } from '../portedNumbers.ts';
import { askPortedUrl } from '../portedUrl.ts';
import type { Runtime } from '../runtime.ts';
import type { Finding } from './report.ts';

/** Null if neither is set. `withinMs`: how long the URL may take. */
export async function checkPorted(
  runtime: Pick<Runtime, 'settings' | 'countryRules'>,
  withinMs = ASK_MS,
): Promise<Finding | null> {
  const { portedFile, portedUrl } = runtime.settings;
  const findings = [
    ...(portedFile === null ? [] : [await checkFile(portedFile, runtime)]),
    ...(portedUrl === null ? [] : [await checkUrl(portedUrl, withinMs, runtime)]),
  ];
  if (findings.length === 0) return null;
  return { ok: findings.every(({ ok }) => ok), says: findings.map(({ says }) => says).join('; ') };
}

async function checkFile(path: string, { countryRules }: Pick<Runtime, 'countryRules'>): Promise<Finding> {
  try {
    const numbers = await readPortedFile(path);
    const named = new Set(networksOf({ countryRules }).map(({ name }) => name));
    const unknown = [...new Set(numbers.values())].filter((name) => !named.has(name));
    if (unknown.length === 0) return { ok: true, says: `PORTED_FILE ${path} has ${numbers.size} numbers` };
    const says = `PORTED_FILE ${path} names networks that the rules do not have, so their numbers count by their prefix`;
    const names = unknown.slice(0, 10).join(', ');
    return { ok: false, says: `${says}: ${names}. Correct the names, or add the networks to RULES_FILE` };
  } catch (error) {
    return { ok: false, says: `${(error as Error).message}; running processes keep the numbers they have` };
  }
}

/** Asks about one number of a country in which networks register names. */
async function checkUrl(
  url: URL,
  withinMs: number,
  { countryRules }: Pick<Runtime, 'countryRules'>,
): Promise<Finding> {
  const networks = networksOf({ countryRules });
  const number = `+${(networks[0]?.prefixes[0] ?? '9477').padEnd(11, '0')}`;
  const answer = await askPortedUrl(url, [number], withinMs);
  if ('why' in answer)
    return { ok: false, says: `PORTED_URL ${answer.why}; until it answers, numbers count by their prefix` };
  const named = answer.networks.get(number);
  if (named === undefined || networks.some(({ name }) => name === named))
    return { ok: true, says: `PORTED_URL answers about ${number}` };
  const says = `PORTED_URL names the network ${JSON.stringify(named)} for ${number}, which the rules do not have`;
  return { ok: false, says: `${says}. Correct the name, or add the network to RULES_FILE` };
}

const networksOf = ({ countryRules }: Pick<Runtime, 'countryRules'>) =>
  countryRules.now().registering.flatMap(({ networks }) => networks);
