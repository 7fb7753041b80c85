// Idempotency keys.
import { adjustRequest } from '@godwit/contract/staff/teams';
import { expect, it } from 'vitest';
import { randomUuid } from './randomUuid.ts';

it('is a valid key of the contract, and unique', () => {
  const keys = Array.from({ length: 100 }, randomUuid);
  for (const key of keys) expect(adjustRequest.shape.key.safeParse(key).success, key).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});
