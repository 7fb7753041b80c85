// Tamil text of the second factor.
import type { TextsOf } from '../translation.ts';
import type { secondFactor } from './en.ts';

export const ta: TextsOf<typeof secondFactor> = {
  'secondFactor.checking': 'சரிபார்க்கிறது…',
  'secondFactor.qr': 'உங்கள் authenticator செயலிக்கான QR குறியீடு',
  'secondFactor.step1': 'உங்கள் கைபேசியில் authenticator செயலியைத் திறந்து, கணக்கொன்றைச் சேர்க்கவும்.',
  'secondFactor.step2': 'குறியீட்டை ஸ்கேன் செய்யவும் அல்லது இந்த விசையை உள்ளிடவும்:',
  'secondFactor.step3': 'செயலி காட்டும் ஆறு இலக்கங்களை உள்ளிடவும்.',
  'recovery.text':
    'கைபேசியை இழந்தால், ஒவ்வொரு குறியீட்டாலும் ஒருமுறை உள்நுழையலாம். இவற்றைக் கைபேசியில் அல்லாமல் வேறிடத்தில் வைத்திருக்கவும்: இவை மீண்டும் காட்டப்படாது.',
  'recovery.codes': 'மீட்புக் குறியீடுகள்',
  'recovery.save': 'கோப்பாகச் சேமிக்கவும்',
  'recovery.done': 'முடிந்தது',
};
