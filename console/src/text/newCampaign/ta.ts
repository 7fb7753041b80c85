// Tamil text of creating a campaign.
import type { TextsOf } from '../translation.ts';
import type { newCampaign } from './en.ts';

export const ta: TextsOf<typeof newCampaign> = {
  'campaigns.new': 'புதிய பிரசாரம்',

  'compose.name': 'பிரசாரத்தின் பெயர்',
  'compose.nameRequired': 'பிரசாரத்தின் பெயர் தேவை',
  'compose.groups': 'தொடர்புக் குழுக்கள்',
  'compose.groupsRequired': 'குழுக்கள் தேவை',
  'compose.toLandlines': 'தரைவழித் தொலைபேசிகளுக்கும் சேவை எண்களுக்கும் அனுப்பவும்',
  'compose.toLandlinesText':
    'இவற்றுக்கு SMS பெரும்பாலும் சென்றடையாது; ஆனால் கட்டணம் உண்டு. இதைத் தேர்வு செய்யாவிட்டால், இந்த எண்கள் தவிர்க்கப்படும்.',
  'compose.groupsEmpty':
    'இந்தக் குழுக்களில் தொடர்புகள் இல்லை. வேறு குழுக்களைத் தேர்வுசெய்யவும் அல்லது இவற்றில் தொடர்புகளைச் சேர்க்கவும்.',
  'compose.noGroups': 'இன்னும் தொடர்புக் குழுக்கள் இல்லை. <link>தொடர்புகளில் ஒன்றை உருவாக்கவும்</link>',
  'compose.groupsFailed': 'குழுக்களைக் காட்ட முடியவில்லை. <retry>மீண்டும் முயலவும்</retry>',
  'compose.contacts': '{count, plural, =0 {தொடர்புகள் இல்லை} one {# தொடர்பு} other {# தொடர்புகள்}}',
  'compose.againName': '{name}, மீண்டும்',
  'compose.copyName': 'பிரதி: {name}',
  'compose.editTitle': 'பிரசாரத்தைத் திருத்தவும்',
  'compose.testToMe': 'எனக்கு ஒரு சோதனையை அனுப்பவும்',
  'compose.testCharged':
    'மற்ற அனைவருக்கும் முன் உங்கள் கைபேசியில் பார்க்க ஒரு செய்தி. மற்றச் செய்திகளைப் போலவே கட்டணம் அறவிடப்படும். உங்கள் எண் இந்த உலாவியில் வைக்கப்படும்.',
  'compose.testOfTest':
    'சிமுலேட்டருக்கு ஒரு செய்தி. சோதனை முறையில் அது எந்தக் கைபேசிக்கும் செல்லாது; கட்டணமும் இல்லை. உங்கள் எண் இந்த உலாவியில் வைக்கப்படும்.',
  'compose.testNumber': 'உங்கள் கைபேசி எண்',
  'compose.testBadNumber': '{number} சரியான தொலைபேசி எண் அல்ல. அதன் இலக்கங்களையும் நாட்டுக் குறியீட்டையும் சரிபார்க்கவும்.',
  'compose.testReads':
    '{name, select, none {அது இவ்வாறு இருக்கும்:} other {{name} என்பவருக்கு அது இவ்வாறு இருக்கும்:}}',
  'compose.testSend': '1 செய்தியை அனுப்பவும்',
  'compose.testSent': 'சோதனை {number} எண்ணுக்கு அனுப்பப்பட்டது',
  'campaign.about': 'சுமார் {figure}',
  'review.changed': 'பிரசாரம் வெற்றிகரமாகப் புதுப்பிக்கப்பட்டது',
  'compose.summary': 'சுருக்கம்',
  'compose.inGroups': 'அவற்றிலுள்ள தொடர்புகள்',
  'compose.unreached': 'சென்றடையாதவர்கள்',
  'compose.segmentsDiffer': 'வேறுபடும்',
  'compose.exact':
    'யாருக்குச் செல்லும், கட்டணம் எவ்வளவு, யார் ஏன் தவிர்க்கப்படுகிறார் என்பவற்றை அடுத்த படி துல்லியமாகக் கணக்கிடும். அங்கு நீங்கள் உறுதிசெய்யும் வரை எதுவும் அனுப்பப்படாது.',

  'preview.as': '{name} பார்க்கும் விதம்',
  'preview.ofRecipients': '{number, number} / {count, number}',
  'preview.previous': 'முந்தைய பெறுநர்',
  'preview.next': 'அடுத்த பெறுநர்',
  'preview.gap':
    'இந்தப் பெறுநருக்கு {field, select, first_name {முதற்பெயர்} other {கடைசிப் பெயர்}} இல்லை; எனவே அங்கு இடைவெளி இருக்கும்.',
  'preview.filled':
    'இந்தப் பெறுநருக்கு {field, select, first_name {முதற்பெயர்} other {கடைசிப் பெயர்}} இல்லை. அதற்குப் பதில் நீங்கள் கொடுத்த சொல் பயன்படும்.',

  'review.noAnswer': 'பதில் வரவில்லை. மீண்டும் அனுப்பினாலும் பிரசாரம் இருமுறை உருவாகாது.',
  'review.created': 'புதிய பிரசாரம் வெற்றிகரமாக உருவாக்கப்பட்டது',

  'campaign.missing': 'இந்தத் திட்டத்தில் அத்தகைய பிரசாரம் இல்லை.',
  'campaign.backToList': 'பிரசாரங்களுக்குத் திரும்பவும்',
  'campaign.skipped': 'தவிர்க்கப்பட்டது',
  'compose.unverified':
    '{mode, select, TEST {LIVE பயன்முறையில் “{name}” எனக் காண்பவர்கள்} other {“{name}” எனக் காண்பவர்கள்}}',
};
