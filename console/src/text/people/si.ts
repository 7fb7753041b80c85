// Sinhala text of the page of a person.
import type { TextsOf } from '../translation.ts';
import type { people } from './en.ts';

export const si: TextsOf<typeof people> = {
  'person.contact': 'සම්බන්ධතාව',
  'person.noContact': 'මෙම අංකය ඔබේ සම්බන්ධතා අතර නැත.',
  'person.edit': 'සම්බන්ධතාව සංස්කරණය කරන්න',
  'person.optOuts': 'නවත්වා ඇති දේ',
  'person.noOptOuts': 'කිසිවක් නැත: මෙම අංකය ඔබේ කණ්ඩායමේ පණිවිඩ පිළිගනී.',
  'person.optOut': '{scope}, {day} සිට. {source}.',
  'person.consents': 'ප්‍රචාරණයට එකඟතාව',
  'person.GIVEN': 'එකඟ විය',
  'person.INFERRED': 'සබඳතාවකින් පැහැදිලියි',
  'person.WITHDRAWN': 'ඉල්ලා අස්කර ගත්තා',
  'person.consent': '{kind}, {day}: {source}',
  'person.noMessages': 'මෙම දිනවල මෙම අංකය සමඟ පණිවිඩ නැත.',
  'person.otherProjects': '{project} ව්‍යාපෘතියේ පණිවිඩ පමණි.',
};
