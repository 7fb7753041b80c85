// Every text in Tamil, joined: one file of the build, which only who reads Tamil loads.
import type { CustomerTextId } from './catalogue.ts';
import { access, languages, profile, registration, secondFactor, singleSignOn } from './ta/account.ts';
import { apiReference, apiSentences, callbacks } from './ta/api.ts';
import { billing } from './ta/billing.ts';
import { errors, sentences } from './ta/errors.ts';
import { explanation } from './ta/explanation.ts';
import { home, lists, palette, shared, shell } from './ta/frame.ts';
import { contacts, conversations, files, imports, optOuts } from './ta/people.ts';
import {
  campaignReview,
  campaigns,
  logs,
  messageForm,
  newCampaign,
  quietHours,
  sendReview,
  sendSms,
  templates,
} from './ta/sending.ts';
import { incoming, senderId, settings, smpp, team, verification } from './ta/team.ts';
import { translationOf } from './translation.ts';

const texts = {
  ...access,
  ...apiReference,
  ...billing,
  ...callbacks,
  ...campaignReview,
  ...campaigns,
  ...contacts,
  ...conversations,
  ...explanation,
  ...files,
  ...home,
  ...imports,
  ...incoming,
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
  ...singleSignOn,
  ...sendReview,
  ...sendSms,
  ...senderId,
  ...settings,
  ...shared,
  ...shell,
  ...smpp,
  ...team,
  ...templates,
  ...verification,
} satisfies Record<CustomerTextId, string>;

export const tamil = translationOf(texts, errors, { ...sentences, ...apiSentences });
