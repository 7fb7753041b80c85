// Tamil text of message tracing.
import type { TextsOf } from '../translation.ts';
import type { explanation } from './en.ts';

export const ta: TextsOf<typeof explanation> = {
  'explain.gsm':
    'உரையில் சாதாரண SMS எழுத்துகளும் குறிகளும் மட்டுமே உள்ளன: ஒரு பகுதியில் {perSegment, number} அடங்கும், எனவே {segments, plural, one {# பகுதி} other {# பகுதிகள்}}.',
  'explain.unicode':
    'சாதாரண SMS எழுத்துகளில் இல்லாதவை: {characters}. எனவே ஒரு பகுதியில் {perSegment, number} எழுத்துகள் மட்டுமே அடங்கும்; உரை {segments, plural, one {# பகுதி} other {# பகுதிகள்}}.',
  'explain.character': '“{character}” (எழுத்து {index, number})',
  'explain.hidden': '{count, plural, one {காட்டப்படாத # எழுத்து} other {காட்டப்படாத # எழுத்துகள்}}',
  'explain.more': 'மேலும் சில',
  'explain.price': '{place}: ஒரு பகுதி {price}, {segments, plural, one {# பகுதி} other {# பகுதிகள்}} {cost}.',
  'explain.place': '{name} (+{prefix})',
  'explain.list': '{day} விலைப்பட்டியல்',
  'explain.firstList': 'தொடக்கத்திலிருந்து உள்ள விலைப்பட்டியல்',
  'explain.sender':
    '{country}: அங்குள்ளவர்கள் {sender} என்பதற்குப் பதிலாக “{shown}” எனக் காண்பர்; அப்போது பெயர் பதிவேட்டில் இல்லை.',
  'explain.substitute':
    '{country} நாட்டில் இந்த எண்ணின் வலையமைப்பு {sender} பெயரைத் தடுக்கிறது. எனவே செய்தியின் அனுப்புநர் அதன் மாற்று: {shown}.',
  'explain.sender.REGISTERED': 'இப்போது பதிவு செய்யப்பட்டுள்ளது: இனிவரும் செய்திகளில் {sender} எனக் காண்பர்.',
  'explain.sender.REFUSED': 'பதிவேடு அதை மறுத்தது: குறைவாக உள்ளதை எங்களுக்கு அனுப்பவும்.',
  'explain.sender.WITHDRAWN':
    'எங்கள் பணியாளர்கள் பதிவை விலக்கினர். தொடர்ந்து அங்கு அனுப்பினால், மீண்டும் பதிவு செய்யுமாறு எங்களிடம் கேட்கவும்.',
  'explain.sender.US': 'எங்கள் பணியாளர்கள் அதைப் பதிவு செய்வார்கள் அல்லது புதுப்பிப்பார்கள்.',
  'explain.sender.REGISTER': 'பதிவேடு முடிவு செய்ய வேண்டும். அது உங்களுக்கு எழுதினால், அங்கு பெயரை உறுதிப்படுத்தவும்.',
  'explain.sender.ASK': 'அங்கு அனுப்புவதாயின், பதிவு செய்யுமாறு எங்களிடம் கேட்கவும்.',
  'explain.sender.SANDBOX': 'இது சோதனைகளின் அனுப்புநர்.',
  'explain.SCHEDULED': 'குறித்த நேரத்துக்காகக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.QUIET_HOURS':
    'பெறுநர் இருக்கும் இடத்தில் அமைதி நேரம் முடியக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.DESTINATION_HELD':
    'இந்தப் புதிய குழு அங்கு வழக்கத்துக்கு மாறாக மிகப் பல செய்திகளை அனுப்பியதால், எங்கள் பணியாளர்கள் பார்க்கும் வரை காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.TEXT_HELD':
    'அதன் உரையில் மோசடி அல்லது விளம்பரத்தின் அடையாளம் இருப்பதால், எங்கள் பணியாளர்கள் பார்க்கும் வரை அது {now, select, yes {நிறுத்தி வைக்கப்பட்டுள்ளது} other {நிறுத்தி வைக்கப்பட்டிருந்தது}}.',
  'explain.SENDING_PAUSED':
    'இந்தக் குழுவின் அனுப்புதலை எங்கள் பணியாளர்கள் நிறுத்தியிருந்ததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.NO_ROUTE':
    'இந்த இடத்துக்கு எந்த வலையமைப்பும் இணைக்கப்படாததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.DOWN': 'வலையமைப்பு இணைக்கப்படாமல் இருந்ததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.PAUSED': 'வலையமைப்புக்கான இணைப்பு நிறுத்தப்பட்டிருந்ததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.CLOSED':
    'முந்தைய செய்திகளுக்கு வலையமைப்பு பதிலளிக்காததால் அல்லது பிழை தந்ததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.THROTTLED':
    'வினாடிக்குக் குறைவான செய்திகளை வலையமைப்பு கேட்டிருந்ததால் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.TURN': 'தன் முறைக்காகக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}: மற்ற செய்திகள் அதற்கு முன் இருந்தன.',
  'explain.PUT_OFF': 'மீண்டும் ஒப்படைக்கக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.CONNECTION': 'வலையமைப்புக்கான இணைப்புக்காகக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.NO_ANSWER':
    'இருமுறை அனுப்பப்படாதிருக்க, தாமதமான பதில் அல்லது அறிக்கைக்காகக் காத்திரு{now, select, yes {க்கிறது} other {ந்தது}}.',
  'explain.waited': '{duration}, {until} வரை',
  'explain.waiting': 'இதுவரை {duration}',
  'explain.routeFirst': 'முதல் தெரிவான இணைப்பில் சென்றது.',
  'explain.routeOther': 'வேறு இணைப்பில் சென்றது. முதல் தெரிவு: {reasons}.',
  'explain.passed.PAUSED': 'நிறுத்தப்பட்டிருந்தது',
  'explain.passed.DOWN': 'இணைக்கப்படவில்லை',
  'explain.passed.CLOSED': 'முன்பு பலமுறை தோல்வியடைந்தது',
  'explain.passed.THROTTLED': 'குறைவான செய்திகளைக் கேட்டிருந்தது',
  'explain.passed.FULL': 'இடமில்லை',
  'explain.passed.TRIED': 'சற்று முன் இதை ஏற்கவில்லை',
  'explain.TAKEN': '{times, plural, one {வலையமைப்பு அதை ஏற்றது.} other {வலையமைப்பு # பகுதிகளை ஏற்றது.}}',
  'explain.REFUSED': 'வலையமைப்பு அதை மறுத்தது: {meaning}.',
  'explain.LATER': 'வலையமைப்பு அப்போது அதை ஏற்கவில்லை: {meaning}.',
  'explain.NOT_WRITTEN': 'ஒப்படைக்கும் முன் இணைப்பு துண்டிக்கப்பட்டது.',
  'explain.UNANSWERED': 'அது ஒப்படைக்கப்பட்டது, வலையமைப்பு பதிலளிக்கவில்லை.',
  'explain.ABANDONED': 'ஒப்படைக்கும்போது இந்தச் சேவையின் ஒரு செயல்முறை முடிந்தது.',
  'explain.MATCHED': 'அது வலையமைப்பிடம் இருப்பதை ஓர் அறிக்கை காட்டியது.',
  'explain.times': '{times, number} முறை, {until} வரை',
  'explain.means.THROTTLED': 'வினாடிக்கு ஏற்பதைவிட அதிகச் செய்திகள் அதற்கு வருகின்றன',
  'explain.means.QUEUE_FULL': 'அதன் வரிசை நிரம்பியுள்ளது',
  'explain.means.CARRIER_ERROR': 'அதன் சொந்தப் பிழை உள்ளது',
  'explain.means.NOT_BOUND': 'அது இணைப்பை இனி அறியவில்லை',
  'explain.means.RECIPIENT': 'பெறுநரின் எண்ணை அது ஏற்கவில்லை',
  'explain.means.SENDER': 'அனுப்புநரை அது ஏற்கவில்லை',
  'explain.means.TEXT': 'உரையின் நீளத்தை அது ஏற்கவில்லை',
  'explain.means.TIME': 'அனுப்பும் நேரத்தை அது ஏற்கவில்லை',
  'explain.means.REFUSED': 'செய்தியை அது ஏற்கவில்லை',
  'explain.means.REQUEST': 'செய்தியின் ஒரு தொழில்நுட்பப் புலத்தை அது ஏற்கவில்லை',
  'explain.means.OWN': 'அது தன் சொந்தக் குறியீட்டைத் தந்தது',
  'explain.receipt.DELIVERED': 'கைபேசிக்குக் கிடைத்ததாக வலையமைப்பு அறிவித்தது.',
  'explain.receipt.EXPIRED': 'உரிய நேரத்தில் கைபேசியை அடைய முடியவில்லை என வலையமைப்பு அறிவித்தது.',
  'explain.receipt.DELETED': 'செய்தியை அழித்ததாக வலையமைப்பு அறிவித்தது.',
  'explain.receipt.UNDELIVERABLE': 'வழங்க முடியாது என வலையமைப்பு அறிவித்தது.',
  'explain.receipt.UNKNOWN': 'என்ன ஆனது எனத் தெரியாது என வலையமைப்பு அறிவித்தது.',
  'explain.receipt.REJECTED': 'செய்தி நிராகரிக்கப்பட்டதாக வலையமைப்பு அறிவித்தது.',
  'explain.part': 'பகுதி {part, number} / {parts, number}',
  'explain.code': 'குறியீடு {code}',
  'explain.delivered': 'அது வழங்கப்பட்டது.',
  'explain.refunded': 'கட்டணம் இருப்புக்குத் திரும்பியது',
  'explain.FORGOTTEN': 'வலையமைப்பு செய்தது 72 மணி நேரம் மட்டுமே வைக்கப்படும்.',
};
