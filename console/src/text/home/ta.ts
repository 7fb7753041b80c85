// Tamil text of Home.
import type { TextsOf } from '../translation.ts';
import type { home } from './en.ts';

export const ta: TextsOf<typeof home> = {
  'home.held':
    '{at} முதல் +{code} ({countries}) குறியீட்டுக்குச் செல்லும் {waiting, plural, =0 {LIVE செய்திகள் நிறுத்தி வைக்கப்பட்டுள்ளன} one {# LIVE செய்தி நிறுத்தி வைக்கப்பட்டுள்ளது} other {# LIVE செய்திகள் நிறுத்தி வைக்கப்பட்டுள்ளன}}.',
  'home.heldWhy':
    'உங்கள் குழு புதியது; இது ஒரே இடத்துக்கு வழக்கத்துக்கு மாறாக மிக அதிகம். எங்கள் பணியாளர்கள் அவற்றைப் பார்க்கும் வரை அவை காத்திருக்கும்; மற்ற இடங்களுக்கான செய்திகள் வழக்கம் போல் செல்லும். அவை செல்லக் கூடாதவை எனில், அவற்றை அனுப்பும் படிவத்துக்கு வரம்பு வைக்கவும், உங்கள் API விசையை மாற்றவும், செய்திகளை ரத்து செய்யவும். செல்ல வேண்டியவை எனில், எதற்காக என்று எங்களுக்குத் தெரிவிக்கவும்.',
  'home.held.BRAND':
    'வேறொருவரின் இணைப்புக்கு அருகில் பிராண்டு உள்ள ({found}) {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.held.MIXED':
    'ஒரு சொல்லில் பல எழுத்துமுறைகள் உள்ள ({found}) {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.held.ADDRESS':
    'IP முகவரிக்கான இணைப்பு உள்ள ({found}) {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.held.SHORTENER':
    'சுருக்கப்பட்ட இணைப்பு உள்ள ({found}) {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.held.ADVERT':
    '{found} அனுப்பும், விளம்பரம் போல் தோன்றும் பிரசாரத்தின் {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.held.MANY':
    'மோசடிகளில் பயன்படும் வேறு பல இணைப்புகள் அல்லது சொற்கள் உள்ள {waiting, plural, =0 {LIVE செய்திகள்} one {# LIVE செய்தி} other {# LIVE செய்திகள்}} {at} முதல் நிறுத்தி வைக்கப்பட்டுள்ளன.',
  'home.heldTextWhy':
    'மோசடிகள் இத்தகைய உரைகளைப் பயன்படுத்துவதால், எங்கள் பணியாளர்கள் முதலில் அவற்றைப் பார்க்கிறார்கள். செய்திகளுக்குக் கட்டணம் பெறப்பட்டது. ஒரு நாளுக்குள் விடுவிக்கப்படாவிட்டால், அவை காலாவதியாகிப் பணம் திரும்பும். உடனே அனுப்ப, அவற்றை ரத்து செய்து உங்கள் சொந்தத் தளத்தின் இணைப்பைப் பயன்படுத்தவும். அவற்றை நீங்கள் அனுப்பவில்லை எனில், API விசையை மாற்றவும்.',
  'home.heldAdvertWhy':
    'அனுப்புநர் விளம்பர அனுப்புநர் அல்ல; உங்கள் குழு முன்பும் இத்தகைய பிரசாரத்தை அனுப்பியுள்ளது. எனவே எங்கள் பணியாளர்கள் முதலில் இதைப் பார்க்கிறார்கள். செய்திகளுக்குக் கட்டணம் பெறப்பட்டது. ஒரு நாளுக்குள் விடுவிக்கப்படாவிட்டால், அவை காலாவதியாகிப் பணம் திரும்பும். உடனே அனுப்ப, பிரசாரத்தை ரத்து செய்து விளம்பர அனுப்புநரிலிருந்து அனுப்பவும்.',
  'home.heldSee': 'பதிவுகளில் அவற்றைப் பார்க்கவும்',
  'home.balance': 'தற்போதைய இருப்பு',
  'home.stepsTitle': 'SMS அனுப்ப மூன்று படிகள்',
  'home.stepsText': 'முதல் படியை இப்போதே செய்யலாம்: சோதனைக்குச் சரிபார்ப்பு தேவையில்லை, கட்டணமும் இல்லை.',
  'home.testWhen': 'இப்போதே தயார்',
  'home.testTitle': 'சோதனைச் செய்தி அனுப்பவும்',
  'home.testText':
    '0001 இல் முடியும் எண்ணுக்கு எழுதி, அது “வரிசையில்” என்பதிலிருந்து “வழங்கப்பட்டது” வரை செல்வதைப் பார்க்கவும். எதுவும் சிமுலேட்டரை விட்டு வெளியேறாது.',
  'home.identityWhen': '2 வேலை நாட்கள் வரை',
  'home.identityDone': 'முடிந்தது',
  'home.identityRequest': 'கோரிக்கையைப் பார்க்கவும்',
  'home.identityTitle': 'உங்கள் அடையாளத்தைச் சரிபார்க்கவும்',
  'home.identityText':
    'அடையாள அட்டை, கடவுச்சீட்டு அல்லது வணிகப் பதிவைப் பதிவேற்றவும். முதல் LIVE செய்திக்கு முன் இது அவசியம்.',
  'home.senderWhen': '7 வேலை நாட்கள் வரை',
  'home.senderTitle': 'அனுப்புநர் பெயரைப் பெறவும்',
  'home.senderText':
    'எண்ணுக்குப் பதிலாகப் பெறுநர்கள் காணும் பெயர்{shortest, select, none {} other {: {shortest} முதல் 11 எழுத்துக்குறிகள்}}. அதை நாங்கள் அங்கீகரிக்க வேண்டும்.',
  'home.apiTitle': 'உங்கள் சொந்த மென்பொருளிலிருந்து அனுப்புகிறீர்களா?',
  'home.apiText': 'உங்கள் திட்டத்தில் ஏற்கெனவே TEST விசை உள்ளது. API மேற்கோளின் மாதிரிகளில் அது நிரப்பப்பட்டுள்ளது.',
  'home.apiTextNoProject':
    'ஒவ்வொரு திட்டத்துடனும் TEST விசை கிடைக்கும். API மேற்கோளின் மாதிரிகளில் அது நிரப்பப்பட்டுள்ளது.',
  'home.apiLink': 'API மேற்கோள்',
  'home.compared':
    '<b>{current}{until, select, none {} other {, இதுவரை}}</b> ஒப்பீடு: {previous}{until, select, none {} other { ({until} வரை)}}',
  'home.versus': 'ஒப்பீடு: {previous}{until, select, none {} other { ({until} வரை)}}',
  'home.changeFromNone': '{percent} (புதிது)',
  'home.changeManyTimes': '10×க்கு மேல்',
  'home.undeliveredParts': 'தோல்வி {failed, number}, காத்திருப்பவை {waiting, number}',
  'home.totalOutgoing': 'மொத்தம் அனுப்பியவை',
  'home.totalDelivered': 'மொத்தம் வழங்கப்பட்டவை',
  'home.totalUndelivered': 'மொத்தம் வழங்கப்படாதவை',
  'home.totalSpend': 'மொத்தச் செலவு',
  'home.view': 'காட்டும் விதம்',
  'home.viewGraph': 'வரைபு',
  'home.viewTable': 'அட்டவணை',
  'home.period':
    '{range, select, 1d {இன்று} 7d {கடந்த 7 நாட்களில்} 4w {கடந்த 4 வாரங்களில்} 3m {கடந்த 3 மாதங்களில்} 12m {கடந்த 12 மாதங்களில்} other {{days}:}}',
  'home.time': '{time, number}\u00a0{unit, select, second {வி.} minute {நிமி.} other {மணி.}}',
  'home.wordsNone': '{period} செய்திகள் எதுவும் அனுப்பப்படவில்லை.',
  'home.wordsAllWaiting':
    '{period} {count, plural, one {# செய்தி ஏற்கப்பட்டது, அது இன்னும் காத்திருக்கிறது} other {# செய்திகள் ஏற்கப்பட்டன, அனைத்தும் இன்னும் காத்திருக்கின்றன}}.',
  'home.wordsNoneDelivered':
    '{period} {count, plural, one {# செய்தியில்} other {# செய்திகளில்}} எதுவும் வழங்கப்படவில்லை.',
  'home.wordsAllDelivered':
    '{period} {count, plural, one {# செய்தி அனுப்பப்பட்டு வழங்கப்பட்டது} other {# செய்திகளும் வழங்கப்பட்டன}}{half, select, one { ({within} நேரத்தில்)} all {, அவற்றில் பாதி {within} நேரத்தில்} newest {; அண்மைய {newest, number} செய்திகளில் பாதி {within} நேரத்தில்} other {}}.',
  'home.wordsDelivered':
    '{period} {count, plural, one {# செய்தியில்} other {# செய்திகளில்}} {share, number, ::percent .#} வழங்கப்பட்டன{half, select, one { ({within} நேரத்தில்)} all {, அவற்றில் பாதி {within} நேரத்தில்} newest {; அண்மைய {newest, number} செய்திகளில் பாதி {within} நேரத்தில்} other {}}.',
  'home.wordsFailed': '<why>{count, plural, one {# செய்தி தோல்வியடைந்தது} other {# செய்திகள் தோல்வியடைந்தன}}.</why>',
  'home.wordsWaiting':
    '{count, plural, one {# செய்தி இன்னும் காத்திருக்கிறது} other {# செய்திகள் இன்னும் காத்திருக்கின்றன}}.',
  'home.wordsBalance':
    'அணியின் எல்லாத் திட்டங்களின் வேகத்தில் இருப்பு {days, plural, =0 {ஒரு நாளுக்கும் குறைவாக} =366 {ஓர் ஆண்டுக்கும் மேலாக} one {# நாள்} other {# நாட்கள்}} நீடிக்கும்.',
  'home.wordsUsedUp': 'இருப்பு தீர்ந்துவிட்டது: பணம் சேர்க்கும் வரை LIVE செய்திகள் மறுக்கப்படும்.',
  'home.chartTitle': '{unit, select, DAY {நாள் வாரியாகச் செய்திகள்} other {மாத வாரியாகச் செய்திகள்}}',
  'home.chartLabel':
    '{title}, {current}: வழங்கப்பட்டவை, தோல்வியடைந்தவை, காத்திருப்பவை பட்டைகளாக; {previous} காலப்பகுதியின் மொத்தம் இடைவெளிக் கோடாக; {spend} கீழே. அட்டவணையிலும் இதே உள்ளது.',
  'home.chartPoint': '{unit, select, DAY {வரைபின் நாள்} other {வரைபின் மாதம்}}',
  'home.waiting': 'காத்திருப்பவை',
  'home.previousTotal': '{previous} மொத்தம்',
  'home.pointWords':
    '{day}: வழங்கப்பட்டவை {delivered, number}, தோல்வி {failed, number}, காத்திருப்பவை {waiting, number}. {spendTitle}: {spend}. ஒப்பீடு, {previousDay}: மொத்தம் {previousTotal, number}.',
  'home.hoursTitle': 'கிழமை, மணி வாரியாகச் செய்திகள்',
  'home.hoursText': 'இந்த நாட்களில் அனுப்பிய எல்லாச் செய்திகளும், திட்டத்தின் நேரப்படி ({timezone}).',
  'home.hoursLong': 'அதிகபட்சம் {days, number} நாட்களுக்கு மட்டுமே மணிகள் காட்டப்படும். குறுகிய காலத்தைத் தேர்வுசெய்யவும்.',
  'home.hoursNone': 'இந்த நாட்களில் செய்திகள் இல்லை',
  'home.hoursBusiest': 'அதிகமான மணி: {hour}',
  'home.hoursRead': '{day} {from}–{to}: {count, plural, =0 {செய்திகள் இல்லை} one {# செய்தி} other {# செய்திகள்}}',
  'home.hoursLegend': 'ஒரு மணி நேரச் செய்திகள்',
  'home.failuresTitle': 'செய்திகள் ஏன் தோல்வியடைந்தன',
  'home.failuresCount':
    '{count, plural, one {# செய்தி தோல்வியடைந்தது} other {# செய்திகள் தோல்வியடைந்தன}}, {days}. ஒவ்வொரு நிரையின் செய்திகளையும் SMS பதிவேட்டில் பார்க்கலாம்.',
  'home.failuresNone': 'இந்த நாட்களில் எந்தச் செய்தியும் தோல்வியடையவில்லை.',
  'home.failuresReason': 'காரணம்',
  'home.failuresDestination': 'சேருமிடம்',
  'home.failuresDestinationHint':
    'ஒவ்வொரு செய்திக்கும் வலையமைப்பு தனித்தனியே தேர்வுசெய்யப்படுவதால், தோல்விகள் செய்தி அனுப்பப்பட்ட நாட்டின்படி எண்ணப்படுகின்றன.',
  'home.failuresCountry': '{country} (+{code})',
  'home.failuresUnknown': 'நாடு தெரியாத எண்கள்',
  'home.failuresOthers': 'ஏனைய நாடுகள்',
};
