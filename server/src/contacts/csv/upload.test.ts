// The memory that one file may take: a file that needs more is refused, and its thread ends.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { CSV_FIELDS } from '@godwit/contract/csv/columns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { readFile } from './upload.ts';

const bounds = vi.hoisted((): (number | undefined)[] => []);
vi.mock('node:worker_threads', async (original) => {
  const threads = await original<typeof import('node:worker_threads')>();
  class Worker extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof threads.Worker>) {
      super(...given);
      bounds.push(this.resourceLimits?.maxOldGenerationSizeMb);
    }
  }
  return { ...threads, Worker };
});

const CONTACTS = { country: 'LK', fields: CSV_FIELDS };

async function file(): Promise<{ upload: FileHandle; rows: FileHandle }> {
  const folder = throwawayFolder();
  const [upload, rows] = await Promise.all(['upload', 'rows'].map((name) => open(join(folder, name), 'w+')));
  onTestFinished(() => Promise.all([upload!.close(), rows!.close()]).then(() => {}));
  await upload!.write('0771234567,Nimal,Perera,Friends\n');
  return { upload: upload!, rows: rows! };
}

it('is bounded', async () => {
  expect(await readFile(await file(), CONTACTS)).toMatchObject({ report: { rows: 1 } });
  expect(bounds).toEqual([128]);
});

it('is all that it gets: a file that needs more is refused, and the next one is read', async () => {
  const tooLittle = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 };
  expect(await readFile(await file(), CONTACTS, tooLittle)).toMatchObject({
    refused: 'tooLarge',
    fields: { csv: expect.stringContaining('Upload it in parts') },
  });
  expect(await readFile(await file(), CONTACTS)).toMatchObject({ report: { rows: 1 } });
});
