// The words of making a campaign, and those that all pages of campaigns say, in Tamil.
export const newCampaign = {
  'campaigns.new': 'புதிய பிரசாரம்',

  'compose.name': 'பிரசாரத்தின் பெயர்',
  'compose.nameRequired': 'பிரசாரத்தின் பெயர் தேவை',
  'compose.groups': 'தொடர்புக் குழுக்கள்',
  'compose.groupsRequired': 'குழுக்கள் தேவை',
  'compose.groupsEmpty':
    'இந்தக் குழுக்களில் தொடர்புகள் இல்லை. வேறு குழுக்களைத் தேர்வுசெய்யவும் அல்லது இவற்றில் தொடர்புகளைச் சேர்க்கவும்.',
  'compose.noGroups': 'இன்னும் தொடர்புக் குழுக்கள் இல்லை. <link>தொடர்புகளில் ஒன்றை உருவாக்குக</link>',
  'compose.groupsFailed': 'குழுக்களைக் காட்ட முடியவில்லை. <retry>மீண்டும் முயல்க</retry>',
  'compose.contacts': '{count, plural, =0 {தொடர்புகள் இல்லை} one {# தொடர்பு} other {# தொடர்புகள்}}',
  'compose.retryOf':
    '<link>{name}</link> சென்றடையாத {count, plural, one {ஒரு பெறுநர்} other {# பெறுநர்கள்}}: {parts}.',
  'compose.retryFailed': '{count, number} தோல்வி',
  'compose.retrySkipped': '{count, number} தவிர்க்கப்பட்டது',
  'compose.retryCancelled': '{count, number} இரத்தானது',
  'compose.againName': '{name}, மீண்டும்',
  'compose.copyName': '{name} இன் பிரதி',
  'compose.summary': 'சுருக்கம்',
  'compose.inGroups': 'அவற்றிலுள்ள தொடர்புகள்',
  'compose.unreached': 'சென்றடையாதவர்கள்',
  'compose.segmentsDiffer': 'வேறுபடும்',
  'compose.exact':
    'யாருக்குச் செல்லும், கட்டணம் எவ்வளவு, யார் ஏன் தவிர்க்கப்படுகிறார் என்பவற்றை அடுத்த படி துல்லியமாகக் கணக்கிடும். அங்கு நீங்கள் உறுதிசெய்யும் வரை எதுவும் அனுப்பப்படாது.',

  'review.why': 'தவிர்க்கப்பட்டவையும் காரணமும்',
  'review.noAnswer': 'பதில் வரவில்லை. மீண்டும் அனுப்பினாலும் பிரசாரம் இருமுறை உருவாகாது.',
  'review.created': 'புதிய பிரசாரம் வெற்றிகரமாக உருவாக்கப்பட்டது',

  'campaign.missing': 'இந்தத் திட்டத்தில் அத்தகைய பிரசாரம் இல்லை.',
  'campaign.backToList': 'பிரசாரங்களுக்குத் திரும்புக',
  'campaign.skipped': 'தவிர்க்கப்பட்டது',
} as const;
