// The identity of a server, and the errors which only mean that it does not tell it.
import pg from 'pg';
import { expect, it } from 'vitest';
import { identify } from './identity.ts';

/** A connection whose first statement fails with this SQLSTATE, as to a server without that function. */
function connectionWith(code: string): { client: pg.ClientBase; error: Error } {
  const error = Object.assign(new pg.DatabaseError(code, 1, 'error'), { code });
  const replies = [
    () => Promise.reject(error),
    async () => ({ rows: [{ read_only: 'off', is_standby: false }] }),
  ];
  return { client: { query: () => replies.shift()!() } as unknown as pg.ClientBase, error };
}

it.each(['42501', '42883', '0A000', '55000', 'XX000', '22023'])(
  'takes a server that refuses to tell with %s',
  async (code) => {
    expect(await identify(connectionWith(code).client)).toEqual({
      isWritable: true,
      isStandby: false,
      system: null,
      timeline: null,
      started: null,
    });
  },
);

it.each(['08P01', '53300', '57P03'])(
  'does not take a server that cannot answer, as with %s',
  async (code) => {
    const { client, error } = connectionWith(code);
    await expect(identify(client)).rejects.toBe(error);
  },
);
