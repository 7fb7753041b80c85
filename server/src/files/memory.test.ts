// However many files are handed in at once: one of them is in memory as a whole.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeOwner } from '../../test/factories.ts';
import { uploadFrom } from '../../test/files.ts';
import type { Storage } from './storage.ts';

const read = vi.hoisted(() => ({ now: 0, most: 0, all: 0 }));

vi.mock('./storage.ts', async (original) => {
  const { storageOf } = await original<typeof import('./storage.ts')>();
  return {
    storageOf(settings: Parameters<typeof storageOf>[0]): Storage {
      const storage = storageOf(settings);
      return {
        ...storage,
        async read(name) {
          read.all++;
          read.most = Math.max(read.most, ++read.now);
          // Time for all the others to come here, if they may.
          for (let turn = 0; turn < 500; turn++) await nextTurn();
          read.now--;
          return storage.read(name);
        },
      };
    },
  };
});

const t = await testApp();

it('is one, whichever team uploads it', async () => {
  const owners = [await makeOwner(t), await makeOwner(t), await makeOwner(t)];
  const answers = await Promise.all(
    owners.flatMap(({ browser }) => [uploadFrom(browser), uploadFrom(browser)]),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect([read.all, read.most]).toEqual([6, 1]);
});
