// Refusals as Twilio answers them. `details.godwit_code` is our own code.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal, toErrorAnswer } from '../../http/errors.ts';
import type { Settings } from '../../settings.ts';

/** Twilio's codes of refusals; all others have the code of their HTTP status, such as 20400. */
const CODES: { readonly [Name in ErrorName]?: number } = {
  ...{ invalidNumber: 21211, invalidNumberFormat: 21211, numberLacksCountryCode: 21211 },
  ...{ invalidSender: 21212, senderCapability: 21612, countryBlocked: 21408, optedOut: 21610 },
  ...{ bodyTooLong: 21617, invalidCredentials: 20003 },
  ...{ verificationEnded: 20404, verificationSends: 60203, verificationChecks: 60202 },
  verificationBlocked: 60410,
};

/** Answers refusals in Twilio's form. `more_info` is the page of our own error, which says what to do. */
export const answerAsTwilio =
  ({ publicUrl }: Pick<Settings, 'publicUrl'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error);
    const { refused, retryAfterSeconds } = refusal;
    if (refused === 'unexpected') request.log.error({ err: error }, 'Unexpected error');
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    // Twilio does not find verifications that have ended.
    const status = refused === 'verificationEnded' ? 404 : ERRORS[refused].status;
    const { code: ours, description } = toErrorAnswer(refusal);
    const code = CODES[refused] ?? 20_000 + status;
    return reply
      .header('x-request-id', request.id)
      .code(status)
      .send({
        ...{ code, message: description, more_info: `${publicUrl.origin}/docs/errors/${ours}`, status },
        details: { godwit_code: ours },
      });
  };
