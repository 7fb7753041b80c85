// The built console: its files, and a page for every address that a person opens. Staff have a page of their own.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import files from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError, refuse } from '../refusal.ts';
import { type PageKind, pagePolicy } from './securityHeaders.ts';
import type { App } from './types.ts';

/** Where the console is built to. */
export const CONSOLE_DIR = join(import.meta.dirname, '../../../console/dist');
const INDEX = 'index.html';
const STAFF = 'staff.html';
/** Stands in a page where the page needs its nonce; Vite's and the kit's styles carry it. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the console from `dir`. Before it is built there is nothing to serve, and every such address is missing. `postsTo` are the origins that its
 * forms may lead to besides our own.
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
      // A route per file: nothing else can be asked for, whatever a path looks like.
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
 * An address of the console, opened by a person or asked for by what takes anything (curl, a monitor), as opposed to a call, or to a file
 * that is not there: those have an ending.
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
