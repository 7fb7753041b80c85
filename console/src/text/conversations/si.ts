// Sinhala text of conversations.
import type { TextsOf } from '../translation.ts';
import type { conversations } from './en.ts';

export const si: TextsOf<typeof conversations> = {
  'conversations.list': 'සංවාද',
  'conversations.searchHint': 'අංකය, නම හෝ අවසන් පණිවිඩය',
  'conversations.you': 'ඔබ: {text}',
  'conversations.unread': 'නොකියවූ',
  'conversations.noText': 'පෙළක් නැත',
  'conversations.notKept': 'පෙළ තවදුරටත් තබා නැත',
  'conversations.showMore': 'තවත් පෙන්වන්න',
  'conversations.noMatch': 'මෙම වචනවලින් කිසිවක් ආරම්භ නොවේ: අංකයක්, සම්බන්ධතාවක් හෝ අවසන් පණිවිඩයක් නැත.',
  'conversations.empty': 'තවම කිසිදු පණිවිඩයක් ලැබී නැත.',
  'conversations.exampleIn': 'ඉරිදා විවෘතද?',
  'conversations.exampleOut': 'ඔව්, පෙ.ව. 9 සිට ප.ව. 1 දක්වා.',
  'conversations.emptyNumbers': '{numbers} වෙත එන පණිවිඩ මෙහි දිස්වේ.',
  'conversations.choose': 'කියවීමට සංවාදයක් තෝරන්න.',
  'conversations.needsNumber':
    'පිළිතුරු දිය හැක්කේ දුරකථන අංකයකින් එන පණිවිඩවලට පමණි. මෙම ව්‍යාපෘතියට තවම LIVE සඳහා අංකයක් නැත. අපට එකක් ලබා දිය හැක; එතෙක් පරීක්ෂණ ප්‍රකාරයේදී සංවාද අත්හදා බැලිය හැක.',
  'conversations.back': 'සියලු සංවාද',
  'conversations.messages': '{name} සමඟ පණිවිඩ',
  'conversations.loadingOlder': 'පැරණි පණිවිඩ පූරණය වේ…',
  'conversations.olderFailed': 'පැරණි පණිවිඩ පූරණය කළ නොහැකි විය.',
  'conversations.noMessages': 'මෙම අංකය සමඟ තවම පණිවිඩ නැත.',
  'conversations.newBelow': 'නව පණිවිඩ',
  'conversations.cameIn': 'නව පණිවිඩය: {text}',
  'conversations.details': 'විස්තර',
  'conversations.today': 'අද',
  'conversations.yesterday': 'ඊයේ',
  'conversations.copyNumber': 'අංකය පිටපත් කරන්න',
  'conversations.addContact': 'සම්බන්ධතාවලට එක් කරන්න',
  'conversations.seeContact': 'සම්බන්ධතාව බලන්න',
  'conversations.optedOut': 'ඉවත් වී ඇත',
  'conversations.cannotReply.optedOut':
    'මෙම අංකය ඉවත් වී ඇති බැවින් එයට යවන පණිවිඩ ප්‍රතික්ෂේප වේ. START යවා නැවත එක් විය හැක. <link>ඉවත් වූ අංක බලන්න</link>',
  'conversations.cannotReply.optedOutByStaff':
    'ඔබේ පණිවිඩ නවත්වන ලෙස මෙම පුද්ගලයා අපෙන් ඉල්ලා ඇති බැවින් මෙම අංකයට යවන පණිවිඩ ප්‍රතික්ෂේප වේ. නැවත ඉඩ දිය හැක්කේ අපගේ කාර්ය මණ්ඩලයට පමණි. <link>ඉවත් වූ අංක බලන්න</link>',
  'conversations.cannotReply.archived': 'මෙම ව්‍යාපෘතිය සංරක්ෂණය කර ඇති බැවින් එයින් කිසිවක් යැවිය නොහැක.',
  'conversations.cannotReply.name': 'නමකින් එන පණිවිඩවලට පිළිතුරු දිය නොහැක.',
  'conversations.cannotReply.noNumber': 'මෙම ව්‍යාපෘතියට පිළිතුරු යැවීමට අංකයක් නැත. අපට එකක් ලබා දිය හැක.',
  'conversations.reply': 'පිළිතුර',
  'conversations.replyFrom': 'යවන අංකය',
  'conversations.send': 'යවන්න',
  'conversations.sendKeys': 'Ctrl+Enter මඟින් යවයි',
  'conversations.sending': 'යවමින්…',
  'conversations.asPhone': 'දුරකථනය මෙන් පිළිතුරු දෙන්න',
};
