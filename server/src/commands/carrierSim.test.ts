// `godwit carrier-sim --profile` as an operator runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openBareLink } from '../../test/bareLink.ts';
import { httpLinkOf } from '../../test/httpCarrier.ts';
import { carrierSim } from './carrierSim.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

it('prints the link to it, takes messages with faults, and ends on SIGTERM', async () => {
  const args = ['carrier-sim', '--profile=twilio', '--port=0', '--fault=big-id'];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { port, link } = JSON.parse(String(line)) as { port: number; link: Record<string, unknown> };
  expect(link).toMatchObject({ profile: 'twilio', base: `http://127.0.0.1:${port}` });
  expect(await openBareLink(httpLinkOf(link)).one()).toMatchObject({
    kind: 'sent',
    taken: [{ carrierId: expect.stringMatching(/^9007199\d+$/) }],
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it.each([
  ['--profile=twillio', /no profile has this name: use one of .*twilio/],
  ['--profile=twilio --fault=fire', /There is no fault called fire/],
  ['--profile=twilio --port=x', /--port must be a whole number/],
])('refuses %s', async (args, words) => {
  await expect(carrierSim(args.split(' '))).rejects.toThrow(words);
});
