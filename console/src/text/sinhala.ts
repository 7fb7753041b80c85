// The Sinhala translation, a file of its own that only readers of Sinhala load.
import { errors, sentences } from './sentences/si.ts';
import { type Calendar, translationOf } from './translation.ts';

const areas = import.meta.glob<Record<string, string>>(
  [
    './*/si.ts',
    // Without the words that load beside their page (parts.ts), and the sentences above.
    '!./{api,apiResources,billing,callbacks,codeProfiles,codes,dropIns,apiKeys,senderRequest,sendUrls,settings,settingsPages,smpp,team,webhooks,sentences}/*',
  ],
  { eager: true, import: 'si' },
);

/** Chromium has no dates in Sinhala. */
const calendar: Calendar = {
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
  units: {
    second: 'තත්පර {count}',
    minute: 'මිනිත්තු {count}',
    hour: 'පැය {count}',
    day: 'දින {count}',
    byte: 'බයිට් {count}',
  },
};

export const sinhala = translationOf(areas, errors, sentences, calendar);
