// Checks the rules of docs/architecture.md that neither the compiler nor the linter can: imports between
// folders, the files that may hold SQL, the length of files and functions, and content that must not be in
// the repository. prose.ts checks the language of comments, documents and the product.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { proseViolations, sentenceViolations, wideComments } from './prose.ts';

const ROOT = join(import.meta.dirname, '..');

/** The workspaces that each one may import from, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  smpp: [],
  server: ['contract', 'smpp'],
  console: ['contract'],
  e2e: ['contract', 'smpp'],
  bench: ['contract', 'smpp', 'server'],
  scripts: ['server', 'contract'],
  clients: [],
};
const UI = 'console/src/ui/';
/** Its diagrams of layers are the rule for the folders of `server/src` and of the folders that they name. */
const ARCHITECTURE = 'docs/architecture.md';
const MAX_LINES = { file: 400, test: 500, function: 70 };

const IMPORT =
  /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
/** The names that an import or export list gives to things. */
const NAME_LIST = /^\s*(?:import|export)(?: type)?(?: \w+,)? \{([^}]*)\}/gm;
/** Aliases of names from outside the repository that would shadow a global or say too little. */
const ALIASES: ReadonlySet<string> = new Set([
  'setTimeout as sleep',
  'setImmediate as nextTurn',
  'from as copyFrom',
  'to as copyTo',
  'connect as connectTls',
  'fetch as send',
  'test as base',
  'request as requests',
]);
const SQL =
  /\.query(?:<|\()|\bsql(?:<[^>]*>)?`|\b(?:un)?prepared(?:<[^`]*>)?\('|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
const FUNCTION_START = /^(\s*).*(?:\bfunction\b.*|=>\s*|\)(?::\s*[\w<>[\]|. ]+)?\s*)[{(]$/;
const NAMED = /\b(?:function|const)\s+(\w+)/;
const METHOD = /(\w+)[(<]/;
const MACHINE_PATH = /(?<![\w.:/])\/(?:(?:home|Users)\/\w+|root|work|mnt)\/\w/;
const IGNORED_ERROR =
  /@ts-(?:ignore|nocheck)|@ts-expect-error\s*$|biome-ignore(?![^:]*:\s*\S{3})|biome-ignore[^:]*: <explanation>/;

/** The requirements of docs/security.md: each needs one row there, and the tests it names must exist. */
const SECURITY = {
  path: 'docs/security.md',
  requirements: Array.from({ length: 78 }, (_, at) => at + 1),
};

function securityRows(files: ReadonlyMap<string, string>): string[] {
  const text = files.get(SECURITY.path);
  if (text === undefined) return [];
  const numbers = [...text.matchAll(/^\| S(\d+) \|/gm)].map(([, number]) => Number(number));
  const isWhole = numbers.join() === SECURITY.requirements.join();
  const gone = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.test\.ts)`/g)].filter(([, path]) => !files.has(path!));
  return [
    ...(isWhole
      ? []
      : [`${SECURITY.path} must have one row for each of S${SECURITY.requirements.join(', S')}, in order`]),
    ...gone.map(([, path]) => `${SECURITY.path} names ${path}, which does not exist`),
  ];
}

/**
 * Returns all violations in a set of files, one line each: `path:line violation: remedy`.
 * @param files text by path from the root, with forward slashes
 */
export function findViolations(files: ReadonlyMap<string, string>): string[] {
  const sources = [...files].filter(([path]) => /\.(?:ts|tsx)$/.test(path));
  const imports = new Map(sources.map(([path, text]) => [path, importsOf(path, text, files)]));
  return [
    ...[...imports].flatMap(([path, targets]) => targets.flatMap((target) => forbiddenImport(path, target))),
    ...importCycles(imports),
    ...againstLayers(imports, files.get(ARCHITECTURE) ?? ''),
    ...sources.flatMap(([path, text]) => [
      ...misplacedSql(path, text),
      ...defaultExport(path, text),
      ...aliases(path, text),
      ...linesMatching(path, text, IGNORED_ERROR, 'silences a check without a reason'),
      ...tooLong(path, text),
    ]),
    ...[...files].flatMap(([path, text]) => [
      ...linesMatching(path, text, MACHINE_PATH, 'names a folder of one machine'),
      ...(isReread(path) ? [...proseViolations(path, text), ...wideComments(path, text)] : []),
      ...sentenceViolations(path, text),
    ]),
    ...securityRows(files),
    ...[...files]
      .filter(([path]) => path.endsWith('.md'))
      .flatMap(([path, text]) => deadLinks(path, text, files)),
    ...linesMatching(
      'package-lock.json',
      files.get('package-lock.json') ?? '',
      /"resolved": "http/,
      'names a registry',
    ),
  ];
}

function importsOf(path: string, text: string, files: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    const ours = /^@godwit\/(\w+)\/(.+)$/.exec(name);
    const target = ours ? `${ours[1]}/src/${ours[2]}.ts` : normalize(join(dirname(path), name));
    return (name.startsWith('.') || ours) && (ours || files.has(target)) ? [target] : [];
  });
}

function forbiddenImport(path: string, target: string): string[] {
  const [from, to] = [workspaceOf(path), workspaceOf(target)];
  // Browser tests and the clients' tests share the helpers of the server's tests. The clients' tests also run
  // the script that packs the clients.
  if ((from === 'e2e' || from === 'clients') && isTest(path) && /^(?:server\/test|scripts)\//.test(target))
    return [];
  if (from !== to && MAY_IMPORT[from] && !MAY_IMPORT[from].includes(to)) {
    return [
      `${path} imports ${target}: ${from} may import ${MAY_IMPORT[from].join(' and ') || 'nothing of ours'}`,
    ];
  }
  if (path.startsWith(UI) && !target.startsWith(UI))
    return [`${path} imports ${target}: ui knows nothing of the app`];
  if (isQueries(target) && nounOf(target) !== nounOf(path) && from === 'server' && !isTest(path)) {
    return [`${path} imports ${target}: call a verb of that noun, its queries are its own`];
  }
  return [];
}

/**
 * Imports from a folder on the same or a higher layer, and folders without a layer, for each diagram: of
 * `server/src`, or of the folder that the fence names. That one says nothing of the files beside its folders.
 */
function againstLayers(imports: ReadonlyMap<string, readonly string[]>, architecture: string): string[] {
  const diagrams = [...architecture.matchAll(/^```layers(?: (\S+))?\n(.+?)\n```$/gms)];
  const inside = diagrams.flatMap(([, root, text = '']) =>
    root === undefined ? [] : againstDiagram(imports, { root: `${root}/`, lines: text.split('\n') }),
  );
  const lines = diagrams.find(([, root]) => root === undefined)?.[2]?.split('\n') ?? [];
  return [...againstDiagram(imports, { root: 'server/src/', lines, others: '*.ts' }), ...inside];
}

/** `others`: the name of the files beside the folders, if the diagram has them. */
function againstDiagram(
  imports: ReadonlyMap<string, readonly string[]>,
  { root, lines, others }: { root: string; lines: readonly string[]; others?: string },
): string[] {
  const lineOf = new Map(lines.flatMap((line, index) => namesIn(line).map((name) => [name, index] as const)));
  const nameOf = (path: string): string | undefined => {
    const [name = '', ...rest] = path.slice(root.length).split('/');
    return rest.length > 0 || lineOf.has(name) ? name : others;
  };
  const isLayered = (path: string): boolean =>
    path.startsWith(root) && !isTest(path) && nameOf(path) !== undefined;
  const sources = [...imports.keys()].filter(isLayered);
  const missing = new Set(sources.map((path) => nameOf(path)!)).difference(lineOf);
  const found = [...missing].map((name) => `${name} is missing in the layers of ${ARCHITECTURE}`);
  for (const path of sources) {
    for (const target of imports.get(path)!.filter(isLayered)) {
      const [from, to] = [nameOf(path)!, nameOf(target)!];
      if (from !== to && lineOf.get(from)! >= lineOf.get(to)!)
        found.push(`${path} imports ${target}: ${to} is not below ${from} in ${ARCHITECTURE}`);
    }
  }
  return found;
}

/** The folders on a line of the diagram, which precede their description. */
function namesIn(line: string): string[] {
  return (line.trim().split(/ {2,}/)[0] ?? '').split(' ');
}

/** Reports each import cycle once, from its first file in alphabetical order. */
function importCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path))
      found.push(`Import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (trail.includes(path) || finished.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of [...imports.keys()].sort()) visit(path, []);
  return found;
}

function misplacedSql(path: string, text: string): string[] {
  const isAllowed =
    !path.startsWith('server/src/') || path.startsWith('server/src/db/') || isQueries(path) || isTest(path);
  return isAllowed ? [] : linesMatching(path, text, SQL, 'holds SQL: move it to queries.ts');
}

/** Whether the file is a page of the console or of the staff pages. */
const isPage = (path: string): boolean =>
  path.startsWith('console/src/pages/') || /^console\/src\/staff\/.+Page\.tsx$/.test(path);

function defaultExport(path: string, text: string): string[] {
  const isAllowed = isPage(path) || path.endsWith('.config.ts');
  return isAllowed ? [] : linesMatching(path, text, /^export default\b/, 'has a default export: name it');
}

function aliases(path: string, text: string): string[] {
  return [...text.matchAll(NAME_LIST)].flatMap(({ 0: list, 1: names = '', index }) => {
    const line = text.slice(0, index + list.indexOf('{')).split('\n').length;
    return [...names.matchAll(/\w+ as \w+/g)].flatMap(([alias]) =>
      ALIASES.has(alias) ? [] : [`${path}:${line} has the alias "${alias}": rename it at its source`],
    );
  });
}

function tooLong(path: string, text: string): string[] {
  const lines = text.split('\n');
  const limit = isTest(path) ? MAX_LINES.test : MAX_LINES.file;
  const found: string[] = [];
  if (lines.length - 1 > limit && !isGenerated(path)) {
    found.push(`${path} has ${lines.length - 1} lines: the limit is ${limit}, split it`);
  }
  if (isTest(path) || isPage(path)) return found;
  lines.forEach((line, index) => {
    const length = functionLines(lines, index);
    const name = (NAMED.exec(line) ?? METHOD.exec(line))?.[1] ?? '';
    if (length > MAX_LINES.function)
      found.push(
        `${path}:${index + 1} ${name} has ${length} lines: the limit is ${MAX_LINES.function}, split it`,
      );
  });
  return found;
}

/**
 * Returns the number of lines of the function that starts here, or 0. The formatter indents the closing brace
 * or bracket like the first line.
 */
function functionLines(lines: readonly string[], start: number): number {
  const indent = FUNCTION_START.exec(lines[start] ?? '')?.[1];
  if (indent === undefined || /^\s*(?:if|for|while|switch|return|\}|\*|\/\/)/.test(lines[start] ?? ''))
    return 0;
  const length = lines
    .slice(start + 1)
    .findIndex(
      (line) => /^[})]/.test(line.slice(indent.length)) && line.startsWith(indent) && !/[{(]$/.test(line),
    );
  return length < 0 ? 0 : length + 2;
}

function linesMatching(path: string, text: string, pattern: RegExp, violation: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${violation}`] : []));
}

function workspaceOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** The folder directly under `server/src` that a file belongs to. */
function nounOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}

function isQueries(path: string): boolean {
  return /^server\/src\/(?:\w+\/)+(?:\w+Q|q)ueries\.ts$/.test(path);
}

/** Links of a document to missing files, folders or headings. Links to pictures are not checked. */
function deadLinks(path: string, text: string, files: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(([, link = '', anchor]) => {
    const target = link === '' ? path : normalize(join(dirname(path), link));
    const exists = files.has(target) || [...files.keys()].some((file) => file.startsWith(`${target}/`));
    if (!exists) return target.endsWith('.png') ? [] : [`${path} links to ${link}, which does not exist`];
    if (anchor === undefined || !target.endsWith('.md') || anchorsOf(files.get(target)!).has(anchor))
      return [];
    return [`${path} links to ${link}#${anchor}, but ${target} has no such heading`];
  });
}

