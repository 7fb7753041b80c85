// Sinhala text of the review dialog of a campaign, and of the recipients of one that is sent again.
import type { TextsOf } from '../translation.ts';
import type { campaignReview } from './en.ts';

export const si: TextsOf<typeof campaignReview> = {
  'compose.retryOf': '<link>{name}</link> නොලැබුණු {count, plural, one {එක් ලබන්නා} other {ලබන්නන් #}}: {parts}.',
  'compose.retryNobody': '<link>{name}</link>: යැවිය හැකි ලබන්නන් තවත් නැත.',
  'compose.leftOutUnreachable':
    '{count, plural, one {එක් ලබන්නෙක් අත හැරේ: අංකයට} other {ලබන්නන් #ක් අත හැරේ: ඔවුන්ගේ අංකවලට}} SMS ලැබිය නොහැක.',
  'compose.leftOutUncertain':
    '{count, plural, one {එක් ලබන්නෙක් අත හැරේ: පණිවිඩය} other {ලබන්නන් #ක් අත හැරේ: ඔවුන්ගේ පණිවිඩ}} දැනටමත් ලැබී තිබිය හැක.',
  'compose.retryFailed': 'අසාර්ථක {count, number}',
  'compose.retrySkipped': 'මඟ හැරුණු {count, number}',
  'compose.retryCancelled': 'අවලංගු කළ {count, number}',

  'review.title': 'කැම්පේනය සාදන්න',
  'review.nobody': 'මෙම පණිවිඩය කිසිවෙකුට නොලැබේ.',
  'review.why': 'මඟ හැරුණු අය සහ හේතුව',
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
  'review.withoutBrand':
    'පණිවිඩ {count, number}ක් යන ජාල පෙළෙහි වෙළඳ නාමය ඉල්ලයි; පෙළෙහි {sender} හෝ එහි වෙනත් නමක් නැත. ඒවා එසේම යැවේ, නමුත් ජාල අවහිර කළ හැක. නම ලියන්න, නැතහොත් <link>ඔබ භාවිත කරන නම එක් කරන්න</link>.',
  'review.advertising':
    'මෙම පෙළ වෙළඳ දැන්වීමක් ලෙස පෙනේ (“{word}”); {sender} ප්‍රවර්ධන යවන්නෙකු නොවේ. ප්‍රවර්ධන යවන්නෙකු ඉවත් වීමේ සබැඳියක් එක් කරන අතර, දැන්වීම්වලින් ඉවත් වූ අයට නොයවයි.',
  'review.attest':
    'මෙම කැම්පේනය {sender} වෙතින් යැවිය හැකි බව මම තහවුරු කරමි: එය වෙළඳ දැන්වීමක් නොවේ, නැතහොත් ඉවත් වීමේ සබැඳියක් නොමැතිව එය ලැබීමට ලබන්නන් එකඟ වී ඇත. මගේ නම සහ මෙම තහවුරු කිරීම තබා ගැනේ.',
  'review.attestWaits':
    'ඔබේ කණ්ඩායම එවැනි වෙනත් කැම්පේනයක් යවා හෝ පසුවට නියම කර ඇත. එය පළමුව ආරම්භ වුවහොත්, මේ සඳහා අය කර, අපගේ කාර්ය මණ්ඩලය මුදා හරින තුරු මෙය රැඳී සිටී. දිනක් තුළ මුදා නොහැරෙන දේ කල් ඉකුත් වී මුදල ආපසු ලැබේ.',
  'review.created': 'ඔබේ කැම්පේනය {count, plural, one {# ලබන්නෙකු} other {ලබන්නන් # දෙනෙකු}} සඳහා සෑදුවා.',
  'review.leaving': 'සෑදුවා. කැම්පේන් ලැයිස්තුව මොහොතකින් විවෘත වේ.',
  'review.seeCampaign': 'කැම්පේනය බලන්න',
  'review.unverifiedNext': 'වෙනත් යවන නමක් තෝරන්න, නැතහොත් මෙම නමේ ඊළඟ පියවර <link>යවන නම්</link> යටතේ බලන්න.',
  'review.acceptUnverified':
    'එසේම යවන්න: {count, plural, one {# ලබන්නෙකු} other {ලබන්නන් # දෙනෙකු}} දකින්නේ “{name}”. මගේ නම සහ මෙම තහවුරු කිරීම තබා ගැනේ.',
  'review.confirmFirst':
    '{count, plural, one {ඉදිරියට යාමට ඉහත කොටුව සලකුණු කරන්න.} other {ඉදිරියට යාමට ඉහත කොටු #ම සලකුණු කරන්න.}}',
};
