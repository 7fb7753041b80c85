// Where payment providers send their notices, under /v1/hooks: bodies are taken byte by byte as they came, since those are what is signed.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { answerError } from '../http/errors.ts';
import { createLimiter, networkOf } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { openTurns } from '../jobs/turns.ts';
import { orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { raiseAlert } from './alerts.ts';
import type { Providers } from './open.ts';
import type { ProviderName } from './provider.ts';
import { type NoticeTurns, type Received, receive } from './settle.ts';

/** The largest event of a provider is some 20 KiB. */
const BODY_LIMIT_BYTES = 262_144;
/** More refused notices than these are not looked at of one address; what a provider has signed is no flood. */
const LIMIT = { count: 300, seconds: 60 };
/** Notices share few connections, those of a payment one: the rest wait in memory. */
const TURNS = { atOnce: 2, waitMs: 10_000, mostWaiting: 300, busy: 'Send this again in a moment.' };
/** The line of all that is refused; no payment is called so. */
const REFUSED = 'refused';

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
  const limiter = createLimiter('notices', LIMIT);
  const turns = openTurns(TURNS);
  /** Each notice in turn with those of other payments; those that are refused are counted by address. */
  const turnsOf =
    (request: FastifyRequest, reply: FastifyReply): NoticeTurns =>
    async (about, work) => {
      if (about === null) limiter(networkOf(addressOf(request)), reply);
      return orThrow(await turns(about ?? REFUSED, work));
    };

  for (const [path, name] of Object.entries(HOOKS)) {
    const provider = providers.byName(name);
    const answerTooLarge = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode === 413 && provider)
        await turnsOf(request, reply)(null, () =>
          raiseAlert(services.kysely, { provider: name, kind: 'TOO_LARGE' }),
        );
      return answerError(error, request, reply);
    };
    hooks.post(
      path,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        errorHandler: answerTooLarge,
        config: { checksItems: true },
      },
      async (request, reply) => {
        const { headers, body } = request;
        if (!provider) throw new RefusalError(refuse('notFound'));
        const raw = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
        const received = await receive(services, provider, raw, turnsOf(request, reply));
        if (received !== 'TAKEN') throw new RefusalError(REFUSALS[received]);
        return {};
      },
    );
  }
}
