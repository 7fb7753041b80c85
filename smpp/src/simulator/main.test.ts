// The simulator as a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSession } from '../../test/openSession.ts';
import { messageKey } from './simulator.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const sms = { destinationAddr: '94771234567', shortMessage: Buffer.from('hello'), registeredDelivery: 1 };

async function start(...args: string[]) {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: (JSON.parse(line.toString()) as { port: number }).port };
}

it('prints its port, accepts messages, and writes its counts on SIGTERM', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrier-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const statsFile = join(folder, 'stats.json');
  const { child, port } = await start('--id-base', 'dec', '--system-id', 'godwit', '--stats-file', statsFile);
  const { session, bound } = openSession({ port });
  await bound();
  expect(await session.submit(sms)).toMatchObject({ status: 0, messageId: expect.stringMatching(/^\d+$/) });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(JSON.parse(readFileSync(statsFile, 'utf8'))).toMatchObject({
    submits: 1,
    accepted: 1,
    messages: { [messageKey('94771234567', 'hello')]: 1 },
  });
});

it('keeps running when the process that started it and the pipes are gone', async () => {
  const { child, port } = await start();
  child.stdout.destroy();
  child.stderr.destroy();
  const { session, bound } = openSession({ port });
  await bound();
  expect(await session.submit(sms)).toMatchObject({ status: 0 });
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('reports invalid arguments', async () => {
  const child = spawn(process.execPath, [main, '--id-base', 'octal'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [text] = (await once(child.stderr, 'data')) as [Buffer];
  expect(text.toString()).toContain('--id-base');
  expect(await once(child, 'exit')).toEqual([1, null]);
});