/** The anchors that forges give the headings of a document. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```.*?^```/gms, '').matchAll(/^#+ +(.+?) *$/gm)) {
    const words = heading.toLowerCase().replace(/\]\([^)]*\)|[^\p{L}\p{M}\p{N} _-]/gu, '');
    const anchor = words.replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function isTest(path: string): boolean {
  return (
    /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:server\/test|console\/test|clients\/test|e2e)\//.test(path)
  );
}

/** Whether to check a file's language. Migrations are never edited; generated files repeat their sources. */
function isReread(path: string): boolean {
  return !isGenerated(path) && !/^server\/migrations\//.test(path);
}

function isGenerated(path: string): boolean {
  return (
    path === 'server/src/db/types.ts' ||
    /^clients\/typescript\/src\/(?:types|resources)\.ts$/.test(path) ||
    /^clients\/python\/src\/godwit\/_(?:types|resources|async_resources)\.py$/.test(path) ||
    path === 'clients/php/src/Resources.php'
  );
}

function readFiles(): Map<string, string> {
  const patterns = ['*', '{.ci,bench,clients,contract,console,deploy,docs,e2e,scripts,server,smpp}/**/*'];
  const exclude = (path: string): boolean =>
    /(?:^|\/)(?:node_modules|dist|\.data.*|test-results)(?:$|\/)/.test(path);
  const paths = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude }))
    // The test of this file contains violations on purpose.
    .filter(
      (path) =>
        path !== 'scripts/tidy.test.ts' &&
        /\.(?:tsx?|mjs|php|py|json|md|sql|css|html|sh|conf|cfg|ini|ya?ml|service|env)$|^(?:\.ci\/run|deploy\/Dockerfile)$/.test(
          path,
        ),
    );
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

if (import.meta.main) {
  const violations = findViolations(readFiles());
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
