// Packs the Python client as a wheel, the archive that pip installs without building anything. Node writes
// it, so building Godwit needs no Python.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; bytes: Buffer };

/** The earliest time that a ZIP can hold, 1 January 1980, so that the same sources give the same bytes. */
const DOS_DATE = (1 << 5) | 1;
const DEFLATED = 8;
const UTF8_NAMES = 1 << 11;
/** A regular file, rw-r--r--, in the upper half of the attributes of a UNIX entry. */
const MODE = (0o100644 << 16) >>> 0;
const UNIX_VERSION = (3 << 8) | 20;

/**
 * Packs the project in `source` into `out`; its metadata comes from pyproject.toml.
 * @returns the name of the file
 */
export function packWheel(source: string, out: string): string {
  const project = readFileSync(join(source, 'pyproject.toml'), 'utf8');
  const value = (key: string): string => new RegExp(`^${key} = "(.*)"$`, 'm').exec(project)![1]!;
  const dependencies = [.../^dependencies = \[(.*)\]$/m.exec(project)![1]!.matchAll(/"(.+?)"/g)];
  const [name, version] = [value('name'), value('version')];
  const info = `${name}-${version}.dist-info`;
  const metadata = [
    'Metadata-Version: 2.1',
    ...[`Name: ${name}`, `Version: ${version}`, `Summary: ${value('description')}`, 'License: MIT'],
    `Requires-Python: ${value('requires-python')}`,
    ...dependencies.map(([, one]) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
    ...['', readFileSync(join(source, 'README.md'), 'utf8')],
  ].join('\n');
  const wheel = 'Wheel-Version: 1.0\nGenerator: godwit\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const modules = globSync('**/*.{py,typed}', { cwd: join(source, 'src') }).sort();
  const entries: Entry[] = [
    ...modules.map((path) => ({ name: path, bytes: readFileSync(join(source, 'src', path)) })),
    { name: `${info}/LICENSE`, bytes: readFileSync(join(source, 'LICENSE')) },
    { name: `${info}/METADATA`, bytes: Buffer.from(metadata) },
    { name: `${info}/WHEEL`, bytes: Buffer.from(wheel) },
  ];
  const record = `${info}/RECORD`;
  const lines = entries.map(({ name: path, bytes }) => {
    const digest = createHash('sha256').update(bytes).digest('base64url');
    return `${path},sha256=${digest},${bytes.length}\n`;
  });
  entries.push({ name: record, bytes: Buffer.from(`${lines.join('')}${record},,\n`) });
  const file = `${name}-${version}-py3-none-any.whl`;
  writeFileSync(join(out, file), zip(entries));
  return file;
}

/** Returns a ZIP archive: each entry with its header, then the directory, then the end of the directory. */
function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(MODE, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([UNIX_VERSION & 0xff, UNIX_VERSION >> 8]);
    parts.push(Buffer.from('PK\x03\x04'), common, path, packed);
    directory.push(Buffer.from('PK\x01\x02'), madeBy, common, rest, path);
    offset += 4 + common.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
