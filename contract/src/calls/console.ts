// All calls of the console, below /v1/web.

import { accountCalls, profileCalls } from '../accounts/accounts.ts';
import { signOnCalls } from '../accounts/singleSignOn.ts';
import { namedKeyCalls } from '../apiKeys.ts';
import { callbackLogCalls } from '../callbackLog.ts';
import { callbackSecretCalls } from '../callbacks.ts';
import { campaignCalls } from '../campaigns/campaigns.ts';
import { codeCalls } from '../codes.ts';
import { consentCalls } from '../consents.ts';
import { contactCalls, groupCalls } from '../contacts.ts';
import { conversationCalls } from '../conversations.ts';
import { dropInCalls } from '../dropIns.ts';
import { fileCalls } from '../files.ts';
import { genericCalls } from '../generic.ts';
import { incomingCalls } from '../incoming.ts';
import { liveCalls } from '../live.ts';
import { messageCalls } from '../messages/calls.ts';
import { savedFilterCalls } from '../messages/savedFilters.ts';
import { templateCalls } from '../messages/templates.ts';
import { optOutCalls } from '../optOuts.ts';
import { billingCalls } from '../payments/billing.ts';
import { paymentCalls } from '../payments/payments.ts';
import { priceCalls } from '../payments/priceByPrefix.ts';
import { projectCalls } from '../projects.ts';
import { retentionCalls } from '../retention.ts';
import { senderCalls } from '../senders.ts';
import { sendUrlCalls } from '../sendUrls.ts';
import { smppAccountCalls } from '../smppAccounts.ts';
import { statsCalls } from '../stats.ts';
import { teamCalls } from '../team.ts';
import { verificationCalls } from '../verification.ts';
import { codeProfileCalls } from '../verifyProfiles.ts';
import { webhookCalls } from '../webhookEndpoints.ts';

export const consoleCalls = {
  ...contactCalls,
  ...groupCalls,
  ...optOutCalls,
  ...consentCalls,
  ...accountCalls,
  ...signOnCalls,
  ...profileCalls,
  ...genericCalls,
  ...liveCalls,
  ...retentionCalls,
  ...priceCalls,
  ...projectCalls,
  ...namedKeyCalls,
  ...codeCalls,
  ...codeProfileCalls,
  ...dropInCalls,
  ...sendUrlCalls,
  ...smppAccountCalls,
  ...callbackSecretCalls,
  ...callbackLogCalls,
  ...webhookCalls,
  ...messageCalls,
  ...conversationCalls,
  ...savedFilterCalls,
  ...templateCalls,
  ...incomingCalls,
  ...statsCalls,
  ...senderCalls,
  ...verificationCalls,
  ...fileCalls,
  ...campaignCalls,
  ...teamCalls,
  ...paymentCalls,
  ...billingCalls,
};
