// A disk that changes what is stored: each damaged table is found and named, and none is read as money.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Account, openAccount } from './client.ts';
import { type Service, serviceFolder } from './process.ts';

const { dataDir, start, godwit, fails, withDatabase } = serviceFolder({}, 'embedded');

/** Tables and an index, and files of theirs that hold rows. */
const FILES = {
  balances: `pg_relation_filepath('balances')`,
  ledger_entries: `pg_relation_filepath('ledger_entries')`,
  messages: '(select pg_relation_filepath(tableoid) from messages limit 1)',
  users_pkey: `pg_relation_filepath('users_pkey')`,
};

/** Changes one bit of a row: the last octets of a page are those of its oldest row. */
function flipBit(file: string): void {
  const path = join(dataDir, 'postgres', file);
  const handle = openSync(path, 'r+');
  const octet = Buffer.alloc(1);
  const at = 8192 - 12;
  readSync(handle, octet, 0, 1, at);
  octet[0] = octet[0]! ^ 0x10;
  writeSync(handle, octet, 0, 1, at);
  closeSync(handle);
}

async function stop(service: Service): Promise<void> {
  service.process.kill('SIGTERM');
  await service.exited;
}

async function sendOne(url: string, { authorization }: Account): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { authorization: authorization.TEST, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '+94771234567', from: 'Godwit', body: 'Hello' }),
  });
}

it('is found by checksums, answered 503, and named by doctor and pages check', async () => {
  const first = await start();
  const account = await openAccount(first.url);
  await godwit('team', 'credit', account.email, '500', 'for the test');
  expect((await sendOne(first.url, account)).status).toBe(201);
  await stop(first);
  expect(await godwit('pages', 'check')).toMatchObject({ damages: [] });

  const files = await withDatabase(async (pool) => {
    const { rows } = await pool.query<{ paths: string[] }>(
      `select array[${Object.values(FILES).join()}] as paths`,
    );
    return rows[0]!.paths;
  });
  for (const file of files) flipBit(file);

  const second = await start();
  const headers = { authorization: account.authorization.TEST };
  for (const answer of [
    await fetch(`${second.url}/v1/web/billing`, { headers: account.browser }),
    await fetch(`${second.url}/v1/messages?limit=10`, { headers }),
  ]) {
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      code: 1014,
      description: expect.stringMatching(/data is damaged.* unknown whether/),
    });
  }
  await stop(second);
  expect(await fails('doctor')).toMatch(/BAD {2}pages .* reads hit a damaged page/);
  const found = await fails('pages', 'check');
  for (const table of Object.keys(FILES)) expect(found).toContain(table);
});
