// Files for tests: built from bytes and sent as a browser sends them.
import { randomUUID } from 'node:crypto';
import { upload } from '../src/files/upload.ts';
import { isRefusal } from '../src/refusal.ts';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { multipart } from './upload.ts';

const CHUNK_END = Buffer.alloc(4);

/** A PNG with these dimensions in its header and no valid image data. */
export function png(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, CHUNK_END]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('x')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of one page with additional objects, in the given order. */
export function pdf(...objects: (string | Buffer)[]): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n'),
    Buffer.from(
      '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R>> endobj\n',
    ),
    ...objects.map((object) => Buffer.from(object as string)),
    Buffer.from('\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ]);
}

/** A stream of a PDF. */
export function pdfStream(dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`9 0 obj <<${dictionary}/Length ${content.length}>> stream\n`),
    content,
    Buffer.from('\nendstream endobj\n'),
  ]);
}

/** A picture that is accepted. */
export const PICTURE = new File([new Uint8Array(png())], 'passport.png', { type: 'image/png' });

/** Uploads a file as a signed-in browser does. */
export async function uploadFrom(browser: Browser, file: File = PICTURE) {
  const { payload, headers } = await multipart({ file });
  return browser.call('POST', '/v1/web/generic/file_upload', { json: payload, headers });
}

/** Uploads a picture for a team; returns its id. */
export function addFile(t: TestApp, member: { teamId: string; userId: string }): Promise<string> {
  return add(t, member, PICTURE);
}

/** A bank slip with unique content. */
export function slipFile(): File {
  return new File([new Uint8Array(pdf(`% ${randomUUID()}`))], 'slip.pdf', { type: 'application/pdf' });
}

/** Uploads a bank slip for a team; returns its id. */
export function addSlip(t: TestApp, member: { teamId: string; userId: string }): Promise<string> {
  return add(t, member, slipFile());
}

async function add(t: TestApp, member: { teamId: string; userId: string }, file: File): Promise<string> {
  const content = file.stream() as unknown as AsyncIterable<Buffer>;
  const uploaded = await upload(t.services, member, { name: file.name, content });
  if (isRefusal(uploaded)) throw new Error(`Not uploaded: ${uploaded.description}`);
  return uploaded.id;
}
