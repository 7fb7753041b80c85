// Everything on screen, in English; a file per area, so that each stays readable and comes with the pages that say it.
import type { staffPayments } from '../staff/paymentsText.ts';
import type { staff } from '../staff/text.ts';
import type { access } from './access.ts';
import type { apiReference } from './apiReference.ts';
import type { billing } from './billing.ts';
import type { callbacks } from './callbacks.ts';
import type { campaignReview } from './campaignReview.ts';
import type { campaigns } from './campaigns.ts';
import type { contacts } from './contacts.ts';
import type { conversations } from './conversations.ts';
import type { explanation } from './explanation.ts';
import type { files } from './files.ts';
import type { home } from './home.ts';
import type { imports } from './imports.ts';
import type { incoming } from './incoming.ts';
import type { languages } from './languages.ts';
import type { lists } from './lists.ts';
import type { logs } from './logs.ts';
import type { messageForm } from './messageForm.ts';
import type { newCampaign } from './newCampaign.ts';
import type { optOuts } from './optOuts.ts';
import type { palette } from './palette.ts';
import type { profile } from './profile.ts';
import type { quietHours } from './quietHours.ts';
import type { registration } from './registration.ts';
import type { secondFactor } from './secondFactor.ts';
import type { senderId } from './senderId.ts';
import type { sendReview } from './sendReview.ts';
import type { sendSms } from './sendSms.ts';
import type { settings } from './settings.ts';
import type { shared } from './shared.ts';
import type { shell } from './shell.ts';
import type { singleSignOn } from './singleSignOn.ts';
import type { smpp } from './smpp.ts';
import type { team } from './team.ts';
import type { templates } from './templates.ts';
import type { verification } from './verification.ts';

/** The name of a text that customers see; each has one in every language. */
export type CustomerTextId =
  | keyof typeof access
  | keyof typeof apiReference
  | keyof typeof billing
  | keyof typeof callbacks
  | keyof typeof campaignReview
  | keyof typeof campaigns
  | keyof typeof contacts
  | keyof typeof conversations
  | keyof typeof explanation
  | keyof typeof files
  | keyof typeof home
  | keyof typeof imports
  | keyof typeof incoming
  | keyof typeof languages
  | keyof typeof lists
  | keyof typeof logs
  | keyof typeof messageForm
  | keyof typeof newCampaign
  | keyof typeof optOuts
  | keyof typeof palette
  | keyof typeof profile
  | keyof typeof quietHours
  | keyof typeof registration
  | keyof typeof secondFactor
  | keyof typeof senderId
  | keyof typeof sendReview
  | keyof typeof sendSms
  | keyof typeof settings
  | keyof typeof shared
  | keyof typeof shell
  | keyof typeof singleSignOn
  | keyof typeof smpp
  | keyof typeof team
  | keyof typeof templates
  | keyof typeof verification;

/** The name of a text. Those of the staff pages are loaded by their bundle alone, and are in English only. */
export type TextId = CustomerTextId | keyof typeof staff | keyof typeof staffPayments;
