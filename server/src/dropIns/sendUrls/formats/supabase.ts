// The hook with which Supabase Auth has its codes sent, signed as Standard Webhooks says.
import { createHmac } from 'node:crypto';
import { ERRORS } from '@godwit/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerError, asRefusal, toErrorAnswer } from '../../../http/errors.ts';
import { refuseBroken } from '../../../http/input.ts';
import { refuse } from '../../../refusal.ts';
import { fillIn } from '../fill.ts';
import { type Format, headerOf, isRecent, isSame, toUnavailable, UNSIGNED } from './format.ts';

/** Supabase tries 3 times with a new id each, and asks for a new code instead of the same one later. */
const REPEATED_SECONDS = 600;
const RETRY_AFTER_SECONDS = 1;

const payload = z.object({
  user: z.object({ id: z.string().min(1) }),
  // Asterisks take its place in the log, which need as much room as these characters.
  sms: z.object({ otp: z.string().regex(/^[A-Za-z0-9]{1,20}$/), phone: z.string().min(1) }),
});
const OTHER_FORM = refuse('invalidArgument', {
  description:
    'The call lacks user.id, sms.otp or sms.phone, so nothing was sent. Update Supabase Auth to 2.180 or later.',
});

export const supabase: Format = {
  secretOf: (key) => `v1,whsec_${key.toString('base64')}`,
  verify({ headers, text }, keys) {
    const time = headerOf(headers, 'webhook-timestamp');
    if (!isRecent(time)) return UNSIGNED;
    const content = `${headerOf(headers, 'webhook-id')}.${time}.${text}`;
    // Standard Webhooks puts a blank between signatures, and Supabase a comma and a blank.
    const given = headerOf(headers, 'webhook-signature').matchAll(/(?:^|[ ,])v1,([\w+/=]+)/g);
    const signatures = Array.from(given, ([, signature]) => Buffer.from(signature!, 'base64'));
    const isRight = keys.some((key) => {
      const right = createHmac('sha256', key).update(content).digest();
      return signatures.some((signature) => isSame(signature, right));
    });
    return isRight ? null : UNSIGNED;
  },
  read({ body }, { body: template }) {
    const { data } = payload.safeParse(body);
    if (!data) return OTHER_FORM;
    const { user, sms } = data;
    const text = fillIn(template, { code: sms.otp });
    const refusal = refuseBroken([text, sms.phone]);
    if (refusal) return refusal;
    const same = JSON.stringify([user.id, sms.phone, sms.otp]);
    const shown = fillIn(template, { code: '*'.repeat(sms.otp.length) });
    return { same, seconds: REPEATED_SECONDS, to: sms.phone, text, shown };
  },
  answer: () => ({}),
  answerError: answerInHook,
};

/** Answers a refusal as Supabase shows it to its people: with 200 and the error. */
function answerInHook(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answered = toUnavailable(error, ['tooManyRequests']);
  const refusal = asRefusal(answered);
  const { refused } = refusal;
  // Supabase tries again only with this header. The refusal's own takes its place.
  if (refused === 'unavailable') reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  if (['unavailable', 'unexpected', 'invalidCredentials'].includes(refused))
    return answerError(answered, request, reply);
  const answer = { http_code: ERRORS[refused].status, message: toErrorAnswer(refusal).description };
  return reply.code(200).send({ error: answer });
}
