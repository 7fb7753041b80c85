// Tamil text of profiles of one-time codes.
import type { TextsOf } from '../translation.ts';
import type { codeProfiles } from './en.ts';

export const ta: TextsOf<typeof codeProfiles> = {
  'codeProfiles.title': 'சுயவிவரங்கள்',
  'codeProfiles.intro':
    'சுயவிவரம் ஒரு பெயரின் கீழ் அனுப்புநர், உரைகள், வரம்புகளை வைத்திருக்கும்: கட்டணங்களுக்குக் கடுமையான வரம்புகள் போன்று. நிரல் குறியீட்டைத் தொடங்கும்போது அதன் பெயரைத் தரும். சுயவிவரங்கள் TEST, LIVE இரண்டிலும் பொருந்தும்.',
  'codeProfiles.none': 'இந்தத் திட்டத்துக்குச் சுயவிவரம் இல்லை: குறியீடுகளுக்கு வழக்கமான உரைகளும் வரம்புகளும் உண்டு.',
  'codeProfiles.example':
    'எடுத்துக்காட்டாக, இந்த அழைப்பு Payments சுயவிவரத்துடன் குறியீட்டைத் தொடங்கி, அனுப்புநர், உரை, வரம்புகளை அதிலிருந்து எடுக்கும்.',
  'codeProfiles.add': 'சுயவிவரத்தைச் சேர்க்கவும்',
  'codeProfiles.edit': 'சுயவிவரத்தைத் திருத்தவும்',
  'codeProfiles.show': 'முன்னோட்டமும் அழைப்பும்',
  'codeProfiles.name': 'பெயர்',
  'codeProfiles.nameHint': 'நிரல்கள் இந்தப் பெயரை profile ஆகத் தரும்.',
  'codeProfiles.nameMissing': 'பெயரை உள்ளிடவும்',
  'codeProfiles.isDefault': 'இயல்பானது',
  'codeProfiles.default': 'இயல்பானதாகப் பயன்படுத்தவும்',
  'codeProfiles.defaultHint': 'சுயவிவரம் இன்றித் தொடங்கும் குறியீடுகள், தற்போதைய இயல்பானதற்குப் பதில் இதைப் பயன்படுத்தும்.',
  'codeProfiles.sender': 'அனுப்புநர் அடையாளம்',
  'codeProfiles.senderHint': 'அனுப்புநர் இல்லாத தொடக்கங்களுக்கு.',
  'codeProfiles.perStart': 'தொடக்கம் சொல்வது போல்',
  'codeProfiles.texts': 'உரைகள்',
  'codeProfiles.textsHint':
    'ஒவ்வொன்றிலும் {code} ஒருமுறை உண்டு. தொடக்கத்தின் மொழிக்கு உரை இல்லையெனில் “மற்ற மொழிகள்” உரை, அதுவும் இல்லையெனில் வழக்கமான உரை செல்லும்.',
  'codeProfiles.usual': 'வழக்கமான உரைகள்',
  'codeProfiles.language': 'மொழி',
  'codeProfiles.languageHint': 'default, அல்லது en, si, ta, pt-br போன்ற குறியீடு',
  'codeProfiles.languageBad': 'default அல்லது si போன்ற மொழிக் குறியீட்டை ஒருமுறை மட்டும் உள்ளிடவும்',
  'codeProfiles.other': 'மற்ற மொழிகள்',
  'codeProfiles.text': 'செய்தி உரை',
  'codeProfiles.textBad': 'உரையில் ஒருமுறை மட்டும் {code} இருக்க வேண்டும்',
  'codeProfiles.addText': 'உரையைச் சேர்க்கவும்',
  'codeProfiles.removeText': '{name} பெயரைத் தரும் தொடக்கங்கள் மறுக்கப்படும்: எதுவும் அனுப்பப்படாது, கட்டணம் இல்லை.',
  'codeProfiles.removeLanguage': '{language}: அகற்றவும்',
  'codeProfiles.preview':
    '{segments, plural, one {# பகுதி} other {# பகுதிகள்}}, {characters, plural, one {# எழுத்துக்குறி} other {# எழுத்துக்குறிகள்}}: {text}',
  'codeProfiles.segments':
    '{segments, plural, one {# பகுதி} other {# பகுதிகள்}}, {characters, plural, one {# எழுத்துக்குறி} other {# எழுத்துக்குறிகள்}}',
  'codeProfiles.limits': 'வரம்புகள்',
  'codeProfiles.limitsHint': 'வழக்கமான மதிப்புக்குப் புலத்தை வெறுமையாக விடவும்; அது சாம்பல் நிறத்தில் தெரியும்.',
  'codeProfiles.length': 'இலக்கங்கள்',
  'codeProfiles.lifetime': 'செல்லுபடி (வினாடிகள்)',
  'codeProfiles.checks': 'சோதனைகள்',
  'codeProfiles.sends': 'குறியீட்டுக்குச் செய்திகள்',
  'codeProfiles.pause': 'மறு அனுப்புதலுக்கு முன் இடைவெளி (வினாடிகள்)',
  'codeProfiles.countries': 'இந்த நாடுகளுக்கு மட்டும்',
  'codeProfiles.everywhere': 'எல்லா நாடுகளும்',
  'codeProfiles.price': 'செய்தியின் உயர்ந்தபட்ச விலை ({symbol})',
  'codeProfiles.priceHead': 'உயர்ந்த விலை',
  'codeProfiles.cap': 'நாளொன்றுக்குச் செய்திகள் (UTC)',
  'codeProfiles.capHead': 'தினசரி வரம்பு',
  'codeProfiles.noLimit': 'வரம்பு இல்லை',
  'codeProfiles.range': '{least, number} முதல் {most, number} வரை எண்ணை உள்ளிடவும்',
  'codeProfiles.added': 'சுயவிவரம் சேர்க்கப்பட்டது',
  'codeProfiles.changed': 'சுயவிவரம் மாற்றப்பட்டது',
  'codeProfiles.request':
    'இந்த அழைப்பு சுயவிவரத்துடன் குறியீட்டைத் தொடங்கும். API_KEY மேலோட்டத்தில் உள்ளது; அல்லது “ஒருமுறைக் குறியீடுகள்” உரிமை கொண்ட விசையைப் பயன்படுத்தவும்.',
  'codeProfiles.remove': 'சுயவிவரத்தை நீக்கவும்',
  'codeProfiles.removeNext': 'நிலுவைக் குறியீடுகளை இன்னும் சரிபார்க்கலாம்.',
  'codeProfiles.removed': 'சுயவிவரம் நீக்கப்பட்டது',
};
