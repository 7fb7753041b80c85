// Tamil text of incoming messages and keywords.
import type { TextsOf } from '../translation.ts';
import type { incoming } from './en.ts';

export const ta: TextsOf<typeof incoming> = {
  'incoming.reply': 'தொலைபேசி போல் பதிலளிக்கவும்',
  'incoming.replyText':
    'ஒரு தொலைபேசி சோதனை எண்ணுக்கு அனுப்பியது போல் உங்கள் உரையைப் பாவனை வலையமைப்பு ஒப்படைக்கும். கட்டணம் இல்லை; தொடர்புகளும் LIVE இன் விலகிய எண்களும் மாறாது.',
  'incoming.phone': 'தொலைபேசி எண்',
  'incoming.message': 'செய்தி',
  'incoming.send': 'பதிலை அனுப்பவும்',
  'incoming.sent': 'பதில் பெறப்பட்டது',
  'incoming.testNumber': 'சோதனை எண்',
  'incoming.testNumberHint': 'TEST இன் பதில்கள் இதற்கு வரும். அனுப்புநர் பெயரைப் போல் இதிலிருந்தும் அனுப்பலாம்.',
  'incoming.copyNumber': 'சோதனை எண்ணை நகலெடு',
  'incoming.numbers': 'உங்கள் எண்கள்',
  'incoming.numbersHint': 'LIVE இல் மக்கள் இவற்றுக்குப் பதிலளிப்பார்கள், நீங்கள் இவற்றிலிருந்து அனுப்பலாம்.',
  'incoming.noNumbers': 'இன்னும் இல்லை. நீண்ட அல்லது குறுகிய எண் ஒன்றை நாங்கள் ஒதுக்கலாம்.',
  'incoming.callback': 'வரும் செய்திகளின் Callback URL',
  'incoming.callbackHint': 'வரும் ஒவ்வொரு செய்தியும் நிலை callback கள் போல் கையொப்பமிடப்பட்டு இங்கே அனுப்பப்படும்.',
  'incoming.recipientName': 'பெறுநர்கள் காணும் பெயர்',
  'incoming.recipientNameHint':
    'வழக்கமான பதில்கள் இந்தத் திட்டத்தைக் குறிப்பிடும் பெயர். காலியாக இருந்தால்: உங்கள் அணியின் பெயர்.',
  'incoming.replies': 'பதில்கள்',
  'incoming.repliesHint':
    'STOP ஒரு தொலைபேசியை உங்கள் விலகல் பட்டியலில் சேர்க்கும், START அதை நீக்கும், HELP பதிலளிக்கும். காலியாக இருந்தால்: சாம்பல் நிறத்தில் காட்டப்படும் சொற்கள், முக்கியச் சொல்லின் மொழியில்.',
  'incoming.stopReply': 'STOP க்கான பதில்',
  'incoming.startReply': 'START க்கான பதில்',
  'incoming.helpReply': 'HELP க்கான பதில்',
  'incoming.saved': 'வரும் செய்திகளின் அமைப்புகள் வெற்றிகரமாகப் புதுப்பிக்கப்பட்டன',
  'incoming.keywords': 'முக்கியச் சொற்கள்',
  'incoming.keywordsHint':
    'இந்தச் சொற்களில் ஒன்றில் தொடங்கும் செய்திக்குப் பதிலளிக்கப்படும், அதன் தொலைபேசியை ஒரு குழுவில் சேர்க்கலாம்.',
  'incoming.noKeywords': 'இன்னும் முக்கியச் சொற்கள் இல்லை.',
  'incoming.newKeyword': 'புதிய முக்கியச் சொல்',
  'incoming.editKeyword': 'முக்கியச் சொல்லைத் திருத்தவும்',
  'incoming.editOf': 'திருத்தவும்: {words}',
  'incoming.deleteOf': 'நீக்கவும்: {words}',
  'incoming.words': 'சொற்கள்',
  'incoming.wordsHint': 'ஒவ்வொன்றுக்கும் பின் Enter அழுத்தவும். பெரிய எழுத்துகளும் சுற்றியுள்ள குறிகளும் பொருட்டல்ல.',
  'incoming.keywordReply': 'பதில்',
  'incoming.keywordReplyHint': 'எந்தச் செய்தியையும் போல் கட்டணம் உண்டு.',
  'incoming.group': 'தொலைபேசியைச் சேர்க்கும் குழு',
  'incoming.noGroup': 'குழு இல்லை',
  'incoming.toGroup': '{group} குழுவில்',
  'incoming.saveKeyword': 'சேமிக்கவும்',
  'incoming.keywordSaved': 'முக்கியச் சொல் சேமிக்கப்பட்டது',
  'incoming.deleteTitle': 'முக்கியச் சொல்லை நீக்கவும்',
  'incoming.deleteText': '“{words}” எனத் தொடங்கும் செய்திகளுக்கு இனிப் பதிலளிக்கப்படாது.',
  'incoming.delete': 'நீக்கவும்',
  'incoming.deleting': 'நீக்கப்படுகிறது…',
  'incoming.keywordDeleted': 'முக்கியச் சொல் நீக்கப்பட்டது',
};
