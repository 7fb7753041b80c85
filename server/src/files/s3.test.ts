// Documents in a bucket: kept, given back, moved there, and what a bucket that is away, refuses, stalls or
// lies does to those who ask.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MAX_FILE_BYTES } from '@godwit/contract/files';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { startBucket } from '../../test/bucket.ts';
import { AUTHORITY } from '../../test/certificate.ts';
import { makeOwner } from '../../test/factories.ts';
import { PICTURE, pdf, png, uploadFrom } from '../../test/files.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { doctor } from '../commands/doctor.ts';
import type { Runtime } from '../runtime.ts';
import { removeStrays } from './remove.ts';
import { openBucket, StorageAwayError } from './s3.ts';
import { moveToBucket, storageOf, tryStorage } from './storage.ts';

const bucket = await startBucket();
const dataDir = throwawayFolder();
const disk = await testApp({ dataDir });
const where = { dataDir, storageUrl: bucket.url() };
const t = { ...disk, services: { ...disk.services, settings: { ...disk.services.settings, ...where } } };
const app = await testApp(where);

beforeEach(() => {
  bucket.state.fault = null;
  bucket.asked.length = 0;
});

const name = () => randomBytes(32).toString('hex');
const pieces = (content: Buffer) => Readable.from([content]);
const onDisk = () => readdir(join(dataDir, 'files')).catch(() => []);

describe('a document in a bucket', () => {
  it('is kept there encrypted, comes back as it was, and goes when it is removed', async () => {
    const { browser } = await makeOwner(app);
    const { statusCode, body } = await uploadFrom(browser);
    expect(statusCode, body).toBe(200);
    const { id } = JSON.parse(body) as { id: string };
    const [kept] = bucket.objects.values();
    expect(kept!.content).toHaveLength(png().length + 16);
    expect(kept!.content.includes(png().subarray(0, 16))).toBe(false);
    expect((await browser.get(`/v1/web/files/${id}`)).rawPayload).toEqual(png());
    expect(await onDisk()).toEqual([]);
    expect((await browser.call('DELETE', `/v1/web/files/${id}`)).statusCode).toBe(200);
    expect(bucket.objects.size).toBe(0);
  });

  it('may be as large as any, and is not in memory while it goes there', async () => {
    const storage = storageOf(where);
    const half = randomBytes(MAX_FILE_BYTES / 2);
    const large = name();
    await storage.write(large, Readable.from([half, half]));
    expect((await storage.read(large)).equals(Buffer.concat([half, half]))).toBe(true);
    await storage.remove(large);
    await storage.remove(large);
    await expect(storage.read(large)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that no row knows is removed after a day, however many there are', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const at of [old, old, old, old, new Date()])
      bucket.objects.set(`a${name().slice(1)}`, { content: pdf(), at });
    bucket.objects.set(`b${name().slice(1)}`, { content: pdf(), at: old });
    expect(await removeStrays(t.services, 'a')).toBe(4);
    expect(bucket.objects.size).toBe(2);
    bucket.objects.clear();
  });
});

it('documents move from the disk to the bucket while they are asked for', async () => {
  const { browser } = await makeOwner(disk);
  const ids = [];
  for (const file of [PICTURE, PICTURE]) ids.push((await uploadFrom(browser, file)).json().id as string);
  expect(await onDisk()).toHaveLength(2);
  const { rows } = await disk.services.pool.query('select stored_as from files');
  const names = rows.map(({ stored_as }) => stored_as as string);
  // With the bucket set, before and after the move.
  const contents = await Promise.all(names.map((stored) => storageOf(where).read(stored)));
  bucket.state.fault = (request, response) =>
    request.method === 'PUT' && bucket.objects.size === 1 && !!response.writeHead(403).end();
  await expect(moveToBucket(where)).rejects.toThrow(StorageAwayError);
  expect(await onDisk()).toHaveLength(1);
  bucket.state.fault = null;
  expect(await moveToBucket(where)).toBe(1);
  expect(await onDisk()).toEqual([]);
  expect(await Promise.all(names.map((stored) => storageOf(where).read(stored)))).toEqual(contents);
  bucket.objects.clear();
});

describe('a bucket that', () => {
  const within = { requestMs: 1_000, silenceMs: 300 };
  const hasty = openBucket(bucket.url(), dataDir, { ...within, againAfterMs: [] });
  const patient = openBucket(bucket.url(), dataDir, { ...within, againAfterMs: [1, 1] });

  it('is overloaded for a moment is asked again', async () => {
    let failures = 2;
    bucket.state.fault = (_request, response) =>
      failures-- > 0 && !!response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    const one = name();
    await patient.write(one, pieces(pdf()));
    expect(await patient.read(one)).toEqual(pdf());
    expect(bucket.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    bucket.objects.clear();
  });

  it('refuses is not asked again', async () => {
    bucket.state.fault = (_request, response) => !!response.writeHead(403).end('x'.repeat(1_000_000));
    const refused = await patient.write(name(), pieces(pdf())).catch((error) => error);
    expect(refused).toBeInstanceOf(StorageAwayError);
    expect(refused.cause.body.length).toBeLessThan(20_000);
    expect(bucket.asked).toHaveLength(1);
  });

  it.each<[string, NonNullable<typeof bucket.state.fault>]>([
    ['says nothing', () => true],
    [
      'stops in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('half');
        return true;
      },
    ],
    [
      'cuts an answer short',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('half', () => response.destroy());
        return true;
      },
    ],
    [
      'sends without an end',
      (_request, response) => {
        const piece = Buffer.alloc(1_000_000);
        response.writeHead(200);
        Readable.from(Array.from({ length: 100 }, () => piece)).pipe(response);
        return true;
      },
    ],
  ])('%s is given up', async (_what, fault) => {
    bucket.state.fault = fault;
    await expect(hasty.read(name())).rejects.toThrow(StorageAwayError);
  });

  it('is away asks the uploader to try again, and keeps nothing', async () => {
    const { browser } = await makeOwner(app);
    bucket.state.fault = (_request, response) => !!response.writeHead(500).end();
    const { statusCode, headers, body } = await uploadFrom(browser);
    expect([statusCode, headers['retry-after']]).toEqual([503, '30']);
    expect(JSON.parse(body)).toMatchObject({ code: 1014, description: /Documents cannot be reached/ });
    expect(app.log.join('')).toContain('S3 returned 500');
    expect((await app.services.pool.query('select from files where type is null')).rowCount).toBe(0);
  });
});

