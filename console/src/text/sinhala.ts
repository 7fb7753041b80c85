// Every text in Sinhala, joined: one file of the build, which only who reads Sinhala loads.
import type { CustomerTextId } from './catalogue.ts';
import { access, languages, profile, registration, secondFactor, singleSignOn } from './si/account.ts';
import { apiReference, apiSentences, callbacks } from './si/api.ts';
import { billing } from './si/billing.ts';
import { errors, sentences } from './si/errors.ts';
import { explanation } from './si/explanation.ts';
import { home, lists, palette, shared, shell } from './si/frame.ts';
import { contacts, conversations, files, imports, optOuts } from './si/people.ts';
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
} from './si/sending.ts';
import { incoming, senderId, settings, smpp, team, verification } from './si/team.ts';
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

/** Chromium comes without Sinhala. */
const calendar = {
  months: {
    Jan: 'ජන',
    Feb: 'පෙබ',
    Mar: 'මාර්තු',
    Apr: 'අප්‍රේල්',
    May: 'මැයි',
    Jun: 'ජූනි',
    Jul: 'ජූලි',
    Aug: 'අගෝ',
    Sep: 'සැප්',
    Oct: 'ඔක්',
    Nov: 'නොවැ',
    Dec: 'දෙසැ',
  },
  weekdays: ['ඉරිදා', 'සඳුදා', 'අඟහ', 'බදාදා', 'බ්‍රහස්', 'සිකු', 'සෙන'],
  second: 'තත්පර {count}',
  minute: 'මිනිත්තු {count}',
};

export const sinhala = translationOf(texts, errors, { ...sentences, ...apiSentences }, calendar);
