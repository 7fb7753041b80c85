// Serves the client packages for npm, Composer and pip, matching the running version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import files from '@fastify/static';
import type { Settings } from '../settings.ts';
import type { App } from './types.ts';

/** The folder that scripts/packClients.ts writes. */
export const CLIENTS_DIR = join(import.meta.dirname, '../../../clients/dist');
const PREFIX = '/api/clients/';
const LIST = 'packages.json';

type ComposerList = { packages: Record<string, Record<string, { dist: { url: string } }>> };

/**
 * GET /api/clients/packages.json, the list that Composer reads, and the packages themselves. Anyone may read
 * them: they hold no secret. Without the folder there is nothing to offer, and every such address answers
 * 404.
 */
export async function clientPackageRoutes(
  app: App,
  dir: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Promise<void> {
  if (!existsSync(join(dir, LIST))) return;
  const list = JSON.stringify(withAddresses(dir, publicUrl));
  app.get(PREFIX + LIST, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(list),
  );
  await app.register(files, {
    root: dir,
    prefix: PREFIX,
    index: false,
    decorateReply: false,
    // One route per file: no request path can reach anything else.
    wildcard: false,
    globIgnore: [LIST],
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
}

/** Composer wants whole addresses. */
function withAddresses(dir: string, publicUrl: URL): ComposerList {
  const list = JSON.parse(readFileSync(join(dir, LIST), 'utf8')) as ComposerList;
  for (const releases of Object.values(list.packages))
    for (const { dist } of Object.values(releases)) dist.url = `${publicUrl.origin}${PREFIX}${dist.url}`;
  return list;
}
