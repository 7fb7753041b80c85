// Tests the archive and the Debian package in a root that has only the C library: install, start, use,
// upgrade, remove.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Account, openAccount } from '../server/test/client.ts';
import { stage, writeArchive, writeDebianPackage } from './package.ts';

const isPossible =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'chroot', '/', 'true']).status === 0;
if (!isPossible)
  console.warn(
    'The packages were not tested and none of their tests is counted: only root on Linux can chroot',
  );

/** Runs a program with /proc mounted in the root given first; the mount ends with the program. */
const WITH_PROC = ['--mount', 'sh', '-c', 'mount -t proc proc "$1/proc" && shift && exec "$@"', '-'];
const USER = 990;

let folder: string;
/** The staged folder, which is the archive's only one. */
let home: string;
beforeAll(() => {
  if (!isPossible) return;
  folder = mkdtempSync(join(tmpdir(), 'godwit-package-'));
  home = join(folder, 'godwit');
  stage(home);
});
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

describe('a version', () => {
  it('is the version of every workspace and the newest of the changelog', () => {
    const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
    const [, newest] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? [];
    const parts = ['.', 'bench', 'clients/typescript', 'console', 'contract', 'e2e', 'server', 'smpp'];
    const versions = parts.map(
      (part) => (JSON.parse(read(`${part}/package.json`)) as { version: string }).version,
    );
    expect(new Set(versions)).toEqual(new Set([newest]));
  });
});

