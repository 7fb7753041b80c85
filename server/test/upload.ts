// Files as browsers send them.
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';

/** A form of files as the body of a call, with the header that names it. What is no file yet becomes a CSV. */
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

/** How a form begins whose part `field` is a file; the content follows. */
export const partHead = (field: string, name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;

/** What comes after the content. */
export const PART_END = `\r\n--${BOUNDARY}--\r\n`;

/** Begins a call over the network to an app that listens; its body is a form that goes on for as long as is written. */
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
