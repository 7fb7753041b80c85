// Sinhala text of sender IDs.
import type { TextsOf } from '../translation.ts';
import type { senderId } from './en.ts';

export const si: TextsOf<typeof senderId> = {
  'sender.title': 'යවන නමේ ඉල්ලීම',
  'sender.help':
    'යවන නම යනු අංකයක් වෙනුවට මිනිසුන් දකින නමයි. එහි අක්ෂර 3ක් සිට 11ක් දක්වා ඇත: ඉංග්‍රීසි අකුරු හෝ ඉලක්කම්, විශේෂ අක්ෂර ලෙස යටි ඉරි (_) සහ හිස්තැන් පමණක්, සහ අවම වශයෙන් එක් අකුරක්. එය ප්‍රසිද්ධ ව්‍යාපාරයකට හෝ පුද්ගලයෙකුට සමාන නොවිය යුතුය.',
  'sender.type': 'යවන නමේ වර්ගය',
  'sender.transactionalHint': 'කේත, රිසිට්පත්, මතක් කිරීම්. කොටසකට ඉංග්‍රීසි අක්ෂර 160යි.',
  'sender.promotionalHint': 'දීමනා සහ පුවත්. කොටසකට ඉංග්‍රීසි අක්ෂර 120යි.',
  'sender.usage': 'යවන නමේ භාවිතය විස්තර කරන්න',
  'sender.legalName': 'ව්‍යාපාරයේ හෝ පුද්ගලයාගේ නීත්‍යනුකූල නම',
  'sender.documentsHint': 'වෙළඳ ලකුණක් හෝ ලියාපදිංචියක් වැනි, නම ඔබට අයත් බව පෙන්වන ලේඛන අපට තීරණය කිරීමට උපකාරී වේ.',
  'sender.submit': 'යවන නම ඉල්ලන්න',
  'sender.sent': 'යවන නමේ ඉල්ලීම සාර්ථකව යැවුණා',
  'sender.rules': 'යවන නමක තිබිය යුතු දේ',
  'sender.ruleLength': 'අක්ෂර 3ක් සිට 11ක් දක්වා',
  'sender.ruleCharacters': 'ඉංග්‍රීසි අකුරු, ඉලක්කම්, යටි ඉරි සහ හිස්තැන්; දෙකෙළවර හිස්තැන් නැත',
  'sender.ruleLetter': 'අවම වශයෙන් එක් ඉංග්‍රීසි අකුරක්',
  'sender.pendingTitle': 'පොරොත්තුවේ ඇති යවන නමේ ඉල්ලීම',
  'sender.pendingText': 'අලුත් ඉල්ලීමක් කිරීමට පෙර, පොරොත්තුවේ ඇති ඉල්ලීම අනුමත විය යුතුය.',
  'sender.pendingSupport': 'අපගේ කාර්ය මණ්ඩලය වැඩ කරන දින 7ක් ඇතුළත තීරණය කරයි.',
  'sender.late': 'වැඩ කරන දින 7කට වඩා ගත වී ඇත. ඒ ගැන විමසා, මෙම ඉල්ලීම සඳහන් කරන්න:',
  'sender.copyRequest': 'ඉල්ලීමේ ID පිටපත් කරන්න',
  'sender.requestedOn': 'ඉල්ලූ දිනය',
  'sender.noDocuments': 'නැත',
  'sender.rejectedTitle': '{sender} සඳහා ඔබේ ඉල්ලීම අනුමත නොවුණා',
  'sender.approvedTitle': 'මෙම ව්‍යාපෘතියේ යවන නම්',
  'sender.seenTitle': 'මිනිසුන් දකින දේ',
  'sender.seenSample': 'ඔබේ පණිවිඩය එන්නේ මෙම නමිනි.',
  'sender.elsewhere': 'වෙනත් රටවල්',
  'sender.seen': '{country} තුළ මිනිසුන් දකින්නේ “{name}”',
  'sender.state.REGISTERED': 'ලියාපදිංචියි',
  'sender.state.PENDING': 'ලියාපදිංචිය පොරොත්තුවේ',
  'sender.state.NOT_REGISTERED': 'ලියාපදිංචි වී නැත',
  'sender.australia':
    '2026 ජූලි 1 සිට, ඕස්ට්‍රේලියාව එහි ලේඛනයේ නොමැති නම් වෙනුවට “{name}” පෙන්වයි. ඔබේ නම අනුමත වූ පසු අපි එය ලියාපදිංචි කරන්නෙමු; තව යමක් අවශ්‍ය නම් කාර්ය මණ්ඩලය ඔබට දන්වයි.',
  'sender.warn.AU': 'ඕස්ට්‍රේලියාවේ {sender} තවම ලියාපදිංචි වී නැත: එහි මිනිසුන් ඒ වෙනුවට දකින්නේ “{name}”.',
  'sender.notAllowed': 'යවන නමක් ඉල්ලිය හැක්කේ කාර්ය කණ්ඩායමේ හිමිකරුවන්ට සහ පරිපාලකයින්ට පමණි. ඔවුන්ගෙන් කෙනෙකුගෙන් ඉල්ලන්න.',
};
