// Words of quiet hours: of the note on Send SMS and New Campaign and in their reviews, and of the setting, in Sinhala.
export const quietHours = {
  'quiet.title': 'නිහඬ වේලාව',
  'quiet.clock':
    '{part, select, some {{country} හි සමහර ප්‍රදේශවල} other {{country} හි}} {when, select, now {දැන් වේලාව {clock}} other {එවිට වේලාව {clock}}}.',
  'quiet.why': '{from} සිට {to} දක්වා මිනිසුන් පණිවිඩ අකමැති විය හැක.',
  'quiet.sendAt': '<send>එහි වේලාවෙන් {clock} ට යවන්න</send>',
  'quiet.held': 'ඒවා එහි වේලාවෙන් {clock} ට යැවේ.',
  'quiet.more': 'තවත් {count, plural, one {රටවල් #ක} other {රටවල් #ක}}.',
  'settings.quiet': 'ප්‍රවර්ධන පණිවිඩ රඳවන්න',
  'settings.quietHint': 'ලබන්නා සිටින තැන රාත්‍රියේදී. අනෙක් පණිවිඩ වහාම යැවේ.',
  'settings.quietOff': 'අක්‍රියයි',
  'settings.quietFromTo': '{from} සිට {to} දක්වා',
  'settings.quietTo': 'දක්වා',
  'settings.quietFromLabel': 'රඳවන ආරම්භක වේලාව',
  'settings.quietToLabel': 'රඳවන අවසන් වේලාව',
  'settings.quietWarned': 'ඒවා ඕනෑම වේලාවක යැවේ. ලබන්නාට {from} සිට {to} දක්වා කාලය වන විට ඔබට දන්වනු ලැබේ.',
  'settings.quietHeld':
    'මෙම වේලාව තුළ යවන ඒවා, API, කොන්සෝලය හෝ කැම්පේන් එකකින් වුවද, එහි අවසානය තෙක් රැඳේ. කාලසටහන් කළ පණිවිඩ මෙන් ඒවාට ගාස්තු අය වන අතර අවලංගු කළ හැක.',
  'settings.quietSaved': 'නිහඬ වේලාව සාර්ථකව යාවත්කාලීන කළා',
} as const;
