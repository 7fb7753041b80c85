// Every text in Sinhala, joined: one file of the build, which only who reads Sinhala loads.
import type { CustomerTextId } from './catalogue.ts';
import { access } from './si/access.ts';
import { apiReference } from './si/apiReference.ts';
import { apiSentences } from './si/apiSentences.ts';
import { billing } from './si/billing.ts';
import { callbacks } from './si/callbacks.ts';
import { campaignReview } from './si/campaignReview.ts';
import { campaigns } from './si/campaigns.ts';
import { contacts } from './si/contacts.ts';
import { errors, sentences } from './si/errors.ts';
import { files } from './si/files.ts';
import { home } from './si/home.ts';
import { imports } from './si/imports.ts';
import { languages } from './si/languages.ts';
import { lists } from './si/lists.ts';
import { logs } from './si/logs.ts';
import { messageForm } from './si/messageForm.ts';
import { newCampaign } from './si/newCampaign.ts';
import { optOuts } from './si/optOuts.ts';
import { palette } from './si/palette.ts';
import { profile } from './si/profile.ts';
import { quietHours } from './si/quietHours.ts';
import { registration } from './si/registration.ts';
import { secondFactor } from './si/secondFactor.ts';
import { senderId } from './si/senderId.ts';
import { sendReview } from './si/sendReview.ts';
import { sendSms } from './si/sendSms.ts';
import { settings } from './si/settings.ts';
import { shared } from './si/shared.ts';
import { shell } from './si/shell.ts';
import { team } from './si/team.ts';
import { templates } from './si/templates.ts';
import { verification } from './si/verification.ts';
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
