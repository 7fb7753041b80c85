// Sinhala text of Send SMS.
import type { TextsOf } from '../translation.ts';
import type { sendSms } from './en.ts';

export const si: TextsOf<typeof sendSms> = {
  'send.numbers': 'දුරකථන අංක',
  'send.firstMessage':
    'ඔබේ ව්‍යාපෘතිය සූදානම්. මෙම අංකය සිමියුලේටරයට අයත් ය: පණිවිඩයක් ලියා යවා, එය “පෝලිමේ” සිට “බෙදා හැරුණා” දක්වා යන අයුරු බලන්න. ඒ සඳහා ගාස්තුවක් නැත.',
  'send.addNumber': 'අංකයක් එක් කරන්න',
  'send.removeNumber': '{number} ඉවත් කරන්න',
  'send.correctNumber': '{number} නිවැරදි කරන්න',
  'send.toYourself': 'ඔබටම යවන්න',
  'send.ownNumber': 'ඔබේ අංකය {number}. <change>එය වෙනස් කරන්න</change>',
  'send.ownNumberText': 'පණිවිඩය මුලින්ම ඔබේම දුරකථනයෙන් බලන්න. ඔබේ අංකය මෙම බ්‍රවුසරයේ තබා ගැනේ.',
  'send.ownNumberLabel': 'ඔබේ ජංගම දුරකථන අංකය',
  'send.addOwn': 'අංකය එක් කරන්න',
  'send.addingOwn': 'එක් කරමින්…',
  'send.useFull': '{number} අංකයේ රටේ කේතය නැත. <use>{full} යොදන්න</use>',
  'send.fixAll': 'සියල්ල නිවැරදි කරන්න',
  'send.unreachable':
    '{country}: එහි දුරකථන සමාගම් යවන්නා ලෙස නම් භාර නොගනී. එබැවින් {sender} මගින් {count, plural, one {{number} වෙත} other {මෙම අංක #ක් වෙත}} යැවිය නොහැක.',
  'send.landlines':
    '{count, plural, one {{number} ස්ථාවර දුරකථනයක් හෝ සේවා අංකයකි. එය අත හැරේ: එයට SMS බොහෝ විට නොලැබෙන නමුත් ගාස්තු අය වේ.} other {මෙම අංක #ක් ස්ථාවර දුරකථන හෝ සේවා අංක වේ. ඒවා අත හැරේ: ඒවාට SMS බොහෝ විට නොලැබෙන නමුත් ගාස්තු අය වේ.}} <change>{count, plural, one {එයටද යවන්න} other {ඒවාටද යවන්න}}</change>',
  'send.landlinesToo':
    '{count, plural, one {{number} ස්ථාවර දුරකථනයක් හෝ සේවා අංකයකි: එයට SMS බොහෝ විට නොලැබෙන නමුත් ගාස්තු අය වේ.} other {මෙම අංක #ක් ස්ථාවර දුරකථන හෝ සේවා අංක වේ: ඒවාට SMS බොහෝ විට නොලැබෙන නමුත් ගාස්තු අය වේ.}} <change>{count, plural, one {එය අත හරින්න} other {ඒවා අත හරින්න}}</change>',
  'send.anySender': 'යවන නමක්',
  'send.lacksCode': '{number} අංකයේ රටේ කේතය නැත. {example} වැනි සම්පූර්ණ අංකය දෙන්න.',
  'send.badFormat': '“{number}” තුළ දුරකථන අංකයක නොමැති අක්ෂර ඇත. {example} ලෙස රටේ කේතය සමඟ ඉලක්කම් දෙන්න.',
  'send.badNumber': '{number} වලංගු දුරකථන අංකයක් නොවේ. එහි ඉලක්කම් සහ රටේ කේතය පරීක්ෂා කරන්න.',
  'send.moreBad': '{count, plural, one {තව එක් අංකයක් නිවැරදි කළ යුතුය.} other {තව අංක #ක් නිවැරදි කළ යුතුය.}}',
  'send.repeated':
    '{count, plural, one {එක් අංකයක් දෙවරක් දී ඇත; එයට පණිවිඩය ලැබෙන්නේ එක් වරයි.} other {අංක #ක් කලින් ද දී ඇත; එක් අංකයකට පණිවිඩය ලැබෙන්නේ එක් වරයි.}}',
  'send.numbersRequired': 'දුරකථන අංක අවශ්‍යයි',
  'send.leftOut': 'අත්හළා, සම්පූර්ණ අංකයක් නොවේ',
  'send.leftOutUnreachable': 'අත්හළා, එම අංකයට යැවිය නොහැක',
  'send.line': '{place}, {count}\u00a0×\u00a0{segments}\u00a0×\u00a0{price}',
  'send.noPrice': 'තවම මිලක් නැත',
  'send.pricesFailed': 'මිල ගණන් ලබාගත නොහැකි විය.',
  'send.total': 'එකතුව',
  'send.wasSent': '{count, plural, one {පණිවිඩය යැවුණා} other {ලබන්නන් # දෙනෙකුට යැවුණා}}. <link>ඉතිහාසය බලන්න</link>',
  'send.wasScheduled':
    '{count, plural, one {පණිවිඩය පසුවට නියම කළා} other {ලබන්නන් # දෙනෙකුට පසුවට නියම කළා}}. <link>ඉතිහාසය බලන්න</link>',
};
