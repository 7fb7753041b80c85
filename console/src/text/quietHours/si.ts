// Sinhala text of quiet hours.
import type { TextsOf } from '../translation.ts';
import type { quietHours } from './en.ts';

export const si: TextsOf<typeof quietHours> = {
  'quiet.title': 'නිහඬ වේලාව',
  'quiet.titleInReview': 'නිහඬ වේලාව, මෙම සමාලෝචනයේ',
  'quiet.clock':
    '{part, select, some {{country} තුළ සමහර ප්‍රදේශවල} other {{country} තුළ}} {when, select, now {දැන් වේලාව {clock}} other {එවිට වේලාව {clock}}}.',
  'quiet.why': '{from} සිට {to} දක්වා මිනිසුන් පණිවිඩවලට අකමැති විය හැක.',
  'quiet.sendAt': '<send>එහි වේලාවෙන් {clock}ට යවන්න</send>',
  'quiet.held': 'ඒවා එහි වේලාවෙන් {clock}ට යැවේ.',
  'quiet.more': '{count, plural, one {තවත් එක් රටක ද} other {තවත් රටවල් #ක ද}} එසේමයි.',
  'settings.quiet': 'ප්‍රවර්ධන පණිවිඩ රඳවන්න',
  'settings.quietHint': 'ලබන්නා සිටින තැන රාත්‍රියේදී. අනෙක් පණිවිඩ වහාම යැවේ.',
  'settings.quietOff': 'අක්‍රියයි',
  'settings.quietFromTo': '{from} සිට {to} දක්වා',
  'settings.quietTo': 'සිට',
  'settings.quietFromLabel': 'රඳවන ආරම්භක වේලාව',
  'settings.quietToLabel': 'රඳවන අවසන් වේලාව',
  'settings.quietWarned':
    'ඒවා ඕනෑම වේලාවක යැවේ. ලබන්නා සිටින තැන වේලාව {from} සිට {to} දක්වා වන විට ඔබට අනතුරු අඟවනු ලැබේ.',
  'settings.quietHeld':
    'මෙම වේලාව තුළ යවන ඒවා, API, කොන්සෝලය හෝ කැම්පේනයකින් වුවද, එම වේලාව අවසන් වන තෙක් රැඳේ. පසුවට නියමිත පණිවිඩවලට මෙන් ඒවාට ද ගාස්තු අය වන අතර, ඒවා අවලංගු කළ හැක. මෙම වේලාවට පෙර භාරගත් විශාල කැම්පේනයක පණිවිඩ මෙම වේලාව තුළ ද යැවිය හැක.',
  'settings.quietService': '{countries} වෙත සේවා දැනුම්දීම් සඳහා ද මෙය අදාළයි.',
  'settings.quietSaved': 'නිහඬ වේලාව සාර්ථකව යාවත්කාලීන කළා',
};
