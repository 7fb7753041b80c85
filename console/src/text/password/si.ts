// Sinhala text of the rule of passwords.
import type { TextsOf } from '../translation.ts';
import type { password } from './en.ts';

export const si: TextsOf<typeof password> = {
  'password.length': 'අක්ෂර {count}ක් හෝ ඊට වැඩි',
  'password.upper': 'ඉංග්‍රීසි ලොකු අකුරක්',
  'password.lower': 'ඉංග්‍රීසි කුඩා අකුරක්',
  'password.special': 'විශේෂ ලකුණක්: {specials}',
  'password.only': 'වෙනත් අකුරු හෝ ලකුණු නැත: A සිට Z දක්වා අකුරු, ඉලක්කම් සහ මේවා පමණි',
};
