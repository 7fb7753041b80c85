// Provider notices, under /v1/hooks: bodies stay as raw bytes, because the signature covers those.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address.ts';
import { answerError } from '../../http/errors.ts';
import { createLimiter, networkOf } from '../../http/rateLimit.ts';
import type { App } from '../../http/types.ts';
import { orThrow, type Refusal, RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { Providers } from '../providers/open.ts';
import type { ProviderName } from '../providers/provider.ts';
import { raiseAlert } from './alerts.ts';
import { openNoticeQueue } from './noticeQueue.ts';
import { type NoticeScheduler, type Received, receive } from './settle.ts';

/** A provider's largest event has about 20 KiB. */
const BODY_LIMIT_BYTES = 262_144;
/** Notices of one address per minute. A provider may send thousands of signed ones. */
const REFUSED_LIMIT = { count: 300, seconds: 60 };
const SIGNED_LIMIT = { count: 3_000, seconds: 60 };
const QUEUE = { waitMs: 10_000, mostWaiting: 300, busy: 'Send this again in a moment.' };
/** The database has few connections for notices; waiting for a provider takes none. */
const SLOTS = {
  REFUSED: { atOnce: 2, ofAddress: 1 },
  ASK: { atOnce: 16, ofAddress: 8 },
  APPLY: { atOnce: 3, ofAddress: 2 },
};

const HOOKS = { '/stripe': 'STRIPE', '/payhere': 'PAYHERE' } as const satisfies Record<string, ProviderName>;

/** The answer to a notice that is not taken. */
const REFUSALS: Readonly<Record<Exclude<Received, 'TAKEN'>, Refusal>> = {
  REFUSED: refuse('invalidArgument', { description: 'The signature is wrong, or too old.' }),
  LATER: refuse('unavailable', { description: 'Send this again in a moment.', retryAfterSeconds: 30 }),
};

/** The routes for notices of providers. Refuses the notices of a provider that is not configured. */
export function hookRoutes(hooks: App, services: Services, providers: Providers): void {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const limits = {
    refused: createLimiter('notices', REFUSED_LIMIT),
    signed: createLimiter('signed-notices', SIGNED_LIMIT),
  };
  const open = (slots: { atOnce: number; ofAddress: number }) => openNoticeQueue({ ...QUEUE, ...slots });
  const queues = { REFUSED: open(SLOTS.REFUSED), ASK: open(SLOTS.ASK), APPLY: open(SLOTS.APPLY) };
  const countsOf = (request: FastifyRequest, reply: FastifyReply) => {
    const address = networkOf(addressOf(request));
    const schedule: NoticeScheduler = async (queue, about, work) =>
      orThrow(await queues[queue](address, about, work));
    return { schedule, count: (kind: keyof typeof limits) => limits[kind](address, reply) };
  };

  for (const [path, name] of Object.entries(HOOKS)) {
    const provider = providers.byName(name);
    const answerTooLarge = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode === 413 && provider) {
        const { schedule, count } = countsOf(request, reply);
        count('refused');
        await schedule('REFUSED', '', () =>
          raiseAlert(services.kysely, { provider: name, kind: 'TOO_LARGE' }),
        );
      }
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
        const received = await receive(services, provider, raw, countsOf(request, reply));
        if (received !== 'TAKEN') throw new RefusalError(REFUSALS[received]);
        return {};
      },
    );
  }
}
