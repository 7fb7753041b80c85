// Security headers that restrict what browsers do with our answers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { App } from './types.ts';

/** Adds them to every answer; over https also HSTS. */
export function addSecurityHeaders(app: App, { https }: { https: boolean }): void {
  const headers = recordHeaders({ https });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Computes helmet's headers once: computing them for thousands of answers a second is wasted work. */
function recordHeaders({ https }: { https: boolean }): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  } as unknown as ServerResponse;
  const setAll = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives({ https }) },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    // Not no-referrer: browsers would then send a form's Origin as null.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  setAll({} as IncomingMessage, answer, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * `showsDocuments`: the page shows pictures it fetched itself. `postsTo`: origins its forms may post to
 * besides our own.
 */
export type PageKind = { https: boolean; showsDocuments: boolean; postsTo?: readonly string[] };

/** The policy of a page whose styles carry `nonce`. */
export function pagePolicy(nonce: string, { https, showsDocuments, postsTo = [] }: PageKind): string {
  const ofPage: Record<string, string[]> = {
    ...directives({ https }),
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'form-action': ["'self'", ...postsTo],
  };
  if (showsDocuments) ofPage['img-src'] = ["'self'", 'data:', 'blob:'];
  return Object.entries(ofPage)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

function directives({ https }: { https: boolean }): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
}
