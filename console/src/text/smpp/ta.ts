// Tamil text of SMPP accounts.
import type { TextsOf } from '../translation.ts';
import type { smpp } from './en.ts';

export const ta: TextsOf<typeof smpp> = {
  'smpp.intro':
    'SMPP 3.4 பேசும் மென்பொருள்கள் தமக்கான கணக்கால் இணைந்து, API இன் அதே விலையிலும் அதே வரம்புகளிலும் இந்தத் திட்டத்திலிருந்து செய்திகளை அனுப்பி, அதற்கு வரும் செய்திகளைப் பெறும்.',
  'smpp.off': 'இந்த நிறுவல் இன்னும் SMPP இணைப்புகளை ஏற்பதில்லை. கணக்குகளை இப்போதே உருவாக்கலாம்.',
  'smpp.host': 'சேவையகம்',
  'smpp.port': 'Port',
  'smpp.tls': 'குறியாக்கம்',
  'smpp.tlsOn': 'TLS',
  'smpp.tlsOff': 'இல்லை',
  'smpp.accounts': 'SMPP கணக்குகள்',
  'smpp.none': 'இந்தத் திட்டத்துடன் இன்னும் எந்த மென்பொருளும் இணையவில்லை.',
  'smpp.example': 'எடுத்துக்காட்டாக, Kannel இந்த வரிகளால் இணைகிறது. SYSTEM_ID, PASSWORD ஆகியவை ஒரு கணக்கினுடையவை.',
  'smpp.create': 'கணக்கை உருவாக்கவும்',
  'smpp.createTitle': 'SMPP கணக்கை உருவாக்கவும்',
  'smpp.nameHint': 'நீங்கள் அதை அறியும் பெயர், எடுத்துக்காட்டாக இணையும் மென்பொருள்.',
  'smpp.throughput': 'வினாடிக்குச் செய்திகள்',
  'smpp.maxBinds': 'ஒரே நேர இணைப்புகள்',
  'smpp.charset': 'data_coding 0 இன் எழுத்துகள்',
  'smpp.charsetHint':
    'GSM 03.38 என்பது தரநிலை. உங்கள் நிரல் é போன்ற எழுத்துகளை Latin-1 ஆக அனுப்பினால் மட்டும் Latin-1 ஐத் தேர்ந்தெடுக்கவும்: மற்ற கணக்குகள் அவற்றை நிராகரிக்கும்.',
  'smpp.longMessages': 'வரும் நீண்ட செய்திகள்',
  'smpp.longMessagesHint': 'Kannel போன்ற பெரும்பாலான மென்பொருள்கள் user data header உள்ள பகுதிகளை இணைக்கும்.',
  'smpp.longByHeader': 'user data header உள்ள பகுதிகள்',
  'smpp.longBySar': 'sar_* அளவுருக்கள் உள்ள பகுதிகள்',
  'smpp.longByPayload': 'message_payload இல் முழுமையாக',
  'smpp.tlvs': 'கூடுதல் அளவுருக்கள் (TLV)',
  'smpp.tlvsHint':
    'உங்கள் மென்பொருள் செய்தியுடன் அனுப்பக்கூடிய அளவுருக்கள், tag மற்றும் நீளமாக, எ.கா. 0x1400:19, 0x1401:1-30. மற்றவை மறுக்கப்படும். இயக்குநரின் தொலைத்தொடர்பு நிறுவனங்களும் அவற்றை ஏற்க வேண்டும்.',
  'smpp.passwordOnce': 'கடவுச்சொல்லை இப்போதே நகலெடுக்கவும்: அது மீண்டும் காட்டப்படாது.',
  'smpp.systemId': 'System ID',
  'smpp.password': 'கடவுச்சொல்',
  'smpp.copySystemId': 'System ID ஐ நகலெடுக்கவும்',
  'smpp.copyPassword': 'கடவுச்சொல்லை நகலெடுக்கவும்',
  'smpp.rate': 'வினாடிக்கு {count, number}',
  'smpp.bound': '{count, number} / {most, number} இணைந்துள்ளன',
  'smpp.boundFrom': 'இப்போது இணைந்தவை: {binds}',
  'smpp.bind': '{mode}, {address}',
  'smpp.lastBound': 'கடைசியாக இணைந்தது {when}',
  'smpp.neverBound': 'ஒருபோதும் இணையவில்லை',
  'smpp.revokeOf': 'இரத்துச்செய்யவும்: {name}',
  'smpp.revokeText': '{name} கணக்கால் இணைந்த மென்பொருள்கள் உடனே துண்டிக்கப்படும்; அது இனி இணைய முடியாது.',
  'smpp.revokeNext': 'அது அனுப்பிய செய்திகள் தொடரும்; அவற்றின் ரசீதுகள் இனி SMPP வழியாக வராது.',
  'smpp.revoked': 'SMPP கணக்கு இரத்துசெய்யப்பட்டது',
};
