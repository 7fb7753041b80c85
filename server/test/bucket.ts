// An S3 bucket in memory: accepts only correctly signed requests (AWS Signature Version 4), and fails on
// demand.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { LOCALHOST, LOCALHOST_KEY } from './certificate.ts';

const KEY = 'AKTEST';
const SECRET = 'secret/with+signs';
const REGION = 'eu-north-1';
const PAGE = 3;

/** A failure that replaces the bucket's response; returns true if it has responded. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Starts a bucket named `papers` on localhost, closed after the file's last test. */
export async function startBucket({ tls = false } = {}) {
  const objects = new Map<string, { content: Buffer; at: Date }>();
  const asked: string[] = [];
  const state: { fault: Fault | null } = { fault: null };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/xml');
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const name = pathname.replace('/papers', '').slice(1);
    asked.push(`${request.method} ${name}`);
    if (state.fault?.(request, response)) return;
    const wrong = signatureError(request, pathname, searchParams);
    if (wrong) return void response.writeHead(403).end(`<Error><Code>${wrong}</Code></Error>`);
    if (!pathname.startsWith('/papers')) return void response.writeHead(404).end(error('NoSuchBucket'));
    if (request.method === 'PUT') {
      const content = await buffer(request);
      objects.set(name, { content, at: new Date() });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE')
      return void response.writeHead(204, { 'x-was': String(objects.delete(name)) }).end();
    if (searchParams.get('list-type') === '2') return void response.end(list(objects, searchParams));
    const found = objects.get(name);
    if (!found) return void response.writeHead(404).end(error('NoSuchKey'));
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const content = from === undefined ? found.content : found.content.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': content.length });
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => response.destroy());
  };
  const server = tls
    ? https.createServer({ cert: LOCALHOST, key: LOCALHOST_KEY }, answer)
    : http.createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const url = (host = tls ? 'localhost' : '127.0.0.1', secret = SECRET, bucket = 'papers') =>
    `${tls ? 's3' : 's3+http'}://${KEY}:${encodeURIComponent(secret)}@${host}:${port}/${bucket}?region=${REGION}`;
  return { objects, asked, state, url };
}

const error = (code: string) => `<Error><Code>${code}</Code><Message>No</Message></Error>`;

function list(objects: ReadonlyMap<string, { content: Buffer; at: Date }>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
    .sort();
  const page = names.slice(0, PAGE);
  const contents = page.map((name) => {
    const { content, at } = objects.get(name)!;
    return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag><Size>${content.length}</Size></Contents>`;
  });
  const more = names.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${names.length > PAGE}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`;
}

/** Verifies a signature as AWS documents it, from the request alone. */
function signatureError(
  { headers, method }: IncomingMessage,
  path: string,
  query: URLSearchParams,
): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, key, day, region, names, signature] = found as unknown as string[];
  if (key !== KEY || region !== REGION) return 'InvalidAccessKeyId';
  const date = String(headers['x-amz-date']);
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day!) || Math.abs(Date.now() - at) > 900_000) return 'RequestTimeTooSkewed';
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [
    method,
    path,
    [...query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${hash}`;
  const sign = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest();
  const signingKey = [region!, 's3', 'aws4_request'].reduce<Buffer>(sign, sign(`AWS4${SECRET}`, day!));
  return sign(signingKey, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
