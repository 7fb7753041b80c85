// Tamil text of drop-in APIs.
import type { TextsOf } from '../translation.ts';
import type { dropIns } from './en.ts';

export const ta: TextsOf<typeof dropIns> = {
  'dropIns.intro':
    'வேறொரு தயாரிப்புக்காக எழுதப்பட்ட மென்பொருள்கள், முகவரியையும் விசையையும் மட்டும் மாற்றினால் இந்தத் திட்டத்திலிருந்து செய்திகளை அனுப்பும். மற்ற செய்திகளின் அதே விலை, வரம்புகள், பதிவு ஆகியவை இவற்றுக்கும் உண்டு.',
  'dropIns.on': '{when} முதல் இயங்குகிறது',
  'dropIns.off': 'நிறுத்தப்பட்டுள்ளது. அழைப்புகள் மறுக்கப்படும்.',
  'dropIns.enable': 'இயக்கவும்',
  'dropIns.enabling': 'இயக்கப்படுகிறது…',
  'dropIns.disable': 'நிறுத்தவும்',
  'dropIns.disabling': 'நிறுத்தப்படுகிறது…',
  'dropIns.enableTitle': '{name} API ஐ இயக்கவும்',
  'dropIns.enableText':
    'இந்தத் திட்டத்தின் விசை உள்ள மென்பொருள்கள் அதன் வழியாகச் செய்திகளை அனுப்பலாம். LIVE செய்திகளுக்குக் கட்டணம் உண்டு.',
  'dropIns.disableTitle': '{name} API ஐ நிறுத்தவும்',
  'dropIns.disableText': 'அதை அழைக்கும் மென்பொருள்கள் இனி அனுப்ப முடியாது. ஏற்கப்பட்ட செய்திகள் தொடர்ந்து அனுப்பப்படும்.',
  'dropIns.enabled': '{name} API இயங்குகிறது',
  'dropIns.disabled': '{name} API நிறுத்தப்பட்டது',
  'dropIns.example': 'எடுத்துக்காட்டாக, இந்த அழைப்பு ஒரு TEST செய்தியை அனுப்பும். TEST_KEY மேலோட்டத்தில் உள்ளது.',
  'dropIns.KANNEL': 'Kannel',
  'dropIns.KANNELHint': 'Kannel இன் sendsms, dlr-url க்கு விநியோக அறிக்கைகளுடன்',
  'dropIns.KANNELRisk':
    'ஒவ்வொரு அழைப்பின் முகவரியிலும் அதன் விசை உள்ளது. ஒவ்வொரு மென்பொருளுக்கும் அனுப்ப மட்டும் முடியும் பெயரிட்ட விசையைக் கொடுக்கவும்.',
  'dropIns.TWILIO': 'Twilio',
  'dropIns.TWILIOHint': 'Twilio API இன் செய்திகள், Verify; கையொப்பமிட்ட அழைப்புகள்',
  'dropIns.TWILIORisk':
    'இதன் LIVE, TEST விசைகள் auth token ஆகச் செயல்படும். ஒவ்வொரு மென்பொருளுக்கும் அனுப்ப மட்டும் முடியும் பெயரிட்ட விசையைக் கொடுக்கவும்.',
  'dropIns.SMTP': 'SMTP',
  'dropIns.SMTPHint': 'எண்ணுக்கு TLS, API விசையுடன் அனுப்பும் மின்னஞ்சல் செய்தியாகிறது',
  'dropIns.SMTPRisk':
    'மென்பொருள்கள் விசையை மின்னஞ்சல் சேவையகத்தின் கடவுச்சொல்லாக வைத்திருக்கும். ஒவ்வொரு மென்பொருளுக்கும் அனுப்ப மட்டும் முடியும் பெயரிட்ட விசையைக் கொடுக்கவும்.',
};
