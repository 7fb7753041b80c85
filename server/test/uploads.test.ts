// Hostile files against the running service: each is refused with a reason or stored inert.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '@godwit/contract/files';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, openAccount } from './client.ts';
import { pdf, pdfStream } from './files.ts';
import { HOSTILE } from './hostileFiles.ts';
import { type Service, serviceFolder } from './process.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'a-boundary-of-tests';

const { start } = serviceFolder();
let service: Service;
let browser: Account['browser'];

beforeAll(async () => {
  service = await start();
  ({ browser } = await openAccount(service.url));
});

it('number more than forty', () => {
  expect(HOSTILE.length + 2).toBeGreaterThanOrEqual(40);
});

describe('a file that', () => {
  it.each(HOSTILE.map((file) => [`is ${file.what} (${file.name})`, file] as const))(
    '%s',
    async (_what, { name, content, refused, inert }) => {
      const body = content();
      const answer = await send(name, body);
      const result = (await answer.json()) as { id: string; code?: number; description?: string };
      if (refused) {
        expect([1002, 1010, 1011]).toContain(result.code);
        expect(result.description).toMatch(refused);
        return;
      }
      expect(result).toEqual({ id: expect.any(String), name: inert!.name, size: body.length });
      const opened = await fetch(`${service.url}/v1/web/files/${result.id}`, { headers: browser });
      expect(Object.fromEntries(opened.headers)).toMatchObject({
        'content-type': inert!.type,
        'content-disposition': expect.stringMatching(
          /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[^\s"]+$/,
        ),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(Buffer.from(await opened.arrayBuffer()).equals(body)).toBe(true);
    },
  );

  it.each([
    ['a length', 100 * MIB],
    ['no length', null],
  ])('over 100 MB with %s is refused while it arrives', async (_what, length) => {
    const answer = await sendUntilAnswered(length);
    expect(answer).toMatchObject({ status: 413 });
    expect(await answer.json()).toMatchObject({ code: 1010, description: expect.stringMatching(/10 MB/) });
  });
});

it('twelve of the largest at once are all accepted', async () => {
  const largest = pdf(pdfStream('', randomBytes(MAX_FILE_BYTES - 500)));
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('a.pdf', largest)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

/** The name is encoded by RFC 5987, which allows characters that no header may contain. */
function head(name: string): string {
  const disposition = `form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\n\r\n`;
}

const headers = () => ({ ...browser, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` });

function send(name: string, content: Buffer): Promise<Response> {
  const body = Buffer.concat([Buffer.from(head(name)), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return fetch(`${service.url}/v1/web/generic/file_upload`, { method: 'POST', headers: headers(), body });
}

/** Sends a file that continues until there is a response; without a length it is sent in chunks. */
async function sendUntilAnswered(length: number | null): Promise<Response> {
  let answered = false;
  async function* body() {
    yield Buffer.from(`${head('a.pdf')}%PDF-1.7\n`);
    while (!answered) yield Buffer.alloc(MIB, 'x');
  }
  const answer = await fetch(`${service.url}/v1/web/generic/file_upload`, {
    method: 'POST',
    headers: { ...headers(), ...(length !== null && { 'content-length': String(length) }) },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  answered = true;
  return answer;
}
