// Words of making a campaign, and those that all pages of campaigns say, in Sinhala.
export const newCampaign = {
  'campaigns.new': 'නව කැම්පේනය',

  'compose.name': 'කැම්පේනයේ නම',
  'compose.nameRequired': 'කැම්පේනයේ නම අවශ්‍යයි',
  'compose.groups': 'සම්බන්ධතා කණ්ඩායම්',
  'compose.groupsRequired': 'කණ්ඩායම් අවශ්‍යයි',
  'compose.groupsEmpty': 'මෙම කණ්ඩායම්වල සම්බන්ධතා නැත. වෙනත් ඒවා තෝරන්න, නැතහොත් මේවාට සම්බන්ධතා එක් කරන්න.',
  'compose.noGroups': 'තවම සම්බන්ධතා කණ්ඩායම් නැත. <link>“සම්බන්ධතා” තුළ එකක් සාදන්න</link>',
  'compose.groupsFailed': 'කණ්ඩායම් ලබාගත නොහැකි විය. <retry>නැවත උත්සාහ කරන්න</retry>',
  'compose.contacts': '{count, plural, =0 {සම්බන්ධතා නැත} one {සම්බන්ධතා #} other {සම්බන්ධතා #}}',
  'compose.retryOf': '<link>{name}</link> නොලැබුණු {count, plural, one {එක් ලබන්නා} other {ලබන්නන් #}}: {parts}.',
  'compose.retryFailed': 'අසාර්ථක {count, number}',
  'compose.retrySkipped': 'මඟ හැරුණු {count, number}',
  'compose.retryCancelled': 'අවලංගු කළ {count, number}',
  'compose.againName': '{name}, නැවත',
  'compose.copyName': '{name} පිටපත',
  'compose.summary': 'සාරාංශය',
  'compose.inGroups': 'ඒවායේ සම්බන්ධතා',
  'compose.unreached': 'නොලැබුණු',
  'compose.segmentsDiffer': 'වෙනස් වේ',
  'compose.exact':
    'ඊළඟ පියවරේදී එය ලැබෙන්නේ කාටද, ගාස්තුව කීයද, මඟ හැරෙන්නේ කවුද සහ ඒ ඇයිද යන්න හරියටම ගණන් කෙරේ. ඔබ එහි තහවුරු කරන තුරු කිසිවක් නොයැවේ.',

  'review.why': 'මඟ හැරුණු අය සහ හේතුව',
  'review.noAnswer': 'පිළිතුරක් නොලැබුණි. නැවත යැව්වත් කැම්පේනය කිසිවිට දෙවරක් නොසෑදේ.',
  'review.created': 'නව කැම්පේනය සාර්ථකව සෑදුවා',

  'campaign.missing': 'මෙම ව්‍යාපෘතියේ එවැනි කැම්පේනයක් නැත.',
  'campaign.backToList': 'කැම්පේන් වෙත ආපසු',
  'campaign.skipped': 'මඟ හැරුණා',
} as const;
