// `godwit network export` and `import`: the network of carriers as a file of the form of CARRIERS_FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseJson } from '@godwit/contract/json';
import type { NetworkChange, NetworkDocument } from '@godwit/contract/staff/network';
import { COMMAND_LINE, recordAudit } from '../audit/record.ts';
import { withSecrets } from '../carriers/network/document.ts';
import { inlineFiles } from '../carriers/network/inline.ts';
import { compareNetwork, findCurrent, importNetwork } from '../carriers/network/versions.ts';
import { isRefusal } from '../refusal.ts';
import type { Runtime } from '../runtime.ts';
import { requireReason } from './reason.ts';
import { CommandError, type Report } from './report.ts';

const OWNER_ONLY = 0o600;

/**
 * Prints the current version, or writes it to a file that only its owner may read. Secrets are left out
 * unless `with-secrets` is set, which the audit log records.
 */
export async function networkExport(
  runtime: Runtime,
  _args: string[],
  { file, 'with-secrets': secrets }: { file?: string | undefined; 'with-secrets': boolean },
): Promise<Report> {
  const current = await findCurrent(runtime);
  if (!current)
    throw new CommandError(
      'There is no network in the database. If CARRIERS_FILE has it, that file is the export.',
    );
  const { number, stored } = current;
  const document = secrets ? withSecrets(stored) : stored.body;
  if (secrets)
    await recordAudit(runtime.kysely, COMMAND_LINE, {
      action: 'NETWORK_EXPORTED',
      subject: String(number),
      detail: { secrets: true },
    });
  const text = JSON.stringify(document, null, 2);
  if (file === undefined) return { text, data: { version: number, network: document } };
  writeNew(file, `${text}\n`);
  const left = secrets ? 'with its secrets' : 'without its secrets';
  return { text: `Wrote version ${number} to ${file}, ${left}.`, data: { version: number, file } };
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`;
    throw new CommandError(`${file} ${why}: nothing was exported. Name another file.`);
  }
}

/**
 * Reads a file as CARRIERS_FILE is read, shows how it differs from the current version, and makes it current.
 * Links without secrets keep theirs. With `check` nothing is stored.
 */
export async function networkImport(
  runtime: Runtime,
  [path, ...words]: string[],
  { check }: { check: boolean },
): Promise<Report> {
  if (!path) throw new CommandError('Name the file: godwit network import FILE REASON');
  const reason = check ? '' : requireReason(words);
  const document = readDocument(path);
  const compared = await compareNetwork(runtime, document);
  if (isRefusal(compared)) throw new CommandError(compared.description ?? compared.refused);
  const lines = compared.changes.map(changeLine);
  if (lines.length === 0) return { text: 'The file is the current network.', data: { changes: [] } };
  const data = { changes: compared.changes };
  if (check) return { text: [...lines, '', 'Nothing was stored.'].join('\n'), data };
  const { base } = compared;
  const number = await importNetwork(runtime, COMMAND_LINE, { base, document, reason });
  if (isRefusal(number)) throw new CommandError(number.description ?? number.refused);
  return {
    text: [...lines, '', `Version ${number} is current. All processes use it within a second.`].join('\n'),
    data: { ...data, version: number },
  };
}

/** Reads a file, with the profiles and certificates that it refers to. */
function readDocument(path: string): NetworkDocument {
  const folder = dirname(resolve(path));
  try {
    return inlineFiles(parseJson(readFileSync(path, 'utf8'), path), folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(code ? `${path} cannot be read (${code}).` : message);
  }
}

const SIGNS = { ADDED: '+', REMOVED: '-', CHANGED: '~', SECRET: '~', MOVED: '~' };

function changeLine({ part, name, kind, field, before, after }: NetworkChange): string {
  const what = `${SIGNS[kind]} ${part.toLowerCase()} ${name}`;
  if (kind === 'SECRET') return `${what}: ${field} ${secretWord({ before, after })}`;
  if (kind === 'ADDED') return `${what}: ${after}`;
  if (kind === 'MOVED') return `${what}: moved`;
  return kind === 'CHANGED' ? `${what}: ${field} ${before ?? '(none)'} -> ${after ?? '(none)'}` : what;
}

function secretWord({ before, after }: Pick<NetworkChange, 'before' | 'after'>): string {
  if (before === null) return 'set';
  return after === null ? 'removed' : 'replaced';
}
