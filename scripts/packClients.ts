// Packs the clients into clients/dist, from which the service offers them: a tarball for npm, an archive for
// Composer, and the list of both.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENTS = join(import.meta.dirname, '../clients');
/**
 * The modification time of every packed file, so the same sources give the same bytes. npm uses this date
 * itself.
 */
const MTIME = '1985-10-26T08:15:00Z';

type Manifest = { name: string; version: string };

/**
 * Packs both clients and writes `packages.json`, Composer's list, without addresses: only the running service
 * knows them.
 * @throws Error when npm or tar fails
 */
export function packClients(): void {
  const out = join(CLIENTS, 'dist');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
    cwd: join(CLIENTS, 'typescript'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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

if (import.meta.main) packClients();
