// Where payment providers send their notices, under /v1/hooks: bodies are taken byte by byte as they came, since those are what is signed.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from '../http/errors.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { raiseAlert } from './alerts.ts';
import type { Providers } from './open.ts';
import type { ProviderName } from './provider.ts';
import { type Received, receive } from './settle.ts';

/** The largest event of a provider is some 20 KiB. */
const BODY_LIMIT_BYTES = 262_144;
/** More notices than these do not come from one address. */
const LIMIT = { count: 300, seconds: 60 };

const HOOKS = { '/stripe': 'STRIPE', '/payhere': 'PAYHERE' } as const satisfies Record<string, ProviderName>;

/** What a provider is answered where it is to send a notice again, or has sent what is not its own. */
const REFUSALS: Readonly<Record<Exclude<Received, 'TAKEN'>, Refusal>> = {
  REFUSED: refuse('invalidArgument', { description: 'The signature is wrong, or too old.' }),
  LATER: refuse('notFound'),
};

/** Routes of a part of the app that is for providers alone; a provider that is not set up here has none of its notices taken. */
export function hookRoutes(hooks: App, services: Services, providers: Providers): void {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const limiter = limitByAddress(createLimiter('notices', LIMIT));

  for (const [path, name] of Object.entries(HOOKS)) {
    const provider = providers.byName(name);
    const answerTooLarge = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode === 413 && provider)
        await raiseAlert(services.kysely, { provider: name, kind: 'TOO_LARGE' });
      return answerError(error, request, reply);
    };
    hooks.post(
      path,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest: provider ? limiter : [],
        errorHandler: answerTooLarge,
        config: { checksItems: true },
      },
      async ({ headers, body }) => {
        if (!provider) throw new RefusalError(refuse('notFound'));
        const raw = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
        const received = await receive(services, provider, raw);
        if (received !== 'TAKEN') throw new RefusalError(REFUSALS[received]);
        return {};
      },
    );
  }
}
