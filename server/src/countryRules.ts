// The rules of countries in this process: the shipped ones, those of the current rule set of staff, and those
// of RULES_FILE, which win. Values with a time begin and end by themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, withPlace } from '@godwit/contract/json';
import type { Mode } from '@godwit/contract/messages/statuses';
import { type RulesFile, rulesFile } from '@godwit/contract/rules/file';
import { layersOf, type RulesBySource } from '@godwit/contract/rules/inForce';
import { openRules, type RuleTable, registerFor } from '@godwit/contract/rules/table';
import type { Logger } from 'pino';
import { openPortedNumbers, type PortedNumbers } from './portedNumbers.ts';
import type { Settings } from './settings.ts';

export type CountryRules = {
  /** The rules at this moment. */
  now(): RuleTable;
  /** The rules of each source. */
  sources(): RulesBySource;
  /** Reads RULES_FILE again. A file with a fault changes nothing, and is logged. */
  reload(): void;
  /** Replaces the rules of staff; null if there are none. */
  useStaffRules(rules: RulesFile | null): void;
  ported: PortedNumbers;
};

const SHIPPED = join(import.meta.dirname, 'countryRules.json');

/**
 * Reads a file of rules.
 * @throws an error that begins with `name` and has the place of each fault
 */
export const readRulesFile = (path: string, name = `RULES_FILE ${path}`): RulesFile =>
  readRules(readFileSync(path, 'utf8'), name);

/**
 * Reads the text of a file of rules.
 * @throws an error that begins with `name` and has the place of each fault
 */
export const readRules = (text: string, name: string): RulesFile => checkRules(parseJson(text, name), name);

/** At most these faults are named: a large file may have thousands. */
const MOST_FAULTS = 50;

/** Checks rules that are parsed already, as `readRules` does. */
export function checkRules(content: unknown, name: string): RulesFile {
  const parsed = rulesFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const faults = issues.slice(0, MOST_FAULTS).map((issue) => `  ${withPlace(issue)}`);
  const more = issues.length > MOST_FAULTS ? [`  and ${issues.length - MOST_FAULTS} more`] : [];
  throw new Error(`${name} is wrong:\n${[...faults, ...more].join('\n')}`);
}

type Sources = Pick<Settings, 'rulesFile' | 'portedFile' | 'portedUrl'>;

/**
 * Opens the rules of this process. If `rulesFile` cannot be used, it is left out: a service that starts has
 * refused the file before. PORTED_FILE is read by `ported.reload`.
 */
export function openCountryRules(
  { rulesFile: path, ...ported }: Sources,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): CountryRules {
  let sources: RulesBySource = { SHIPPED: readRulesFile(SHIPPED, 'The shipped rules') };
  let rules = openRules(layersOf(sources));
  const use = (changed: RulesBySource) => {
    sources = changed;
    rules = openRules(layersOf(sources));
  };
  const reload = () => {
    if (path === null) return;
    try {
      use({ ...sources, FILE: readRulesFile(path) });
      log.info({ path }, 'the rules of countries are now those of RULES_FILE');
    } catch (error) {
      log.error(
        { err: error },
        `RULES_FILE is not applied, and the rules stay as they are: ${(error as Error).message}`,
      );
    }
  };
  reload();
  return {
    now: () => rules(),
    sources: () => sources,
    reload,
    useStaffRules(staff) {
      const { STAFF: _, ...others } = sources;
      use(staff ? { ...others, STAFF: staff } : others);
    },
    ported: openPortedNumbers(ported, log),
  };
}

type Named = { sender: string; recipient: string; mode: Mode };

/**
 * Asks for the networks of the recipients of these messages, if that decides about their sender. Resolves
 * within about 200 ms, and never rejects. Never call it in a transaction. TEST reaches no phone, so it asks
 * nobody.
 */
export async function learnNetworks(
  { now, ported }: Pick<CountryRules, 'now' | 'ported'>,
  messages: readonly Named[],
): Promise<void> {
  const asked = unknownNetworks({ now, ported }, messages);
  const countries = now();
  const byRegister = Map.groupBy(asked, ({ sender, recipient }) => registerFor(countries, sender, recipient));
  await Promise.all(
    [...byRegister].map(([register, ofRegister]) =>
      ported.learn(
        ofRegister.map(({ recipient }) => recipient),
        (name) => register?.networks.some((network) => network.name === name) ?? false,
      ),
    ),
  );
}

/** The messages whose network decides about their sender, and may have changed since it was asked for. */
export function unknownNetworks<Message extends Named>(
  { now, ported }: Pick<CountryRules, 'now' | 'ported'>,
  messages: readonly Message[],
): readonly Message[] {
  const countries = now();
  return messages.filter(
    ({ sender, recipient, mode }) =>
      mode === 'LIVE' &&
      !ported.isKnown(recipient) &&
      (registerFor(countries, sender, recipient)?.networks.length ?? 0) > 0,
  );
}
