// Tamil text of conversations.
import type { TextsOf } from '../translation.ts';
import type { conversations } from './en.ts';

export const ta: TextsOf<typeof conversations> = {
  'conversations.list': 'உரையாடல்கள்',
  'conversations.searchHint': 'எண், பெயர் அல்லது கடைசிச் செய்தி',
  'conversations.you': 'நீங்கள்: {text}',
  'conversations.unread': 'படிக்காதது',
  'conversations.noText': 'உரை இல்லை',
  'conversations.notKept': 'உரை இப்போது வைத்திருக்கப்படவில்லை',
  'conversations.showMore': 'மேலும் காட்டவும்',
  'conversations.noMatch': 'எந்த எண்ணும், தொடர்பும், கடைசிச் செய்தியும் இந்தச் சொற்களில் தொடங்கவில்லை.',
  'conversations.empty': 'இதுவரை எந்தச் செய்தியும் வரவில்லை.',
  'conversations.exampleIn': 'ஞாயிறு திறந்திருக்குமா?',
  'conversations.exampleOut': 'ஆம், மு.ப. 9 முதல் பி.ப. 1 வரை.',
  'conversations.emptyNumbers': '{numbers} என்ற எண்ணுக்கு வரும் செய்திகள் இங்கே தெரியும்.',
  'conversations.choose': 'படிக்க ஓர் உரையாடலைத் தேர்ந்தெடுக்கவும்.',
  'conversations.needsNumber':
    'தொலைபேசி எண்ணிலிருந்து வரும் செய்திகளுக்கு மட்டுமே பதிலளிக்க முடியும். இந்தத் திட்டத்துக்கு LIVE-க்கான எண் இன்னும் இல்லை. நாங்கள் ஒன்றை ஒதுக்கலாம்; அதுவரை சோதனைப் பயன்முறையில் உரையாடல்களை முயலலாம்.',
  'conversations.back': 'எல்லா உரையாடல்களும்',
  'conversations.messages': 'செய்திகள்: {name}',
  'conversations.loadingOlder': 'பழைய செய்திகள் ஏற்றப்படுகின்றன…',
  'conversations.olderFailed': 'பழைய செய்திகளை ஏற்ற முடியவில்லை.',
  'conversations.noMessages': 'இந்த எண்ணுடன் இன்னும் செய்திகள் இல்லை.',
  'conversations.newBelow': 'புதிய செய்திகள்',
  'conversations.cameIn': 'புதிய செய்தி: {text}',
  'conversations.details': 'விவரங்கள்',
  'conversations.today': 'இன்று',
  'conversations.yesterday': 'நேற்று',
  'conversations.copyNumber': 'எண்ணை நகலெடு',
  'conversations.addContact': 'தொடர்புகளில் சேர்க்கவும்',
  'conversations.seeContact': 'தொடர்பைப் பார்',
  'conversations.optedOut': 'விலகியவர்',
  'conversations.cannotReply.optedOut':
    'இந்த எண் விலகியுள்ளதால் அதற்கான செய்திகள் மறுக்கப்படுகின்றன. START அனுப்பி மீண்டும் இணையலாம். <link>விலகல்களைப் பார்</link>',
  'conversations.cannotReply.optedOutByStaff':
    'உங்கள் செய்திகளை நிறுத்துமாறு இவர் எங்களிடம் கேட்டுள்ளார்; எனவே இந்த எண்ணுக்கான செய்திகள் மறுக்கப்படும். எங்கள் பணியாளர்கள் மட்டுமே மீண்டும் அனுமதிக்க முடியும். <link>விலகல்களைப் பார்</link>',
  'conversations.cannotReply.archived':
    'இந்தத் திட்டம் காப்பகப்படுத்தப்பட்டுள்ளது; எனவே இதிலிருந்து எதையும் அனுப்ப முடியாது.',
  'conversations.cannotReply.name': 'பெயரிலிருந்து வரும் செய்திகளுக்குப் பதிலளிக்க முடியாது.',
  'conversations.cannotReply.noNumber': 'பதிலளிக்க இந்தத் திட்டத்துக்கு எண் இல்லை. நாங்கள் ஒன்றை ஒதுக்கலாம்.',
  'conversations.reply': 'பதில்',
  'conversations.replyFrom': 'அனுப்பும் எண்',
  'conversations.send': 'அனுப்பவும்',
  'conversations.sendKeys': 'Ctrl+Enter அனுப்பும்',
  'conversations.sending': 'அனுப்பப்படுகிறது…',
  'conversations.asPhone': 'தொலைபேசியைப் போல பதிலளி',
};
