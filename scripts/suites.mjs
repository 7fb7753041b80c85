// The test suites, each counted: checks (one each), unit and database tests, browser tests; and their sum.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { playwrightCli } from './prepare.mjs';
import { ROOT, run, runQuietly } from './processes.mjs';

const CHECKS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'console types', args: ['node_modules/typescript/bin/tsc', '-p', 'console/tsconfig.json'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { name: 'tidy', args: ['scripts/tidy.ts'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'generated files', args: ['scripts/generate.ts', '--check'] },
  // Checks the built console.
  { name: 'weight', args: ['node_modules/size-limit/bin.js', '--config', 'console/.size-limit.mjs'] },
];

/** Disrupts the service while customers send. */
export const CHAOS = 'bench/src/chaos/main.ts';
// The same disruptions and faults each time, so a failure comes from the change and not from another seed.
const SEED = 11;

/**
 * `failures` says which tests failed and why, for the end of a long log.
 * @typedef {{name: string, passed: number, failed: number, failures?: string[]}} Suite
 */

/**
 * Runs all checks, two at a time; prints the output of those that fail.
 * @returns {Promise<Suite[]>}
 */
export async function runChecks(node) {
  const suites = [];
  const waiting = [...CHECKS];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { status, output } = await runQuietly(node, check.args);
      const passed = status === 0;
      console.log(passed ? `ok      ${check.name}` : `${output.trimEnd()}\nFAILED  ${check.name}`);
      suites.push({ name: check.name, passed: Number(passed), failed: Number(!passed) });
    }
  };
  await Promise.all([worker(), worker()]);
  return suites;
}

/** @returns {Promise<Suite>} */
export function runVitest(node) {
  return withReport(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const status = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
    const report = readReport(file);
    // A file that fails to load has no tests of its own to count.
    const broken = (report?.testResults ?? []).filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
    );
    const failed = (report?.numFailedTests ?? 0) + broken.length;
    const failures = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => [
      ...(broken.some((each) => each.name === name) ? [failure(name, message)] : []),
      ...assertionResults
        .filter((each) => each.status === 'failed')
        .map((each) => failure(`${name} > ${each.fullName}`, each.failureMessages?.[0])),
    ]);
    return { ...counted('vitest', status, report?.numPassedTests ?? 0, failed), failures };
  });
}

/**
 * Runs the short form, which counts as one test, and prints its output at the end: it runs beside others.
 * @returns {Promise<Suite>}
 */
export async function runChaos(node) {
  const { status, output } = await runQuietly(node, [CHAOS, '--short', `--seed=${SEED}`]);
  console.log(output.trimEnd());
  const passed = status === 0;
  return { name: 'chaos', passed: Number(passed), failed: Number(!passed) };
}

export function hasBrowserTests() {
  return readdirSync(join(ROOT, 'e2e'), { recursive: true }).some(
    (file) => /\.(spec|test)\.ts$/.test(String(file)) && !String(file).includes('node_modules'),
  );
}

/**
 * @param {NodeJS.ProcessEnv} [env] additional environment variables for the tests
 * @returns {Promise<Suite>}
 */
export function runBrowserTests(node, chromium, args, env = {}) {
  return withReport(async (file) => {
    const status = await run(node, [playwrightCli(), 'test', '--reporter=list,json', ...args], {
      cwd: join(ROOT, 'e2e'),
      env: { ...process.env, ...env, GODWIT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    const report = readReport(file);
    const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
    const failures = specsOf(report?.suites ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => {
        const result = spec.tests[0]?.results.at(-1);
        const told = failure(`${spec.file}:${spec.line} > ${spec.title}`, result?.error?.message);
        return told + pageOf(result?.attachments ?? []);
      });
    return { ...counted('e2e', status, expected, unexpected + flaky), failures };
  });
}

/**
 * Prints the sum; its last line is `N passed, N failed`.
 * @param {Suite[]} suites
 * @returns {number} exit status: 1 if any test failed or none ran
 */
export function summarize(suites) {
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  const failing = suites.filter((suite) => suite.failed > 0).map(({ name }) => name);
  for (const each of suites.flatMap(({ failures = [] }) => failures)) console.log(`\n${each}`);
  if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * A run that failed as a whole (it did not start, or an error outside all tests) counts as one failed test.
 */
function counted(name, status, passed, failed) {
  return { name, passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

/** A failed test with the first lines of its error. */
function failure(name, message = '') {
  return [name.replace(`${ROOT}/`, ''), ...stripVTControlCharacters(message).split('\n').slice(0, 12)].join(
    '\n  ',
  );
}

/** The content of the page at the failure, as Playwright attaches it, without the bars around it. */
function pageOf(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const [, page] = path ? readFileSync(path, 'utf8').split('```yaml') : [];
  if (!page) return '';
  const lines = page.split('```')[0].split('\n');
  const main = lines.findIndex((line) => line.trim() === '- main:');
  return `\n${lines.slice(Math.max(0, main), main + 60).join('\n')}`;
}

/** All tests of Playwright's report, whose suites are nested. */
function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

async function withReport(use) {
  const folder = mkdtempSync(join(tmpdir(), 'godwit-report-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
