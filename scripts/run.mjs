// The entry point of every npm script: prepares what the command needs, then runs it with the right Node.
// Plain JavaScript for Node 20, which may be all that a fresh clone has.
import { PICTURES, writeContactSheet } from './pictures.mjs';
import {
  buildConsole,
  findChromium,
  installPackages,
  packClients,
  prepareLanguages,
  projectNode,
  vitePath,
} from './prepare.mjs';
import { ROOT, run } from './processes.mjs';
import {
  CHAOS,
  hasBrowserTests,
  runBrowserTests,
  runChaos,
  runChecks,
  runVitest,
  summarize,
} from './suites.mjs';

const MAIN = 'server/src/main.ts';
const NO_BROWSER_TESTS = { name: 'e2e', passed: 0, failed: 0 };

const COMMANDS = {
  async start(node, args) {
    await build(node);
    return runOurs(node, [MAIN, 'start', ...args]);
  },

  async demo(node, args) {
    await build(node);
    return runOurs(node, [MAIN, 'demo', ...args]);
  },

  async dev(node, args) {
    await build(node);
    const stopped = new AbortController();
    const building = run(node, [vitePath(), 'build', '--watch', '--logLevel', 'warn'], {
      cwd: `${ROOT}/console`,
      signal: stopped.signal,
    });
    const status = await runOurs(node, ['--watch', '--watch-preserve-output', MAIN, 'start', ...args]);
    stopped.abort();
    await building;
    return status;
  },

  async check(node) {
    await buildConsole(node);
    return summarize(await runChecks(node));
  },

  async test(node) {
    await build(node);
    const missing = await prepareLanguages();
    const suites = [...(await runChecks(node)), await runVitest(node)];
    // Each of the two waits at times, and the other goes on.
    suites.push(...(await Promise.all([browserTests(node, []), runChaos(node)])));
    for (const sentence of missing) console.log(sentence);
    return summarize(suites);
  },

  async e2e(node, args) {
    return summarize([await browserTests(node, args)]);
  },

  async pictures(node, args) {
    const suite = await browserTests(node, args, { GODWIT_PICTURES: PICTURES });
    console.log(`All on one page: ${writeContactSheet()}`);
    return summarize([suite]);
  },

  async package(node, args) {
    await build(node);
    return run(node, ['scripts/package.ts', ...args]);
  },

  chaos: (node, args) => runOurs(node, [CHAOS, ...args]),
  bench: (node, args) => runOurs(node, ['bench/src/main.ts', ...args]),
  godwit: (node, args) => runOurs(node, [MAIN, ...args]),
};

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : null;
if (command) {
  try {
    await installPackages();
    process.exitCode = await command(projectNode(), args);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
} else {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
  process.exitCode = 2;
}

/** Builds the console, and the clients for download. */
async function build(node) {
  await buildConsole(node);
  await packClients(node);
}

/** Runs a program of ours, and its children, with the memory settings of deploy/godwit. */
function runOurs(node, args) {
  const NODE_OPTIONS = `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ''}`;
  return run(node, args, { env: { ...process.env, NODE_OPTIONS } });
}

async function browserTests(node, args, env) {
  if (!hasBrowserTests()) return NO_BROWSER_TESTS;
  try {
    await build(node);
    return await runBrowserTests(node, await findChromium(node), args, env);
  } catch (error) {
    console.error(error.message);
    return { ...NO_BROWSER_TESTS, failed: 1 };
  }
}
