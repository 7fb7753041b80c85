// Tamil text of send URLs.
import type { TextsOf } from '../translation.ts';
import type { sendUrls } from './en.ts';

export const ta: TextsOf<typeof sendUrls> = {
  'sendUrls.intro':
    'ஒரு வாயில், கண்காணிப்பு, படிவம் போன்ற URL ஐ அழைக்கக்கூடிய எதுவும் இந்த URL ஐ அழைக்கும்போது ஒரு செய்தி அனுப்பப்படும். அனுப்புநரும் எண்களும் URL க்கு உரியவை; அழைப்பு அதன் உரையை நிரப்பும். Alertmanager, Grafana ஆகியவற்றின் எச்சரிக்கைகளையும் Supabase இன் குறியீடுகளையும் URLகள் அனுப்பும்.',
  'sendUrls.none': 'இந்தத் திட்டத்திலிருந்து அனுப்பும் URL இன்னும் இல்லை.',
  'sendUrls.example':
    'எடுத்துக்காட்டாக, இந்த அழைப்பு “The gate is open” என்று அனுப்பும். 30 விநாடிகளுக்குள் ஒரே உள்ளடக்கம் கொண்ட அழைப்புகள் ஒரு முறை மட்டுமே அனுப்பும்.',
  'sendUrls.create': 'அனுப்பும் URL ஐ உருவாக்கவும்',
  'sendUrls.urlOnce': 'URL ஐ இப்போதே நகலெடுக்கவும்: அது மீண்டும் காட்டப்படாது. அது உள்ள எவரும் அதன் மூலம் அனுப்பலாம்.',
  'sendUrls.url': 'URL',
  'sendUrls.nameHint': 'அதை அழைக்கும் சாதனத்தின் பெயர் போன்ற, நீங்கள் அறியும் பெயர்.',
  'sendUrls.sender': 'அனுப்புநர் ஐடி',
  'sendUrls.recipients': 'எண்கள்',
  'sendUrls.recipientsHint': 'காற்புள்ளிகளால் பிரித்த 10 வரை. ஒவ்வொரு அழைப்பும் எல்லாவற்றுக்கும் அனுப்பும்.',
  'sendUrls.field': 'எண் உள்ள புலம்',
  'sendUrls.fieldHint': 'மேலே எண்கள் இல்லாவிட்டால் மட்டும். அப்போது URL உள்ள எவரும் எந்த எண்ணுக்கும் அனுப்பலாம்.',
  'sendUrls.body': 'உரை',
  'sendUrls.bodyHint': 'மேலே உள்ள message புலத்தைப் போல, அழைப்பின் புலங்களை நெளிவு அடைப்புக்குறிக்குள் எழுதவும்.',
  'sendUrls.fromTo': 'அனுப்புநர் {sender}, பெறுநர் {to}',
  'sendUrls.toField': '{field} புலத்தில் உள்ள எண்',
  'sendUrls.created': '{day} அன்று உருவாக்கப்பட்டது',
  'sendUrls.revokeOf': '{name} URL ஐ இரத்துசெய்யவும்',
  'sendUrls.revokeText': 'இனி {name} அழைப்புகள் எதையும் அனுப்பாது.',
  'sendUrls.revokeNext': 'அது ஏற்ற செய்திகள் தொடர்ந்து அனுப்பப்படும்.',
  'sendUrls.revoked': 'URL இரத்துசெய்யப்பட்டது',
  'sendUrls.format': 'அழைப்பது',
  'sendUrls.GENERIC': 'URL ஐ அழைக்கக்கூடிய எதுவும்',
  'sendUrls.ALERTMANAGER': 'Prometheus Alertmanager',
  'sendUrls.GRAFANA': 'Grafana',
  'sendUrls.SUPABASE': 'Supabase Auth',
  'sendUrls.alertHint':
    'நெளிவு அடைப்புக்குறிக்குள்: status, name, alerts, summary மற்றும் அறிவிப்பின் மற்ற எல்லாப் புலங்கள். மூன்று பகுதிகளுக்குப் பின் உரை வெட்டப்படும்.',
  'sendUrls.codeHint': 'நெளிவு அடைப்புக்குறிக்குள் உள்ள code புலம் குறியீடாக மாறும். எண்ணை Supabase தரும்.',
  'sendUrls.rate': 'நிமிடத்திற்கு அழைப்புகள்',
  'sendUrls.rateHint':
    'இதற்கு மேற்பட்ட அழைப்புகள் மறுக்கப்படும்: அவை அனுப்பப்படாது, கட்டணமும் இல்லை. இது எச்சரிக்கை வெள்ளத்தின் செலவை வரையறுக்கும்.',
  'sendUrls.perMinute': 'நிமிடத்திற்கு {count} அழைப்புகள் வரை',
  'sendUrls.signed': 'கையொப்பமிட்ட அழைப்புகள் மட்டும்',
  'sendUrls.signedHint': 'Grafana 12 முதல் அதன் அழைப்புகளில் கையொப்பமிட முடியும். மற்றவை அப்போது மறுக்கப்படும்.',
  'sendUrls.tokenOnce': 'இதை இப்போதே நகலெடுக்கவும்: அது மீண்டும் காட்டப்படாது. டோக்கன் உள்ள எவரும் அதன் மூலம் அனுப்பலாம்.',
  'sendUrls.hookOnce': 'URL ஐயும் இரகசியத்தையும் இப்போதே நகலெடுக்கவும்: அவை மீண்டும் காட்டப்படாது.',
  'sendUrls.token': 'டோக்கன்',
  'sendUrls.secret': 'இரகசியம்',
  'sendUrls.copyOf': 'நகலெடுக்கவும்: {name}',
  'sendUrls.ALERTMANAGERNext': 'இந்தப் பெறுநரை alertmanager.yml இல் சேர்த்து, ஒரு route ஐ அதற்கு இட்டுச்செல்லவும்.',
  'sendUrls.GRAFANANext':
    'Grafana இல், Webhook வகையில் ஒரு contact point ஐ உருவாக்கி, இதை உள்ளிடவும். HMAC கையொப்பம் Grafana 12 முதல் உள்ளது.',
  'sendUrls.SUPABASENext': 'Supabase இல், HTTPS வகையில் ஒரு Send SMS hook ஐச் சேர்த்து, இதை உள்ளிடவும்.',
};
