// Tamil text of team verification.
import type { TextsOf } from '../translation.ts';
import type { verification } from './en.ts';

export const ta: TextsOf<typeof verification> = {
  'verify.title': 'அடையாளச் சரிபார்ப்பு',
  'verify.idDocument': 'அடையாள ஆவணம்',
  'verify.nationalId': 'தேசிய அடையாள அட்டை',
  'verify.passport': 'கடவுச்சீட்டு',
  'verify.drivingLicense': 'சாரதி அனுமதிப்பத்திரம்',
  'verify.businessRegistration': 'வணிகப் பதிவு',
  'verify.front': 'பக்கம் 1 அல்லது முன்பக்கம்',
  'verify.back': 'பக்கம் 2 அல்லது பின்பக்கம் (விரும்பினால்)',
  'verify.documentName': '{document}, பக்கம் {page, number}',
  'verify.submit': 'சமர்ப்பிக்கவும்',
  'verify.submitting': 'சமர்ப்பிக்கிறது…',
  'verify.sent': 'சரிபார்ப்புக் கோரிக்கை வெற்றிகரமாக அனுப்பப்பட்டது',
  'verify.selectDocument': 'உங்கள் ஆவணத்தைத் தேர்வுசெய்யவும்',
  'verify.nextTitle': 'அடுத்து நடப்பது',
  'verify.next1': 'எங்கள் ஊழியர்கள் உங்கள் ஆவணங்களைப் பரிசீலிப்பார்கள். இதற்கு 2 வேலை நாட்கள் வரை ஆகும்.',
  'verify.next2': 'முடிவு உங்களுக்கு மின்னஞ்சலில் அறிவிக்கப்படும்; இந்தப் பக்கத்திலும் காட்டப்படும்.',
  'verify.kept': 'முடிவுக்குப் பிறகு {days, plural, one {# நாளில்} other {# நாட்களில்}} ஆவணங்கள் நீக்கப்படும்.',
  'verify.next3': 'சரிபார்க்கப்பட்டதும், சோதனை முறையை நிறுத்தி LIVE ஆக அனுப்பவும்.',
  'verify.private':
    'ஆவணங்கள் மறைகுறியாக்கப்பட்டு வைக்கப்படும். உங்கள் அணியின் நிர்வாகிகளும் எங்கள் பரிசீலகர்களும் மட்டுமே அவற்றைத் திறக்கலாம்.',
  'verify.notVerified': 'உங்கள் கணக்கு இன்னும் சரிபார்க்கப்படவில்லை.',
  'verify.slotsHint':
    'கடவுச்சீட்டு அல்லது வணிகப் பதிவு போன்று, நீங்கள் யார் என்பதைக் காட்டும் 3 ஆவணங்கள் வரை பதிவேற்றி, ஒவ்வொன்றுக்கும் பெயரிடவும்.',
  'verify.slotName': 'ஆவணம் {number}: பெயர்',
  'verify.slotNameOptional': 'ஆவணம் {number}: பெயர் (விரும்பினால்)',
  'verify.slotFile': 'ஆவணம் {number}',
  'verify.nameRequired': 'பெயர் தேவை',
  'verify.idRequired': 'அடையாள ஆவணம் தேவை',
  'verify.pending': 'உங்கள் சரிபார்ப்புக் கோரிக்கை ஒன்று நிலுவையில் உள்ளது.',
  'verify.pendingHint': 'பரிசீலனைக்கு 2 வேலை நாட்கள் வரை ஆகும். முடிவு மின்னஞ்சலில் அறிவிக்கப்படும்.',
  'verify.submitted': 'சமர்ப்பித்தது',
  'verify.goBack': 'பின்செல்லவும்',
  'verify.doneTitle': 'உங்கள் கணக்கு சரிபார்க்கப்பட்டது',
  'verify.doneText': 'LIVE செய்திகளை அனுப்ப, சோதனை முறையை நிறுத்தவும்.',
  'verify.rejectedTitle': 'உங்கள் கடைசிக் கோரிக்கை அங்கீகரிக்கப்படவில்லை',
  'verify.withdrawnTitle': 'உங்கள் சரிபார்ப்பு மீளப்பெறப்பட்டது',
  'verify.reason': '{day}: {reason}',
  'verify.notAllowed': 'அணியின் உரிமையாளர்களும் நிர்வாகிகளும் மட்டுமே சரிபார்ப்பைக் கோரலாம். அவர்களில் ஒருவரிடம் கேட்கவும்.',
};
