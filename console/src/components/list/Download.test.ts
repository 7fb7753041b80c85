import { expect, test } from 'vitest';
import { type Arrived, readFile } from './Download.tsx';

const chunks = ['Date,API\r\n', '1,2\r\n3', ',4\r\n'];

function streamOf(parts: readonly string[], failure?: Error) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

test('reads a stream into a file and reports progress', async () => {
  const reported: Arrived[] = [];
  const file = await readFile(streamOf(chunks), (arrived) => reported.push(arrived));
  expect(file.size).toBe(chunks.join('').length);
  expect(reported).toEqual([
    { bytes: 10, lines: 1 },
    { bytes: 16, lines: 2 },
    { bytes: 20, lines: 3 },
  ]);
});

test('rejects if the stream breaks off', async () => {
  await expect(readFile(streamOf(chunks, new Error('reset')), () => {})).rejects.toThrow();
});
