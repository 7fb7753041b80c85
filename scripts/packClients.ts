// Packs the clients into clients/dist, from which the service offers them: tarballs for npm, an archive and a
// list for Composer, and a wheel for pip.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { noticesOf } from './packages.ts';
import { packWheel } from './wheel.ts';

const ROOT = join(import.meta.dirname, '..');
const CLIENTS = join(ROOT, 'clients');
const CACHE = join(ROOT, 'node_modules/.cache/godwit');
/** Programs, which npm installs. Each is one file with the client and all libraries in it. */
const PROGRAMS = ['cli', 'mcp'];
/**
 * The modification time of every packed file, so the same sources give the same bytes. npm uses this date
 * itself.
 */
const MTIME = '1985-10-26T08:15:00Z';

type Manifest = { name: string; version: string };

/**
 * Packs the clients and writes `packages.json`, Composer's list, without addresses: only the running service
 * knows them.
 * @throws Error when npm, tar or the bundler fails
 */
export async function packClients(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const out = mkdtempSync(join(CACHE, 'clients-'));
  for (const program of PROGRAMS) await bundle(join(CLIENTS, program));
  for (const folder of ['typescript', ...PROGRAMS])
    execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
      cwd: join(CLIENTS, folder),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  packForComposer(out);
  packWheel(join(CLIENTS, 'python'), out);
  replace(join(CLIENTS, 'dist'), out);
}

/** Puts a complete folder in place of another at once: a service or a test may be reading from it. */
function replace(folder: string, by: string): void {
  const old = `${by}-old`;
  if (existsSync(folder)) renameSync(folder, old);
  // A temporary folder is closed to others.
  chmodSync(by, 0o755);
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Writes `dist/main.js` of a program, and the notices of the libraries in it. */
async function bundle(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const { output } = await build({
    cwd: ROOT,
    input: join(folder, 'src/main.ts'),
    platform: 'node',
    output: { file: join(dist, 'main.js'), banner: '#!/usr/bin/env node', codeSplitting: false },
  });
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []));
  const libraries = modules.flatMap((path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  if (libraries.length > 0)
    writeFileSync(join(dist, 'NOTICES.txt'), noticesOf(ROOT, [...new Set(libraries)].sort()));
}

function packForComposer(out: string): void {
  const manifest = JSON.parse(readFileSync(join(CLIENTS, 'php/composer.json'), 'utf8')) as Manifest;
  const name = `godwit-client-php-${manifest.version}`;
  const file = `${name}.tar.gz`;
  const same = ['--sort=name', `--mtime=${MTIME}`, '--owner=0', '--group=0', '--numeric-owner'];
  const into = ['--mode=u+rw,go+rX,go-w', `--transform=s,^\\.,${name},`, '-I', 'gzip -n -9'];
  execFileSync('tar', [...same, ...into, '-C', join(CLIENTS, 'php'), '-cf', join(out, file), '.']);
  const bytes = readFileSync(join(out, file));
  const dist = { type: 'tar', url: file, shasum: createHash('sha1').update(bytes).digest('hex') };
  const list = { packages: { [manifest.name]: { [manifest.version]: { ...manifest, dist } } } };
  writeFileSync(join(out, 'packages.json'), JSON.stringify(list));
}

if (import.meta.main) await packClients();
