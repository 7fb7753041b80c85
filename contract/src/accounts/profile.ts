// Calls about the person who is signed in: name, language, password, second factor.

import {
  beginSecondFactorRequest,
  changePasswordRequest,
  deleteAccountRequest,
  endSecondFactorRequest,
  profileAnswer,
  updateLanguageRequest,
  updateProfileRequest,
} from '../accounts/accounts.ts';
import { codeRequest, recoveryCodesAnswer, setUpAnswer } from '../accounts/secondFactor.ts';
import type { Calls } from '../calls/call.ts';
import { empty } from '../common.ts';

export const profileCalls = {
  'GET /profile': { answer: profileAnswer },
  'PUT /profile': { body: updateProfileRequest, answer: profileAnswer },
  'PUT /profile/language': { anyTeam: true, body: updateLanguageRequest, answer: empty },
  'POST /profile/password': { anyTeam: true, body: changePasswordRequest, answer: empty },
  'POST /profile/delete': { anyTeam: true, body: deleteAccountRequest, answer: empty },
  'POST /profile/export': { anyTeam: true },
  'POST /profile/second_factor/begin': { anyTeam: true, body: beginSecondFactorRequest, answer: setUpAnswer },
  'POST /profile/second_factor/confirm': { anyTeam: true, body: codeRequest, answer: recoveryCodesAnswer },
  'POST /profile/second_factor/recovery_codes': {
    anyTeam: true,
    body: codeRequest,
    answer: recoveryCodesAnswer,
  },
  'POST /profile/second_factor/turn_off': { anyTeam: true, body: endSecondFactorRequest, answer: empty },
} satisfies Calls;
