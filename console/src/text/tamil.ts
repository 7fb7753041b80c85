// Every text in Tamil, joined: one file of the build, which only who reads Tamil loads.
import type { CustomerTextId } from './catalogue.ts';
import { access } from './ta/access.ts';
import { apiReference } from './ta/apiReference.ts';
import { apiSentences } from './ta/apiSentences.ts';
import { billing } from './ta/billing.ts';
import { callbacks } from './ta/callbacks.ts';
import { campaignReview } from './ta/campaignReview.ts';
import { campaigns } from './ta/campaigns.ts';
import { contacts } from './ta/contacts.ts';
import { errors, sentences } from './ta/errors.ts';
import { files } from './ta/files.ts';
import { home } from './ta/home.ts';
import { imports } from './ta/imports.ts';
import { languages } from './ta/languages.ts';
import { lists } from './ta/lists.ts';
import { logs } from './ta/logs.ts';
import { messageForm } from './ta/messageForm.ts';
import { newCampaign } from './ta/newCampaign.ts';
import { optOuts } from './ta/optOuts.ts';
import { palette } from './ta/palette.ts';
import { profile } from './ta/profile.ts';
import { quietHours } from './ta/quietHours.ts';
import { registration } from './ta/registration.ts';
import { secondFactor } from './ta/secondFactor.ts';
import { senderId } from './ta/senderId.ts';
import { sendReview } from './ta/sendReview.ts';
import { sendSms } from './ta/sendSms.ts';
import { settings } from './ta/settings.ts';
import { shared } from './ta/shared.ts';
import { shell } from './ta/shell.ts';
import { team } from './ta/team.ts';
import { templates } from './ta/templates.ts';
import { verification } from './ta/verification.ts';
import { translationOf } from './translation.ts';

const texts = {
  ...access,
  ...apiReference,
  ...billing,
  ...callbacks,
  ...campaignReview,
  ...campaigns,
  ...contacts,
  ...files,
  ...home,
  ...imports,
  ...languages,
  ...lists,
  ...logs,
  ...messageForm,
  ...newCampaign,
  ...optOuts,
  ...palette,
  ...profile,
  ...quietHours,
  ...registration,
  ...secondFactor,
  ...sendReview,
  ...sendSms,
  ...senderId,
  ...settings,
  ...shared,
  ...shell,
  ...team,
  ...templates,
  ...verification,
} satisfies Record<CustomerTextId, string>;

export const tamil = translationOf(texts, errors, { ...sentences, ...apiSentences });
