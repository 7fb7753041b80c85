// Calls of staff to sign in step by step, and to see the work that waits.

import { csrfAnswer } from '../accounts/accounts.ts';
import { codeRequest, setUpAnswer } from '../accounts/secondFactor.ts';
import { ssoFinishRequest, ssoStartAnswer } from '../accounts/singleSignOn.ts';
import type { Calls } from '../calls/call.ts';
import { empty } from '../common.ts';
import {
  enrolledAnswer,
  staffCountsAnswer,
  staffLoginRequest,
  staffPasswordRequest,
  staffSessionAnswer,
  staffSignInAnswer,
  stepAnswer,
} from '../staff/accounts.ts';

export const staffSignInCalls = {
  'GET /csrf': { answer: csrfAnswer },
  'POST /login': { body: staffLoginRequest, answer: stepAnswer },
  'GET /session': { answer: staffSessionAnswer },
  'POST /logout': { answer: empty },
  'GET /sign_in': { answer: staffSignInAnswer },
  'POST /sso/start': { answer: ssoStartAnswer },
  'POST /sso/finish': { body: ssoFinishRequest, answer: stepAnswer },
  'POST /login/password': { body: staffPasswordRequest, answer: stepAnswer },
  'POST /login/enrol': { answer: setUpAnswer },
  'POST /login/enrol/confirm': { body: codeRequest, answer: enrolledAnswer },
  'POST /login/code': { body: codeRequest, answer: stepAnswer },
  'GET /counts': { staffAction: 'read', answer: staffCountsAnswer },
} satisfies Calls;
