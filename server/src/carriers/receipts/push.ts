// The addresses to which HTTP carriers push receipts and incoming messages. Both are stored before answering.
import { timingSafeEqual } from 'node:crypto';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address.ts';
import { createLimiter, networkOf } from '../../http/rateLimit.ts';
import type { App } from '../../http/types.ts';
import { RefusalError, refuse } from '../../refusal.ts';
import type { Secrets } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import type { Limit } from '../../settings.ts';
import { type HttpConfig, isHttp, type LinkConfig } from '../links/config.ts';
import type { OnIncoming } from '../links/hooks.ts';
import type { Signed } from '../links/http/profile.ts';
import { openInboxWriter } from './inboxWriter.ts';
import { isSigned, itemsOf, readCall } from './pushedCall.ts';
import { readIncoming } from './pushedIncoming.ts';
import { readReceipts } from './readReceipts.ts';
import { openUnreadable } from './unreadable.ts';

const BODY_LIMIT_BYTES = 262_144;
const PURPOSE = 'carrier receipts';
const LATER = refuse('unavailable', { description: 'Send this again in a moment.', retryAfterSeconds: 5 });

/** The address for receipts of a link, under /v1/hooks. Nobody can guess it without SECRET_KEY. */
export function receiptUrl(
  { secrets, settings }: Pick<Services, 'secrets' | 'settings'>,
  linkId: string,
): string {
  const path = `/v1/hooks/carriers/${linkId}/${secrets.hmac(PURPOSE, linkId).toString('base64url')}`;
  return new URL(path, settings.publicUrl).href;
}

/** The address for incoming messages of a link. Its carrier's portal asks for it. */
export const incomingUrl = (services: Pick<Services, 'secrets' | 'settings'>, linkId: string): string =>
  `${receiptUrl(services, linkId)}/incoming`;

/** Calls with a wrong address of one network, and calls of one link, in each process. */
export type PushLimits = { wrong: Limit; link: Limit };
const LIMITS: PushLimits = { wrong: { count: 300, seconds: 60 }, link: { count: 600_000, seconds: 60 } };

export type Pushes = {
  links: () => readonly LinkConfig[];
  onIncoming: OnIncoming;
  limits?: PushLimits | undefined;
};

/** Takes what the HTTP links in `links` push: receipts, and incoming messages for `onIncoming`. */
export function carrierHookRoutes(
  hooks: App,
  services: Services,
  { links, onIncoming, limits = LIMITS }: Pushes,
): void {
  const { pool, log } = services;
  const inbox = openInboxWriter(pool);
  const aside = openUnreadable({ pool, log });
  const { linkOf, fieldsOf } = openCalls(services, links, limits);
  const options = { bodyLimit: BODY_LIMIT_BYTES, config: { checksItems: true } } as const;

  async function takeReceipts(request: FastifyRequest) {
    const link = linkOf(request);
    const rules = link.profile.receipt;
    if (!rules) throw new RefusalError(refuse('notFound'));
    const call = fieldsOf(request, link, rules.signed);
    const { ref = '' } = request.params as Params;
    const items = call && itemsOf(call, rules.items);
    const { finals, unreadable } = items
      ? readReceipts(rules, rules, items, { ref })
      : { finals: [], unreadable: [call ?? String(request.body)] };
    // Unreadable receipts are answered too: the carrier would repeat them, as unreadable as before.
    await Promise.all([
      aside.add(link.id, unreadable, 'receipt'),
      ...finals.map((pdu) => inbox.add(link.id, pdu)),
    ]);
    return {};
  }

  async function takeIncoming(request: FastifyRequest, reply: FastifyReply) {
    const link = linkOf(request);
    const rules = link.profile.incoming;
    if (!rules) throw new RefusalError(refuse('notFound'));
    const call = fieldsOf(request, link, rules.signed);
    const items = call && itemsOf(call, rules.items);
    const { messages, unreadable } = items
      ? readIncoming(rules, items)
      : { messages: [], unreadable: [call ?? String(request.body)] };
    const statuses = await Promise.all(messages.map((pdu) => onIncoming(link, pdu)));
    // A repeated call stores only the messages that were not stored before: they are known by their ids.
    if (statuses.includes(commandStatus.ESME_RTHROTTLED)) throw new RefusalError(LATER);
    await aside.add(link.id, unreadable, 'message');
    // The receiver has counted messages to unknown numbers; the carrier need not repeat them.
    return rules.answer ? reply.type(rules.answer.type).send(rules.answer.body) : {};
  }

  for (const [path, take] of [
    ['/carriers/:link/:secret', takeReceipts],
    ['/carriers/:link/:secret/:ref', takeReceipts],
    ['/carriers/:link/:secret/incoming', takeIncoming],
  ] as const) {
    hooks.post(path, options, take);
    hooks.get(path, options, take);
  }
}

type Params = { link: string; secret: string; ref?: string };

/** Checks the addresses and signatures of calls, within limits. */
function openCalls({ secrets, settings }: Services, links: Pushes['links'], limits: PushLimits) {
  const limitWrong = createLimiter('wrong-secrets', limits.wrong);
  const limitLink = createLimiter('carrier-calls', limits.link);
  return {
    /** The link of a call. Throws a refusal if its address is wrong, or above a limit. */
    linkOf(request: FastifyRequest): HttpConfig {
      const { link: id, secret } = request.params as Params;
      const link = links().find((one) => one.id === id);
      if (!link || !isHttp(link) || !isSecret(secrets, id, secret)) {
        limitWrong(networkOf(addressOf(request)), null);
        throw new RefusalError(refuse('notFound'));
      }
      limitLink(id, null);
      return link;
    },
    /** The fields of a call, null if it has none. Throws a refusal if its signature is wrong. */
    fieldsOf(request: FastifyRequest, link: HttpConfig, signed: Signed | undefined) {
      const call = readCall(request);
      if (!isSigned(signed, link, call, request, new URL(request.url, settings.publicUrl).href))
        throw new RefusalError(refuse('invalidArgument', { description: 'The signature is wrong.' }));
      return call;
    },
  };
}

function isSecret(secrets: Secrets, linkId: string, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  return secrets
    .hmacs(PURPOSE, linkId)
    .some((right) => bytes.length === right.length && timingSafeEqual(bytes, right));
}
