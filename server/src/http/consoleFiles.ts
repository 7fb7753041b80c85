// Serves the built console: its files, and a page for every address a person opens. Staff have their own
// page.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import files from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import { type PageKind, pagePolicy } from './securityHeaders.ts';
import type { App } from './types.ts';

/** Output folder of the console build. */
export const CONSOLE_DIR = join(import.meta.dirname, '../../../console/dist');
const INDEX = 'index.html';
const STAFF = 'staff.html';
/** Placeholder for the nonce in pages; Vite's and the UI kit's styles carry it. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the console from `dir`; before the first build every address is missing. `postsTo`: origins its
 * forms may post to besides our own.
 */
export async function serveConsole(
  app: App,
  dir: string,
  { https, postsTo }: { https: boolean; postsTo: readonly string[] },
): Promise<void> {
  const index = readPage(join(dir, INDEX));
  const staff = readPage(join(dir, STAFF));
  app.setNotFoundHandler((request, reply) => {
    if (index === null || !wantsPage(request)) throw new RefusalError(refuse('notFound'));
    if (staff !== null && /^\/staff(?:[/?]|$)/.test(request.url))
      return sendPage(reply, staff, { https, showsDocuments: true });
    return sendPage(reply, index, { https, showsDocuments: false, postsTo });
  });
  if (index === null) return;

  await app.register(async (part) => {
    await part.register(compress, { encodings: ['br', 'gzip'] });
    await part.register(files, {
      root: dir,
      index: false,
      cacheControl: false,
      // One route per file: no request path can reach anything else.
      wildcard: false,
      globIgnore: [INDEX, STAFF, '**/*.map'],
      setHeaders(reply, path) {
        // Names under assets/ change with their content.
        const forever = path.startsWith(join(dir, 'assets/'));
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}

/**
 * Matches a console page, opened by a person or a tool that accepts anything (curl, a monitor); API calls
 * and missing files, which have an extension, do not match.
 */
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  if (!reads || /^\/(v1|dev|assets)(\/|$)/.test(url)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+(\?|$)/.test(url));
}

function readPage(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function sendPage(reply: FastifyReply, page: string, kind: PageKind): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', pagePolicy(nonce, kind))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
}
