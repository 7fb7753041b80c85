// Tamil text of sender IDs.
import type { TextsOf } from '../translation.ts';
import type { senderId } from './en.ts';

export const ta: TextsOf<typeof senderId> = {
  'sender.title': 'அனுப்புநர் பெயர்க் கோரிக்கை',
  'sender.type': 'அனுப்புநர் பெயரின் வகை',
  'sender.pendingTitle': 'நிலுவையிலுள்ள அனுப்புநர் பெயர்க் கோரிக்கை',
  'sender.pendingText':
    'நிலுவையிலுள்ள கோரிக்கை அங்கீகரிக்கப்பட்ட பின்பு அல்லது மீளப்பெறப்பட்ட பின்பே புதிய கோரிக்கையை முன்வைக்கலாம்.',
  'sender.late': '7 வேலை நாட்களுக்கு மேல் கடந்துவிட்டது. அதைப் பற்றிக் கேட்டு, இந்தக் கோரிக்கையைக் குறிப்பிடவும்:',
  'sender.copyRequest': 'கோரிக்கையின் ID ஐ நகலெடுக்கவும்',
  'sender.requestedOn': 'கோரிய திகதி',
  'sender.noDocuments': 'எதுவுமில்லை',
  'sender.rejectedTitle': 'அனுப்புநர் பெயர் {sender}: உங்கள் கோரிக்கை அங்கீகரிக்கப்படவில்லை',
  'sender.approvedTitle': 'இந்தத் திட்டத்தின் அனுப்புநர் பெயர்கள்',
  'sender.blocked': '{country}: செய்திகள் மறுக்கப்படும்',
  'sender.substitute': 'வலையமைப்பு {sender} பெயரைத் தடுத்தால், அனுப்புநர்',
  'sender.substituteHint': 'ஒவ்வொரு செய்திக்கும் தீர்மானிக்கப்படும். பெயர் பதிவு செய்யப்பட்ட இடங்களுக்கு மட்டுமே செல்லும்.',
  'sender.substituteNone': 'மாற்று இல்லை: அனுப்பப்படாது',
  'sender.substituteSaved': 'மாற்று அனுப்புநர் சேமிக்கப்பட்டது',
  'sender.aliases': 'உரைகளில் {sender} என்பதன் வேறு பெயர்கள்',
  'sender.aliasesHint':
    'இலங்கை போன்ற சில நாடுகளின் வலையமைப்புகள் உரையில் வணிகப் பெயரைக் கேட்கின்றன. அங்கு ஏற்கப்படுபவை: {sender}{owner, select, none {} other {, {owner}}}, கீழுள்ள பெயர்கள். காற்புள்ளிகளால் பிரித்து {most} வரை.',
  'sender.aliasesSaved': 'வேறு பெயர்கள் சேமிக்கப்பட்டன',
  'sender.seen': '{country}: பெறுநர்கள் “{name}” எனக் காண்பர்',
  'sender.state.DRAFT': 'பதிவு செய்யப்படவில்லை',
  'sender.state.SUBMITTED': 'பதிவேட்டிடம் உள்ளது',
  'sender.state.REGISTERED': 'பதிவு செய்யப்பட்டது',
  'sender.state.REFUSED': 'மறுக்கப்பட்டது',
  'sender.state.EXPIRED': 'காலாவதியானது',
  'sender.state.WITHDRAWN': 'நீக்கப்பட்டது',
  'sender.next.ask': 'உங்கள் முறை: {country} நாட்டினருக்கு அனுப்புவதாயின், {country} நாட்டைத் தேர்ந்து மீண்டும் கோரவும்.',
  'sender.next.DRAFT': 'எங்கள் முறை: {country} பதிவேட்டில் சமர்ப்பிப்போம்.',
  'sender.next.owner': 'உங்கள் முறை: உரிமையாளரின் ABN எண்ணுடன் மீண்டும் கோரவும்.',
  'sender.next.evidence': 'உங்கள் முறை: ஓர் ஆவணம் காலாவதியானது. புதிய ஆவணத்துடன் மீண்டும் கோரவும்.',
  'sender.next.look': 'எங்கள் முறை: உரிமையாளரைச் சரிபார்ப்போம்.',
  'sender.next.SUBMITTED': 'பதிவேட்டின் முறை. அது உங்களுக்கு எழுதினால், அங்கு பெயரை உறுதிப்படுத்தவும்.',
  'sender.next.checking': 'எங்கள் முறை: இரண்டாவது நபர் ஆதாரத்தைச் சரிபார்க்கிறார்.',
  'sender.next.open': 'பதிவேடு முடிவுத் திகதி எதையும் தரவில்லை.',
  'sender.next.until': '{day} வரை.',
  'sender.next.renewing': '{day} வரை. எங்கள் முறை: நாங்கள் புதுப்பிப்போம்.',
  'sender.next.REFUSED': 'உங்கள் முறை: குறைவாக உள்ளதை எங்களுக்கு அனுப்பவும். பதிவேடு கூறுவது: {reason}',
  'sender.next.EXPIRED': '{day} அன்று முடிந்தது. எங்கள் முறை: நாங்கள் புதுப்பிப்போம்.',
  'sender.next.WITHDRAWN': 'காரணத்தை எங்களிடம் கேட்கவும்.',
  'sender.notAllowed':
    'அணியின் உரிமையாளர்களும் நிர்வாகிகளும் மட்டுமே அனுப்புநர் பெயரைக் கோரலாம். அவர்களில் ஒருவரிடம் கேட்கவும்.',
  'sender.substituteLack':
    'இந்தத் திட்டத்தில் எண்ணோ {class} வகையின் வேறு பெயரோ இன்னும் இல்லை. அத்தகைய பெயரைக் கீழே கோரவும், அல்லது எங்களிடம் ஓர் எண்ணைக் கேட்கவும்.',
};
