// Sinhala text of team verification.
import type { TextsOf } from '../translation.ts';
import type { verification } from './en.ts';

export const si: TextsOf<typeof verification> = {
  'verify.title': 'අනන්‍යතාව තහවුරු කිරීම',
  'verify.idDocument': 'හැඳුනුම් ලේඛනය',
  'verify.nationalId': 'ජාතික හැඳුනුම්පත',
  'verify.passport': 'ගමන් බලපත්‍රය',
  'verify.drivingLicense': 'රියදුරු බලපත්‍රය',
  'verify.businessRegistration': 'ව්‍යාපාර ලියාපදිංචිය',
  'verify.front': '1 වන පිටුව හෝ ඉදිරිපස',
  'verify.back': '2 වන පිටුව හෝ පිටුපස (අනිවාර්ය නැත)',
  'verify.documentName': '{document}, {page, number} වන පිටුව',
  'verify.submit': 'ඉදිරිපත් කරන්න',
  'verify.submitting': 'ඉදිරිපත් කරමින්…',
  'verify.sent': 'තහවුරු කිරීමේ ඉල්ලීම සාර්ථකව යැවුණා',
  'verify.selectDocument': 'ඔබේ ලේඛනය තෝරන්න',
  'verify.nextTitle': 'ඊළඟට සිදු වන දේ',
  'verify.next1': 'අපගේ කාර්ය මණ්ඩලය ඔබේ ලේඛන සමාලෝචනය කරයි. ඒ සඳහා වැඩ කරන දින 2ක් දක්වා ගත වේ.',
  'verify.next2': 'තීරණය සමඟ ඔබට ඊමේල් එකක් ලැබේ, මෙම පිටුවේ ද එය පෙන්වයි.',
  'verify.kept': 'තීරණයෙන් {days, plural, one {දින #කට} other {දින #කට}} පසු ලේඛන ඉවත් කෙරේ.',
  'verify.next3': 'තහවුරු වූ පසු, පරීක්ෂණ මාදිලිය අක්‍රිය කර LIVE යවන්න.',
  'verify.private':
    'ලේඛන සංකේතනය කර තබා ගැනේ. ඒවා විවෘත කළ හැක්කේ ඔබේ කාර්ය කණ්ඩායමේ පරිපාලකයින්ට සහ අපගේ සමාලෝචකයින්ට පමණි.',
  'verify.notVerified': 'ඔබේ ගිණුම තවම තහවුරු කර නැත.',
  'verify.slotsHint':
    'ගමන් බලපත්‍රයක් හෝ ව්‍යාපාර ලියාපදිංචියක් වැනි, ඔබ කවුරුන්දැයි පෙන්වන ලේඛන 3ක් දක්වා උඩුගත කර, එක් එක් ලේඛනය නම් කරන්න.',
  'verify.slotName': '{number} වන ලේඛනයේ නම',
  'verify.slotNameOptional': '{number} වන ලේඛනයේ නම (අනිවාර්ය නැත)',
  'verify.slotFile': '{number} වන ලේඛනය',
  'verify.nameRequired': 'නම අවශ්‍යයි',
  'verify.idRequired': 'හැඳුනුම් ලේඛනය අවශ්‍යයි',
  'verify.pending': 'ඔබට පොරොත්තුවේ ඇති තහවුරු කිරීමේ ඉල්ලීමක් ඇත.',
  'verify.pendingHint': 'සමාලෝචනයට වැඩ කරන දින 2ක් දක්වා ගත වේ. තීරණය සමඟ ඔබට ඊමේල් එකක් ලැබේ.',
  'verify.submitted': 'ඉදිරිපත් කළ දිනය',
  'verify.goBack': 'ආපසු යන්න',
  'verify.doneTitle': 'ඔබේ ගිණුම තහවුරුයි',
  'verify.doneText': 'LIVE පණිවිඩ යැවීමට පරීක්ෂණ මාදිලිය අක්‍රිය කරන්න.',
  'verify.rejectedTitle': 'ඔබේ අවසන් ඉල්ලීම අනුමත නොවුණා',
  'verify.withdrawnTitle': 'ඔබේ තහවුරු කිරීම ආපසු ගෙන ඇත',
  'verify.reason': '{day}: {reason}',
  'verify.notAllowed': 'තහවුරු කිරීම ඉල්ලිය හැක්කේ කාර්ය කණ්ඩායමේ හිමිකරුවන්ට සහ පරිපාලකයින්ට පමණි. ඔවුන්ගෙන් කෙනෙකුගෙන් ඉල්ලන්න.',
};
