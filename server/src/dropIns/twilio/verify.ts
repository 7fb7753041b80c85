// Twilio's Verify API: starts, shows, cancels and checks verifications, as our own API does.
import {
  ownCode,
  type StartVerificationRequest,
  VERIFY_TEXTS,
  type VerificationState,
} from '@godwit/contract/publicApi/verify';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/types.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { refuseAtOnce } from '../../messages/publicRoutes.ts';
import type { CallKey } from '../../projects/apiKeys.ts';
import { orThrow, RefusalError, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { cancelVerification, checkCode } from '../../verify/check.ts';
import { lastVerificationOf, type VerificationRow, verificationOf } from '../../verify/find.ts';
import { startVerification } from '../../verify/send.ts';
import { firstSender } from '../firstSender.ts';
import { idOf, sidOf } from './sids.ts';

type Form = Readonly<Record<string, string | undefined>>;

const SERVICE = '/v2/Services/:service';
const STATUSES: Record<VerificationState, string> = {
  ...{ PENDING: 'pending', APPROVED: 'approved', FAILED: 'max_attempts_reached' },
  ...{ EXPIRED: 'expired', CANCELLED: 'canceled' },
};

/** Adds the routes of verifications. The service of each project has its id. */
export function verifyRoutes(twilio: App, services: Services, accept: Accept): void {
  // Not the connections of sending: checks of one verification wait for each other.
  const { pool, secrets } = services;
  const verifier = { pool, secrets, accept };

  async function find({ key }: FastifyRequest, sid: string): Promise<VerificationRow | undefined> {
    const id = idOf('VE', sid);
    const row = id ? await verificationOf(pool, key, id) : undefined;
    return row?.mode === key.mode ? row : undefined;
  }

  async function found(request: FastifyRequest): Promise<VerificationRow> {
    const row = await find(request, (request.params as { sid: string }).sid);
    if (!row) throw new RefusalError(refuse('notFound'));
    return row;
  }

  twilio.post(`${SERVICE}/Verifications`, async ({ key, body }, reply) => {
    const asked = await readStart(services, key, body as Form);
    const refusal = refuseAtOnce(key, { ...asked, body: '' });
    if (refusal) throw new RefusalError(refusal);
    const { row } = orThrow(await startVerification(verifier, key, asked));
    return reply.code(201).send(toResource(row, asked.to));
  });

  twilio.get(`${SERVICE}/Verifications/:sid`, async (request) => toResource(await found(request)));

  twilio.post(`${SERVICE}/Verifications/:sid`, async (request) => {
    if ((request.body as Form).Status !== 'canceled') throw new RefusalError(ONLY_CANCELED);
    return toResource(orThrow(await cancelVerification(pool, await found(request))));
  });

  twilio.post(`${SERVICE}/VerificationCheck`, async (request, reply) => {
    const { key, body } = request;
    const { To: to, VerificationSid: sid, Code: code } = body as Form;
    if (!code) throw new RefusalError(missing('Code'));
    if (!to && !sid) throw new RefusalError(missing('To'));
    const row = sid ? await find(request, sid) : orThrow(await lastVerificationOf(services, key, to!));
    const { status, valid } = orThrow(await checkCode({ pool, secrets }, key.teamId, row, code));
    return reply.code(201).send({ ...toResource(row!, to), status: STATUSES[status], valid });
  });
}

const missing = (field: string) =>
  refuseField('invalidArgument', field, `Missing required parameter ${field}.`);
const ONLY_CANCELED = refuseField(
  'invalidArgument',
  'Status',
  "Only Status 'canceled' can be set. A check of the code approves a verification.",
);

/** Reads the form that starts a verification. Throws refusals. */
async function readStart(services: Services, key: CallKey, form: Form): Promise<StartVerificationRequest> {
  const { To: to, Channel: channel = 'sms', CustomCode: custom, Locale: locale = '' } = form;
  if (!to) throw new RefusalError(missing('To'));
  if (channel !== 'sms')
    throw new RefusalError(
      refuseField('invalidArgument', 'Channel', "Only Channel 'sms' is available, so nothing was sent."),
    );
  const code = ownCode.optional().safeParse(custom || undefined);
  if (!code.success)
    throw new RefusalError(
      refuseField('invalidArgument', 'CustomCode', 'CustomCode must be 4 to 10 digits, so nothing was sent.'),
    );
  const from = await firstSender(services, key);
  if (from === undefined) throw new RefusalError(refuse('invalidSender'));
  const language = locale.slice(0, 2).toLowerCase();
  return { to, from, code: code.data, locale: isLocale(language) ? language : 'en' };
}

const isLocale = (language: string): language is keyof typeof VERIFY_TEXTS =>
  Object.hasOwn(VERIFY_TEXTS, language);

/**
 * Converts a verification. `to` is the number as it was asked for: ours is forgotten some time after the end.
 * Only the time of the first attempt is known.
 */
function toResource(row: VerificationRow, to: string | null | undefined = row.recipient) {
  const [service, sid] = [sidOf('VA', row.projectId), sidOf('VE', row.id)];
  const started = row.startedAt.toISOString();
  const attemptAt = (index: number) => ({ time: index === 0 ? started : null, channel: 'sms' });
  return {
    ...{ sid, service_sid: service, account_sid: sidOf('AC', row.projectId) },
    ...{ to: row.recipient ?? to, channel: 'sms', status: STATUSES[row.state] },
    ...{ valid: row.state === 'APPROVED', lookup: {}, amount: null, payee: null, sna: null },
    send_code_attempts: Array.from({ length: row.sends }, (_, index) => attemptAt(index)),
    ...{ date_created: started, date_updated: null },
    url: `/v2/Services/${service}/Verifications/${sid}`,
  };
}
