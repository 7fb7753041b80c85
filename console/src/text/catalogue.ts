// The names of all texts. Each area of the console has a folder with its text in three languages: en.ts,
// si.ts and ta.ts.

import type { staffAlerts } from '../staff/alertsText.ts';
import type { staffCarriers } from '../staff/carriersText.ts';
import type { staffCases } from '../staff/casesText.ts';
import type { staffInbox } from '../staff/inboxText.ts';
import type { staffNetwork } from '../staff/networkText.ts';
import type { staffOwner } from '../staff/ownerText.ts';
import type { staffPalette } from '../staff/paletteText.ts';
import type { staffPayments } from '../staff/paymentsText.ts';
import type { staffPrices } from '../staff/pricesText.ts';
import type { staffRegistrations } from '../staff/registrationsText.ts';
import type { staffRevenue } from '../staff/revenueText.ts';
import type { staffReviews } from '../staff/reviewsText.ts';
import type { staffRules } from '../staff/rulesText.ts';
import type { staffSlips } from '../staff/slipsText.ts';
import type { staffStatus } from '../staff/statusText.ts';
import type { staffTeam } from '../staff/teamText.ts';
import type { staff } from '../staff/text.ts';
import type { staffTrace } from '../staff/traceText.ts';
import type { staffUser } from '../staff/userText.ts';
import type { access } from './access/en.ts';
import type { apiReference } from './api/en.ts';
import type { apiKeys } from './apiKeys/en.ts';
import type { billing } from './billing/en.ts';
import type { callbacks } from './callbacks/en.ts';
import type { campaignReview } from './campaignReview/en.ts';
import type { campaigns } from './campaigns/en.ts';
import type { codeProfiles } from './codeProfiles/en.ts';
import type { codes } from './codes/en.ts';
import type { contacts } from './contacts/en.ts';
import type { conversations } from './conversations/en.ts';
import type { dropIns } from './dropIns/en.ts';
import type { explanation } from './explanation/en.ts';
import type { files } from './files/en.ts';
import type { home } from './home/en.ts';
import type { imports } from './imports/en.ts';
import type { incoming } from './incoming/en.ts';
import type { lists } from './lists/en.ts';
import type { logs } from './logs/en.ts';
import type { messageForm } from './messageForm/en.ts';
import type { newCampaign } from './newCampaign/en.ts';
import type { optOuts } from './optOuts/en.ts';
import type { palette } from './palette/en.ts';
import type { password } from './password/en.ts';
import type { people } from './people/en.ts';
import type { profile } from './profile/en.ts';
import type { quietHours } from './quietHours/en.ts';
import type { registration } from './registration/en.ts';
import type { secondFactor } from './secondFactor/en.ts';
import type { senderId } from './senderId/en.ts';
import type { senderRequest } from './senderRequest/en.ts';
import type { sendReview } from './sendReview/en.ts';
import type { sendSms } from './sendSms/en.ts';
import type { sendUrls } from './sendUrls/en.ts';
import type { settings } from './settings/en.ts';
import type { shared } from './shared/en.ts';
import type { shell } from './shell/en.ts';
import type { singleSignOn } from './singleSignOn/en.ts';
import type { smpp } from './smpp/en.ts';
import type { team } from './team/en.ts';
import type { verification } from './verification/en.ts';
import type { webhooks } from './webhooks/en.ts';

/** The id of a text for customers. */
type CustomerTextId =
  | keyof typeof access
  | keyof typeof apiKeys
  | keyof typeof apiReference
  | keyof typeof billing
  | keyof typeof callbacks
  | keyof typeof campaignReview
  | keyof typeof campaigns
  | keyof typeof contacts
  | keyof typeof conversations
  | keyof typeof codeProfiles
  | keyof typeof codes
  | keyof typeof dropIns
  | keyof typeof explanation
  | keyof typeof files
  | keyof typeof password
  | keyof typeof home
  | keyof typeof imports
  | keyof typeof incoming
  | keyof typeof lists
  | keyof typeof logs
  | keyof typeof messageForm
  | keyof typeof newCampaign
  | keyof typeof optOuts
  | keyof typeof palette
  | keyof typeof people
  | keyof typeof profile
  | keyof typeof quietHours
  | keyof typeof registration
  | keyof typeof secondFactor
  | keyof typeof sendReview
  | keyof typeof sendSms
  | keyof typeof sendUrls
  | keyof typeof senderId
  | keyof typeof senderRequest
  | keyof typeof settings
  | keyof typeof shared
  | keyof typeof shell
  | keyof typeof singleSignOn
  | keyof typeof smpp
  | keyof typeof team
  | keyof typeof verification
  | keyof typeof webhooks;

/** The id of a text. The staff pages are in English only. */
export type TextId =
  | CustomerTextId
  | keyof typeof staff
  | keyof typeof staffCarriers
  | keyof typeof staffCases
  | keyof typeof staffInbox
  | keyof typeof staffNetwork
  | keyof typeof staffOwner
  | keyof typeof staffPalette
  | keyof typeof staffPayments
  | keyof typeof staffRegistrations
  | keyof typeof staffRules
  | keyof typeof staffPrices
  | keyof typeof staffReviews
  | keyof typeof staffTeam
  | keyof typeof staffTrace
  | keyof typeof staffUser
  | keyof typeof staffSlips
  | keyof typeof staffAlerts
  | keyof typeof staffRevenue
  | keyof typeof staffStatus;
