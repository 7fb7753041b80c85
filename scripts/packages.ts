// Lists the npm packages that Godwit includes, by the lock file, and their licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type LockEntry = {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Lock = Record<string, LockEntry>;

/**
 * Returns the folders of all packages that these workspaces need to run, such as `node_modules/pg`, in order.
 * Packages for other platforms are left out.
 * @throws Error with the name of a package that is not installed
 */
export function packagesOf(root: string, workspaces: readonly string[]): string[] {
  const lock = (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock })
    .packages;
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[from]!;
    const isOptional = (name: string): boolean =>
      !!optionalDependencies?.[name] || !!peerDependenciesMeta?.[name]?.optional;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = find(lock, from, name);
      const isThere = path !== null && existsSync(join(root, path));
      if (!isThere && !isOptional(name))
        throw new Error(`${from} needs ${name}, which is not installed: npm ci`);
      if (!isThere || found.has(path)) continue;
      found.add(path);
      visit(lock[path]!.link ? lock[path]!.resolved! : path);
    }
  };
  workspaces.forEach(visit);
  return [...found].filter((path) => !lock[path]!.link).sort();
}

/** Searches as Node does: beside the importing package, then in its parents. */
function find(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === '.') return null;
  }
}

type Manifest = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  contributors?: readonly (string | { name: string })[];
  homepage?: string;
};

/** Packages without a licence in their manifest: the licence of their text. */
const UNNAMED: Record<string, string> = { 'png-js': 'MIT' };
/** Licences that are compatible with the AGPL. The MPL 2.0 names it as a secondary licence (§1.12, §3.3). */
const FIT = new Set([
  ...['0BSD', '(MIT OR CC0-1.0)', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'],
  ...['ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'PDDL-1.0'],
]);

/**
 * The notice of each package: its name, its licence and its licence texts. Packages with the same texts are
 * grouped.
 * @throws Error with the name of a package whose licence is not compatible
 */
export function noticesOf(root: string, packages: readonly string[]): string {
  const sharing = new Map<string, string[]>();
  for (const path of packages) {
    const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest;
    const license = manifest.license ?? UNNAMED[manifest.name] ?? 'none';
    if (!FIT.has(license))
      throw new Error(`${path} has the licence ${license}: check that it is compatible with ours`);
    const text = licenseTexts(join(root, path)) || authorsOf(manifest);
    sharing.set(text, [...(sharing.get(text) ?? []), `${manifest.name} ${manifest.version} (${license})`]);
  }
  return [...sharing]
    .map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(78)}\n`);
}

function licenseTexts(folder: string): string {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

function authorsOf({ author, contributors = [], homepage }: Manifest): string {
  const names = [author, ...contributors].flatMap((one) =>
    typeof one === 'object' ? [one.name] : (one ?? []),
  );
  return `It comes without a text of its licence. ${names.length > 0 ? `Copyright ${names.join(', ')}` : (homepage ?? '')}`;
}
