// Reads PORTED_FILE: a number and its network on each line.
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** Some millions of numbers, which take a few times as much memory. */
const MAX_BYTES = 128 * 1024 * 1024;
const LINE = /^\s*\+?([1-9][0-9]{4,14})\s*,\s*"?([A-Za-z0-9][A-Za-z0-9.-]{0,29})"?\s*$/;
const HEADER = /^\uFEFF?\s*number\s*,\s*network\s*$/i;
const EMPTY = /^\s*(#.*)?$/;

/**
 * Reads the ported numbers of a file: lines such as `94771234567,Mobitel`, the number with its country code.
 * Of two lines with one number the later wins. An empty file, or one that ends within a line, is probably
 * still being written.
 * @throws an error for the operator, which names the line at fault
 */
export async function readPortedFile(path: string): Promise<Map<number, string>> {
  const file = await open(path).catch((error) => {
    throw new Error(`PORTED_FILE cannot be read (${error.code}): ${path}`);
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new Error(`PORTED_FILE ${path} is larger than 128 MiB`);
    if (size === 0) throw new Error(`PORTED_FILE ${path} is empty. Without ported numbers, write a comment`);
    if (!(await endsLine(file, size)))
      throw new Error(`PORTED_FILE ${path} ends within a line. End its last line with a line break`);
    return await readLines(file, path, size);
  } finally {
    await file.close();
  }
}

async function endsLine(file: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === '\n';
}

async function readLines(file: FileHandle, path: string, size: number): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  /** One text for all numbers of a network. */
  const names = new Map<string, string>();
  let at = 0;
  const input = file.createReadStream({ start: 0, end: size - 1, autoClose: false });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    at++;
    const [, number, network] = LINE.exec(line) ?? [];
    if (number === undefined || network === undefined) {
      if (EMPTY.test(line) || (at === 1 && HEADER.test(line))) continue;
      throw new Error(`PORTED_FILE ${path}, line ${at} is not like 94771234567,Mobitel`);
    }
    const name = names.get(network) ?? network;
    names.set(name, name);
    found.set(Number(number), name);
  }
  return found;
}
