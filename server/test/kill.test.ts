// Promise E1 with the whole service: what was answered 201 survives kill -9, is delivered, and the ledger agrees.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { serviceFolder } from './process.ts';

const CLIENTS = 20;
const BEFORE_KILL = 300;
// Whatever was being submitted is taken up when its lease (30 s) and its time in doubt (60 s) are over.
const SETTLED_WITHIN_MS = 150_000;

type Victims = 'the server' | 'server and database';

describe.each<Victims>(['the server', 'server and database'])('kill -9 of %s', (victims) => {
  const { dataDir, start, godwit } = serviceFolder();

  it('loses nothing that was answered', { timeout: 240_000 }, async () => {
    const service = await start();
    const { email, project, authorization } = await openAccount(service.url);
    await godwit('team', 'verify', email);
    await godwit('team', 'credit', email, '10000', 'for the test');
    await godwit('sender', 'add', project.id, 'Lanka Shop');

    const accepted = await sendUntilKilled(service.url, authorization.LIVE, () => {
      // Read before, and the server first: with its database gone it would still answer 503.
      const postmaster = postmasterPid(dataDir);
      service.process.kill('SIGKILL');
      if (victims === 'server and database') process.kill(postmaster, 'SIGKILL');
    });
    await service.exited;
    expect(accepted.length).toBeGreaterThanOrEqual(BEFORE_KILL);

    const again = await start();
    await everyOneFinal(again.url, authorization.LIVE, accepted);
    expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
    again.process.kill('SIGTERM');
    expect(await again.exited).toEqual([0, null]);
  });
});

/** Twenty clients send until the service is gone; returns the ids of every 201 they got. */
async function sendUntilKilled(url: string, authorization: string, kill: () => void): Promise<string[]> {
  const accepted: string[] = [];
  const client = async (number: number) => {
    for (let i = 0; ; i++) {
      // Never an ending that the simulator knows: each of these is delivered.
      const to = `+94775${String(number).padStart(2, '0')}1${String(i % 1_000).padStart(3, '0')}`;
      const answer = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ to, from: 'Lanka Shop', body: `client ${number}, message ${i}` }),
      });
      expect(answer.status).toBe(201);
      accepted.push(((await answer.json()) as { id: string }).id);
      if (accepted.length === BEFORE_KILL) kill();
    }
  };
  const endings = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  for (const ending of endings) expect((ending as PromiseRejectedResult).reason).toBeInstanceOf(TypeError);
  return accepted;
}

async function everyOneFinal(url: string, authorization: string, ids: string[]) {
  let open = ids;
  const look = async () => {
    const still: string[] = [];
    for (const id of open) {
      const answer = await fetch(`${url}/v1/messages/${id}`, { headers: { authorization } });
      expect(answer.status, `message ${id} is there`).toBe(200);
      const { status } = (await answer.json()) as { status: string };
      if (status !== 'DELIVERED' && status !== 'FAILED') still.push(id);
    }
    open = still;
    return open.length === 0;
  };
  await waitFor(look, { what: 'every message final', timeoutMs: SETTLED_WITHIN_MS });
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}
