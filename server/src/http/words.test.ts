import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { useOurWords } from './words.ts';

beforeAll(useOurWords);

const schema = z.object({
  mode: z.enum(['TEST', 'LIVE']),
  name: z.string().min(3).max(5).regex(/^a/),
  size: z.int().max(100),
  to: z.string('Give the phone number'),
});
const good = { mode: 'TEST', name: 'abc', size: 1, to: '+94' };

it.each([
  [{ mode: undefined }, 'mode must be one of TEST, LIVE'],
  [{ name: undefined }, 'name is required'],
  [{ name: 7 }, 'name must be text'],
  [{ name: 'ab' }, 'name is too short: at least 3'],
  [{ name: 'abcdef' }, 'name is too long: at most 5'],
  [{ name: 'xyz' }, 'name does not have the right form'],
  [{ size: '1' }, 'size must be a number'],
  [{ size: 1.5 }, 'size must be a whole number'],
  [{ size: 101 }, 'size is too large: at most 100'],
  [{ to: undefined }, 'Give the phone number'],
])('says of %j that %s', (wrong, words) => {
  const { error } = schema.safeParse({ ...good, ...wrong });
  expect(error?.issues.map((issue) => issue.message)).toEqual([words]);
});

it('names the expected object for any other value', () => {
  expect(schema.safeParse('text').error?.issues[0]?.message).toBe(
    'The body must be an object with named fields',
  );
});