describe('TLS to a bucket', async () => {
  const secure = await startBucket({ tls: true });
  const trusted = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(trusted));
  const look = async (storageUrl: string) => {
    const settings = { ...t.services.settings, storageUrl };
    const { text } = await doctor({
      ...t.services,
      settings,
      sessions: t.services.pool,
    } as unknown as Runtime);
    return text.split('\n').find((line) => line.includes(' documents '));
  };

  it('is verified, and doctor reports the problem', async () => {
    expect(await look(secure.url())).toMatch(
      /BAD .*certificate is not trusted \(\w+\): set NODE_EXTRA_CA_CERTS/,
    );
    setDefaultCACertificates([...trusted, AUTHORITY]);
    expect(await look(secure.url())).toMatch(/ok .*keeps and gives back/);
    expect(secure.objects.size).toBe(0);
    expect(await look(secure.url('127.0.0.1'))).toMatch(/BAD .*ERR_TLS_CERT_ALTNAME_INVALID/);
    expect(await look(bucket.url(undefined, 'another'))).toMatch(
      /BAD .*SignatureDoesNotMatch: check key and secret/,
    );
    expect(await look(bucket.url(undefined, undefined, 'none'))).toMatch(
      /BAD .*NoSuchBucket: make the bucket/,
    );
    await expect(tryStorage({ dataDir, storageUrl: 's3+http://a:b@127.0.0.1:1/c' })).rejects.toMatchObject({
      cause: expect.anything(),
    });
  });
});