describe.skipIf(!isPossible)('an archive', () => {
  it('runs on a machine that has only the C library', async () => {
    const root = makeRoot(['/bin/sh']);
    const archive = join(folder, 'godwit.tar.gz');
    writeArchive(home, archive, 1);
    execFileSync('tar', ['-xf', archive, '-C', root]);
    const data = join(root, 'data');
    mkdirSync(data);
    chownSync(data, USER, USER);
    const asUser = [`--userspec=${USER}:${USER}`, root, '/godwit/bin/godwit'];
    const env = { DATA_DIR: '/data', PORT: '0' };

    const first = await start(root, asUser, env);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${first.url}/api/clients/packages.json`)).status).toBe(200);
    const account = await openAccount(first.url);
    const id = await deliver(account, first.url);
    expect(await stop(first.process)).toEqual([0, null]);

    const second = await start(root, asUser, env);
    expect(await stateOf(id, account, second.url)).toBe('DELIVERED');
    expect(await stop(second.process)).toEqual([0, null]);

    const lost = spawnSync('unshare', [...WITH_PROC, root, 'chroot', ...asUser, 'doctor'], {
      env: { ...clean(), GODWIT_SETTINGS: '/lost.env' },
      encoding: 'utf8',
    });
    expect([lost.status, lost.stderr]).toEqual([
      1,
      expect.stringMatching(/^\/lost.env of GODWIT_SETTINGS cannot be read/),
    ]);
  });

  it('contains everything its sources import, and nothing for development only', () => {
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
    const isForDevelopment = /\.test\.ts$|\.map$|node_modules\/(?:typescript|vitest|vite)\//;
    expect(files.filter((file) => isForDevelopment.test(file))).toEqual([]);
    const sources = files.filter((file) => /^(?:server|contract|smpp)\/src\/.+\.ts$/.test(file));
    const imported = sources.flatMap((file) => [
      ...readFileSync(join(home, file), 'utf8').matchAll(
        /(?:from |import\()'((?:@[\w-]+\/)?[a-z][\w-]*)(?=['/])/g,
      ),
    ]);
    const packages = new Set(imported.map(([, name]) => name!));
    const missing = [...packages].filter(
      (name) => !isBuiltin(name) && !existsSync(join(home, 'node_modules', name)),
    );
    expect({ missing, finds: packages.has('fastify') }).toEqual({ missing: [], finds: true });
    const documents = sources.flatMap(
      (file) => readFileSync(join(home, file), 'utf8').match(/docs\/\w+\.md/g) ?? [],
    );
    expect(documents).toContain('docs/deployment.md');
    expect(documents.filter((file) => !existsSync(join(home, file)))).toEqual([]);
    expect(readFileSync(join(home, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toMatch(
      /^@mantine\/core .+\(MIT\)$/m,
    );
  });
});

describe.skipIf(!isPossible)('a Debian package', () => {
  it('installs, upgrades with its data, and leaves the data when it is removed', async () => {
    const programs = ['sh', 'chmod', 'chown', 'id', 'mkdir', 'rm', 'getent', 'setpriv', 'useradd', 'ln'].map(
      findProgram,
    );
    const root = makeRoot(programs);
    for (const part of ['info', 'updates', 'triggers'])
      mkdirSync(join(root, 'var/lib/dpkg', part), { recursive: true });
    mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
    mkdirSync(join(root, 'usr/bin'), { recursive: true });
    writeFileSync(join(root, 'usr/bin/systemctl'), SYSTEMCTL, { mode: 0o755 });
    const asked = () => readFileSync(join(root, 'systemctl.log'), 'utf8').trim().split('\n');
    for (const list of ['status', 'available']) writeFileSync(join(root, 'var/lib/dpkg', list), '');
    const run = (...command: string[]): string =>
      execFileSync('unshare', [...WITH_PROC, root, ...command], {
        encoding: 'utf8',
        env: clean(),
        stdio: 'pipe',
      });
    const dpkg = (...args: string[]): string =>
      run('dpkg', `--root=${root}`, '--force-depends', '--force-unsafe-io', ...args);
    const godwit = (...args: string[]): string => run('chroot', root, '/usr/bin/godwit', ...args);

    dpkg('-i', buildDebianPackage('1.0.0'));
    const settings = join(root, 'etc/godwit/godwit.env');
    expect(statSync(settings).mode & 0o777).toBe(0o640);
    appendFileSync(settings, 'PORT=0\n');
    const unit = readFileSync(join(root, 'usr/lib/systemd/system/godwit@.service'), 'utf8');
    expect(unit).toContain(
      '[Service]\n# Settings of this process; godwit.env has those of all.\nEnvironmentFile=/etc/godwit/%i.env\n',
    );
    symlinkSync('/dev/null', join(root, WANTED, 'godwit@web.service'));
    const first = await start(root, [root, '/usr/bin/godwit']);
    const account = await openAccount(first.url);
    const id = await deliver(account, first.url);
    expect(await stop(first.process)).toEqual([0, null]);

    const migrations = join(home, 'server/migrations');
    const last = Math.max(...readdirSync(migrations).flatMap((name) => Number.parseInt(name, 10) || []));
    const migration = `${String(last + 1).padStart(4, '0')}_next_version.sql`;
    writeFileSync(join(migrations, migration), 'create table next_version ();\n');
    dpkg('-i', buildDebianPackage('1.0.1'));
    expect(godwit('--version')).toBe('1.0.1\n');
    expect(godwit('migrate')).toBe('Nothing to apply.\n');
    expect(readFileSync(settings, 'utf8')).toMatch(/^PORT=0$/m);
    const second = await start(root, [root, '/usr/bin/godwit']);
    expect(await stateOf(id, account, second.url)).toBe('DELIVERED');
    expect(await stop(second.process)).toEqual([0, null]);

    dpkg('-r', 'godwit');
    expect([existsSync(join(root, 'usr/lib/godwit')), existsSync(settings)]).toEqual([false, true]);
    const before = asked().length;
    dpkg('-i', join(folder, 'godwit_1.0.1.deb'));
    expect(asked().slice(before)).toEqual([
      'daemon-reload',
      'is-enabled --quiet godwit.service',
      'start godwit.service',
      'start godwit@web.service',
    ]);
    dpkg('-r', 'godwit');
    expect(asked()).toContain('stop godwit.service godwit@*.service');
    expect(readdirSync(join(root, WANTED)).sort()).toEqual(['godwit.service', 'godwit@web.service']);
    expect(dpkg('-P', 'godwit')).toMatch(/data stays in \/var\/lib\/godwit/);
    expect([existsSync(settings), readdirSync(join(root, WANTED))]).toEqual([false, []]);
    expect(readdirSync(join(root, 'var/lib/godwit'))).toContain('secret.key');
  });

  function buildDebianPackage(version: string): string {
    const manifest = join(home, 'contract/package.json');
    const text = readFileSync(manifest, 'utf8').replace(/"version": ".+"/, `"version": "${version}"`);
    // Hard links of the file keep the old content.
    unlinkSync(manifest);
    writeFileSync(manifest, text);
    const file = join(folder, `godwit_${version}.deb`);
    writeDebianPackage(home, file, ['-Znone']);
    return file;
  }
});

const WANTED = 'etc/systemd/system/multi-user.target.wants';
/**
 * Replaces systemd, which does not run in a chroot: records its arguments and whether the service is enabled.
 */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> /systemctl.log
case "$1" in
  enable) mkdir -p /${WANTED}; ln -s /dev/null /${WANTED}/godwit.service ;;
  disable) rm -f /${WANTED}/godwit.service ;;
  is-enabled) test -e /${WANTED}/godwit.service ;;
esac
`;

/** Creates a root with these programs, their libraries and the C library. */
function makeRoot(programs: string[]): string {
  const root = mkdtempSync(join(folder, 'root-'));
  chmodSync(root, 0o755);
  for (const part of ['dev', 'etc', 'proc', 'tmp']) mkdirSync(join(root, part));
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const [name, minor] of Object.entries({ null: '3', urandom: '9' }))
    execFileSync('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', minor]);
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/:/bin/sh\nperson:x:${USER}:${USER}::/:/bin/sh\n`);
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nperson:x:${USER}:\n`);
  const libraries = programs.flatMap((program) =>
    [...listed(program).matchAll(/\/\S+/g)].map(([path]) => path),
  );
  // Older programs look for these as parts of the C library.
  const parts = listed(process.execPath).matchAll(/lib(?:dl|m|pthread)\.so\S* => (\S+)/g);
  const ofC = [...parts].map(([, path]) => path!);
  const [realTime] = ofC.map((path) => join(dirname(path), 'librt.so.1'));
  for (const file of new Set([...programs, ...libraries, ...ofC, realTime!])) {
    const copy = join(root, file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
  }
  return root;
}

const listed = (program: string): string => execFileSync('ldd', [program], { encoding: 'utf8' });

/** Finds a program by name in the paths that scripts use. */
function findProgram(name: string): string {
  const found = ['/bin', '/usr/bin', '/usr/sbin']
    .map((path) => join(path, name))
    .find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed on this machine`);
  return found;
}

/** An environment without any variable of this machine. */
function clean(): NodeJS.ProcessEnv {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', LOG_LEVEL: 'warn' };
}

/** Starts the service with these chroot arguments. */
async function start(
  root: string,
  chroot: string[],
  settings: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn('unshare', [...WITH_PROC, root, 'chroot', ...chroot, 'start'], {
    env: { ...clean(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /Godwit is at\s+(\S+)/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    return { url, process: child };
  }
  throw new Error('It exited before it served');
}

async function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM');
  return once(child, 'exit');
}

/** Sends a TEST message; returns its id once it is delivered. */
async function deliver({ authorization }: Account, url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { authorization: authorization.TEST, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ to: '+94770000001', from: 'SANDBOX', body: 'Hello' }),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await expect.poll(() => stateOf(id, { authorization }, url), { timeout: 20_000 }).toBe('DELIVERED');
  return id;
}

async function stateOf(id: string, { authorization }: Pick<Account, 'authorization'>, url: string) {
  const answer = await fetch(`${url}/v1/messages/${id}`, { headers: { authorization: authorization.TEST } });
  return ((await answer.json()) as { status: string }).status;
}
