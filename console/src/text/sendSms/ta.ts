// Tamil text of Send SMS.
import type { TextsOf } from '../translation.ts';
import type { sendSms } from './en.ts';

export const ta: TextsOf<typeof sendSms> = {
  'send.numbers': 'தொலைபேசி எண்கள்',
  'send.firstMessage':
    'உங்கள் திட்டம் தயார். இந்த எண் சிமுலேட்டருக்குரியது: ஓர் உரையை எழுதி அனுப்பி, அது “வரிசையில்” என்பதிலிருந்து “வழங்கப்பட்டது” வரை செல்வதைப் பார்க்கவும். கட்டணம் இல்லை.',
  'send.addNumber': 'எண்ணைச் சேர்க்கவும்',
  'send.removeNumber': '{number} எண்ணை அகற்றவும்',
  'send.correctNumber': '{number} எண்ணைத் திருத்தவும்',
  'send.toYourself': 'உங்களுக்கே அனுப்பவும்',
  'send.ownNumber': 'உங்கள் எண் {number}. <change>அதை மாற்றவும்</change>',
  'send.ownNumberText': 'முதலில் செய்தியை உங்கள் கைபேசியிலேயே பார்க்கவும். உங்கள் எண் இந்த உலாவியில் சேமிக்கப்படும்.',
  'send.ownNumberLabel': 'உங்கள் கைபேசி எண்',
  'send.addOwn': 'எண்ணைச் சேர்க்கவும்',
  'send.addingOwn': 'சேர்க்கிறது…',
  'send.useFull': '{number} எண்ணில் நாட்டுக் குறியீடு இல்லை. <use>{full} எண்ணைப் பயன்படுத்தவும்</use>',
  'send.fixAll': 'எல்லாவற்றையும் சரிசெய்யவும்',
  'send.unreachable':
    '{country}: அங்குள்ள வலையமைப்புகள் பெயர்களை அனுப்புநராக ஏற்பதில்லை; எனவே {sender} மூலம் {count, plural, one {{number} எண்ணைச்} other {இந்த எண்களில் # ஐச்}} சென்றடைய முடியாது.',
  'send.anySender': 'அனுப்புநர் பெயர்',
  'send.lacksCode': '{number} எண்ணில் நாட்டுக் குறியீடு இல்லை. {example} போன்று முழு எண்ணைக் கொடுக்கவும்.',
  'send.badFormat':
    '“{number}” என்பதில் தொலைபேசி எண்ணில் இருக்க முடியாத எழுத்துக்குறிகள் உள்ளன. {example} போன்று நாட்டுக் குறியீட்டுடன் இலக்கங்களைக் கொடுக்கவும்.',
  'send.badNumber': '{number} சரியான தொலைபேசி எண் அல்ல. அதன் இலக்கங்களையும் நாட்டுக் குறியீட்டையும் சரிபார்க்கவும்.',
  'send.moreBad':
    '{count, plural, one {மேலும் ஓர் எண்ணைத் திருத்த வேண்டும்.} other {மேலும் # எண்களைத் திருத்த வேண்டும்.}}',
  'send.repeated':
    '{count, plural, one {ஓர் எண் இருமுறை கொடுக்கப்பட்டுள்ளது; அதற்குச் செய்தி ஒருமுறை மட்டுமே அனுப்பப்படும்.} other {# எண்கள் ஏற்கெனவே கொடுக்கப்பட்டுள்ளன; ஒவ்வொன்றுக்கும் செய்தி ஒருமுறை மட்டுமே அனுப்பப்படும்.}}',
  'send.numbersRequired': 'தொலைபேசி எண்கள் தேவை',
  'send.leftOut': 'தவிர்க்கப்பட்டது, முழு எண் அல்ல',
  'send.leftOutUnreachable': 'தவிர்க்கப்பட்டது, சென்றடைய முடியாது',
  'send.line': '{place}, {count}\u00a0×\u00a0{segments}\u00a0×\u00a0{price}',
  'send.noPrice': 'இன்னும் விலை இல்லை',
  'send.pricesFailed': 'விலைகளைக் காட்ட முடியவில்லை.',
  'send.total': 'மொத்தம்',
  'send.wasSent':
    '{count, plural, one {செய்தி அனுப்பப்பட்டது} other {# பெறுநர்களுக்கு அனுப்பப்பட்டது}}. <link>பதிவேட்டைப் பார்க்கவும்</link>',
  'send.wasScheduled':
    '{count, plural, one {செய்திக்கு நேரம் குறிக்கப்பட்டது} other {# பெறுநர்களுக்கு நேரம் குறிக்கப்பட்டது}}. <link>பதிவேட்டைப் பார்க்கவும்</link>',
};
