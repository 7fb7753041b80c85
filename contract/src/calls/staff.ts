// All calls of the staff pages, below /v1/staff.

import { auditCalls, staffSignInCalls } from '../staff/accounts.ts';
import { caseCalls } from '../staff/cases.ts';
import { staffIncomingCalls } from '../staff/incoming.ts';
import { networkCalls } from '../staff/network.ts';
import { operationCalls } from '../staff/operations.ts';
import { staffPaymentCalls } from '../staff/payments.ts';
import { registrationCalls } from '../staff/registrations.ts';
import { reviewCalls } from '../staff/reviews.ts';
import { ruleCalls } from '../staff/rules.ts';
import { statusCalls } from '../staff/status.ts';
import { staffTeamCalls } from '../staff/teams.ts';

export const staffCalls = {
  ...staffSignInCalls,
  ...auditCalls,
  ...staffTeamCalls,
  ...staffPaymentCalls,
  ...operationCalls,
  ...networkCalls,
  ...statusCalls,
  ...staffIncomingCalls,
  ...reviewCalls,
  ...registrationCalls,
  ...ruleCalls,
  ...caseCalls,
};
