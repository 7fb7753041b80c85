// Sinhala text of the review dialog of a campaign, which loads with the dialog.
import type { TextsOf } from '../translation.ts';
import type { campaignReview } from './en.ts';

export const si: TextsOf<typeof campaignReview> = {
  'review.title': 'කැම්පේනය සාදන්න',
  'review.nobody': 'මෙම පණිවිඩය කිසිවෙකුට නොලැබේ.',
  'review.duplicates': 'කණ්ඩායම් කිහිපයක සිටින (එක් වරක් ගණන් ගැනේ)',
  'review.preview': 'පෙරදසුන',
  'review.first': 'පණිවිඩ {all, number}න් පළමු {shown, number}, ඒවා කියවෙන අයුරින්ම:',
  'review.all': '{count, plural, one {පණිවිඩය, එය කියවෙන අයුරින්ම:} other {පණිවිඩ #, ඒවා කියවෙන අයුරින්ම:}}',
  'review.fits':
    '{fits, plural, =0 {ඔබේ ශේෂය සහ දෛනික සීමාව {all, plural, one {පණිවිඩයට ප්‍රමාණවත් නැත} other {පණිවිඩ #න් එකකටවත් ප්‍රමාණවත් නැත}}.} one {ඔබේ ශේෂය සහ දෛනික සීමාව ප්‍රමාණවත් වන්නේ පණිවිඩ {all, number}න් #කට පමණි.} other {ඔබේ ශේෂය සහ දෛනික සීමාව ප්‍රමාණවත් වන්නේ පණිවිඩ {all, number}න් #කට පමණි.}}',
  'review.overBalance': '{count, plural, one {පණිවිඩ #කට} other {පණිවිඩ #කට}} ඔබේ {balance} ශේෂය ප්‍රමාණවත් නැත.',
  'review.overLimit':
    '{count, plural, one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}} {limit} දෛනික සීමාව ඉක්මවයි; එයින් {spent} දැනටමත් වැය වී ඇත. <link>සීමාව වෙනස් කරන්න</link>',
  'review.order': 'පණිවිඩ යැවෙන්නේ දුරකථන අංකවල අනුපිළිවෙළටයි. අත්හැරෙන පළමු අංකය {number} වේ.',
  'review.againLater': 'ඉතිරි අයට පසුව, කැම්පේනයේ පිටුවෙන් යැවිය හැක.',
  'review.asOfNow': 'මේ දැනට ඇති තත්ත්වයයි. කැම්පේනය ආරම්භ වන විට ශේෂය සහ සීමාව නැවත පරීක්ෂා කෙරේ.',
  'review.ask': 'දැන් පණිවිඩ {count, number}ක් යවා, {left, number}ක් අත්හරින්නද?',
  'review.askLater': 'මෙලෙසම පසුවට නියම කරන්නද?',
  'review.send': 'පණිවිඩ {count, number}ක් යවන්න{cost, select, none {} other { · {cost}}}',
  'review.schedule': 'පණිවිඩ {count, number}ක් නියම කරන්න{cost, select, none {} other { · {cost}}}',
  'review.lacking':
    '{count, plural, one {# ලබන්නෙකුට} other {ලබන්නන් # දෙනෙකුට}} {field, select, first_name {මුල් නමක්} other {අවසන් නමක්}} නැත: ඔවුන්ගේ පණිවිඩයේ එතැන හිස් වේ. එය පිරවීමට {example} ලියන්න.',
  'review.lackingFilled':
    '{count, plural, one {# ලබන්නෙකුට} other {ලබන්නන් # දෙනෙකුට}} {field, select, first_name {මුල් නමක්} other {අවසන් නමක්}} නැත. ඒ වෙනුවට ඔබ දුන් වචනය යෙදේ.',
  'review.withoutConsent': '{count, number} දෙනෙකුගේ එකඟතාව සටහන් වී නැත. පණිවිඩය ඔවුන්ටත් ලැබේ.',
  'review.created': 'ඔබේ කැම්පේනය {count, plural, one {# ලබන්නෙකු} other {ලබන්නන් # දෙනෙකු}} සඳහා සෑදුවා.',
  'review.leaving': 'සෑදුවා. කැම්පේන් ලැයිස්තුව මොහොතකින් විවෘත වේ.',
  'review.seeCampaign': 'කැම්පේනය බලන්න',
};
