// Sinhala text of the second factor.
import type { TextsOf } from '../translation.ts';
import type { secondFactor } from './en.ts';

export const si: TextsOf<typeof secondFactor> = {
  'secondFactor.checking': 'පරීක්ෂා කරමින්…',
  'secondFactor.qr': 'ඔබේ authenticator යෙදුම සඳහා QR කේතය',
  'secondFactor.step1': 'ඔබේ දුරකථනයේ authenticator යෙදුමක් විවෘත කර ගිණුමක් එක් කරන්න.',
  'secondFactor.step2': 'කේතය ස්කෑන් කරන්න, නැතහොත් මෙම යතුර ඇතුළත් කරන්න:',
  'secondFactor.step3': 'යෙදුම පෙන්වන ඉලක්කම් හය ඇතුළත් කරන්න.',
  'recovery.text':
    'ඔබේ දුරකථනය නැති වුවහොත්, මෙම එක් එක් කේතයෙන් එක් වරක් පිවිසිය හැක. ඒවා ඔබේ දුරකථනය හැර වෙනත් තැනක තබා ගන්න: ඒවා නැවත නොපෙන්වයි.',
  'recovery.codes': 'ප්‍රතිසාධන කේත',
  'recovery.save': 'ගොනුවක් ලෙස සුරකින්න',
  'recovery.done': 'අවසන්',
};
