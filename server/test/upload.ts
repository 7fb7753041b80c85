// Files as browsers send them.
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';

/** A multipart form of files, with its content type header. A value that is not a file becomes a CSV. */
export async function multipart(
  files: Record<string, string | Uint8Array<ArrayBuffer> | File>,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) {
    const isFile = content instanceof File;
    form.set(name, isFile ? content : new File([content], 'contacts.csv', { type: 'text/csv' }));
  }
  const body = new Response(form);
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  };
}

const BOUNDARY = 'a-boundary-of-tests';

/** The start of a multipart form with the file part `field`; its content follows. */
export const partHead = (field: string, name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;

/** The end after the content. */
export const PART_END = `\r\n--${BOUNDARY}--\r\n`;

/** Starts a call over the network to a listening app; its body is a form that continues until it is ended. */
export async function beginUpload(
  { app }: TestApp,
  { cookies, csrf, teamId }: Browser,
  path: string,
): Promise<ClientRequest> {
  const sending = request({
    host: '127.0.0.1',
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path,
    agent: false,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrf-token': await csrf(),
      'x-team-id': teamId,
    },
  });
  sending.on('error', () => {});
  sending.flushHeaders();
  return sending;
}
