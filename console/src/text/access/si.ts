// Sinhala text of the login and the language choice.
import type { TextsOf } from '../translation.ts';
import type { access } from './en.ts';

export const si: TextsOf<typeof access> = {
  'login.sso': 'තනි පිවිසුම භාවිත කරන්න',
  'login.newHere': 'Godwit වෙත අලුත්ද?',
  'login.wrong': 'ඊමේල් ලිපිනය හෝ මුරපදය වැරදියි!',
  'login.notVerified': 'පිවිසීමට ඔබේ ඊමේල් ලිපිනය තහවුරු කරන්න. තහවුරු කිරීමේ ඊමේල් එක ලැබී ඇත්දැයි බලන්න.',
  'login.resend': 'තහවුරු කිරීමේ ඊමේල් නැවත එවන්න',
  'login.forgot': 'මුරපදය අමතකද?',
  'reset.confirm': 'මුරපදය නැවත ලියන්න',
  'reset.confirmDiffers': 'මුරපද දෙක එකම විය යුතුය',
  'features.first': 'බැඳී සිටින ගිවිසුමක් නැත (භාවිත කළ ප්‍රමාණයට ගෙවන්න)',
  'features.contacts': 'සම්බන්ධතා කළමනාකරණය',
  'features.campaigns': 'අලෙවිකරණ කැම්පේන් සෑදීම',
  'features.verification': 'දුරකථන අංක තහවුරු කිරීම',
  'signUp.title': 'ගිණුමක් සාදන්න',
  'signUp.confirmRequired': 'මුරපදය නැවත ලිවීම අවශ්‍යයි',
  'language.choose': 'භාෂාව',
  'language.notLoaded': 'මෙම භාෂාව පූරණය කළ නොහැකි විය. නැවත උත්සාහ කරන්න.',
  'language.notKept': 'ඔබේ ඊමේල් සඳහා භාෂාව තවම සුරැකිය නොහැකි විය.',
};
