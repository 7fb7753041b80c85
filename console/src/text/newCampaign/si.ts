// Sinhala text of creating a campaign.
import type { TextsOf } from '../translation.ts';
import type { newCampaign } from './en.ts';

export const si: TextsOf<typeof newCampaign> = {
  'campaigns.new': 'නව කැම්පේනය',

  'compose.name': 'කැම්පේනයේ නම',
  'compose.nameRequired': 'කැම්පේනයේ නම අවශ්‍යයි',
  'compose.groups': 'සම්බන්ධතා කණ්ඩායම්',
  'compose.groupsRequired': 'කණ්ඩායම් අවශ්‍යයි',
  'compose.toLandlines': 'ස්ථාවර දුරකථන සහ සේවා අංක වෙතද යවන්න',
  'compose.toLandlinesText':
    'මේවාට SMS බොහෝ විට නොලැබෙන නමුත් ගාස්තු අය වේ. මෙය තෝරා නැති විට, කැම්පේන් එක එම අංක මඟ හරියි.',
  'compose.groupsEmpty': 'මෙම කණ්ඩායම්වල සම්බන්ධතා නැත. වෙනත් ඒවා තෝරන්න, නැතහොත් මේවාට සම්බන්ධතා එක් කරන්න.',
  'compose.noGroups': 'තවම සම්බන්ධතා කණ්ඩායම් නැත. <link>“සම්බන්ධතා” තුළ එකක් සාදන්න</link>',
  'compose.groupsFailed': 'කණ්ඩායම් ලබාගත නොහැකි විය. <retry>නැවත උත්සාහ කරන්න</retry>',
  'compose.contacts': '{count, plural, =0 {සම්බන්ධතා නැත} one {සම්බන්ධතා #} other {සම්බන්ධතා #}}',
  'compose.againName': '{name}, නැවත',
  'compose.copyName': '{name} පිටපත',
  'compose.editTitle': 'කැම්පේනය සංස්කරණය කරන්න',
  'compose.testToMe': 'මට පරීක්ෂණයක් යවන්න',
  'compose.testCharged':
    'අනෙක් සියල්ලන්ටම පෙර ඔබේම දුරකථනයේ බැලීමට එක් පණිවිඩයක්. අනෙක් පණිවිඩ මෙන් අය කෙරේ. ඔබේ අංකය මෙම බ්‍රවුසරයේ තබා ගැනේ.',
  'compose.testOfTest':
    'සිමියුලේටරයට එක් පණිවිඩයක්. පරීක්ෂණ මාදිලියේදී එය කිසිදු දුරකථනයකට නොයන අතර කිසිවක් අය නොකෙරේ. ඔබේ අංකය මෙම බ්‍රවුසරයේ තබා ගැනේ.',
  'compose.testNumber': 'ඔබේ ජංගම දුරකථන අංකය',
  'compose.testBadNumber': '{number} වලංගු දුරකථන අංකයක් නොවේ. එහි ඉලක්කම් සහ රටේ කේතය පරීක්ෂා කරන්න.',
  'compose.testReads': '{name, select, none {එය කියවෙන අයුර:} other {{name} වෙත එය කියවෙන අයුර:}}',
  'compose.testSend': 'පණිවිඩ 1ක් යවන්න',
  'compose.testSent': 'පරීක්ෂණය {number} වෙත යැව්වා',
  'campaign.about': '{figure} පමණ',
  'review.changed': 'කැම්පේනය සාර්ථකව යාවත්කාලීන කළා',
  'compose.summary': 'සාරාංශය',
  'compose.inGroups': 'ඒවායේ සම්බන්ධතා',
  'compose.unreached': 'නොලැබුණු',
  'compose.segmentsDiffer': 'වෙනස් වේ',
  'compose.exact':
    'ඊළඟ පියවරේදී එය ලැබෙන්නේ කාටද, ගාස්තුව කීයද, මඟ හැරෙන්නේ කවුද සහ ඒ ඇයිද යන්න හරියටම ගණන් කෙරේ. ඔබ එහි තහවුරු කරන තුරු කිසිවක් නොයැවේ.',

  'preview.as': '{name} දකින අයුරු',
  'preview.ofRecipients': '{count, number}න් {number, number}',
  'preview.previous': 'පෙර ලබන්නා',
  'preview.next': 'ඊළඟ ලබන්නා',
  'preview.gap': 'මෙම ලබන්නාට {field, select, first_name {මුල් නමක්} other {අවසන් නමක්}} නැති නිසා එතැන හිස්ව පවතී.',
  'preview.filled':
    'මෙම ලබන්නාට {field, select, first_name {මුල් නමක්} other {අවසන් නමක්}} නැත. ඒ වෙනුවට ඔබ දුන් වචනය යෙදේ.',

  'review.noAnswer': 'පිළිතුරක් නොලැබුණි. නැවත යැව්වත් කැම්පේනය කිසිවිට දෙවරක් නොසෑදේ.',
  'review.created': 'නව කැම්පේනය සාර්ථකව සෑදුවා',

  'campaign.missing': 'මෙම ව්‍යාපෘතියේ එවැනි කැම්පේනයක් නැත.',
  'campaign.backToList': 'කැම්පේන් වෙත ආපසු',
  'campaign.skipped': 'මඟ හැරුණා',
  'compose.unverified': '{mode, select, TEST {LIVE මාදිලියේ “{name}” දකින අය} other {“{name}” දකින අය}}',
};
