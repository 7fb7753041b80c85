// Tamil text of the login and the language choice.
import type { TextsOf } from '../translation.ts';
import type { access } from './en.ts';

export const ta: TextsOf<typeof access> = {
  'login.sso': 'ஒற்றை உள்நுழைவைப் பயன்படுத்து',
  'login.newHere': 'Godwit க்குப் புதியவரா?',
  'login.wrong': 'மின்னஞ்சல் அல்லது கடவுச்சொல் தவறானது!',
  'login.notVerified':
    'உள்நுழைய, உங்கள் மின்னஞ்சல் முகவரியை உறுதிப்படுத்தவும். உறுதிப்படுத்தல் மின்னஞ்சல் வந்துள்ளதா என உங்கள் அஞ்சல் பெட்டியில் பார்க்கவும்.',
  'login.resend': 'மின்னஞ்சலை மீண்டும் அனுப்பவும்',
  'login.forgot': 'கடவுச்சொல் மறந்துவிட்டதா?',
  'reset.confirm': 'கடவுச்சொல்லை உறுதிப்படுத்தவும்',
  'reset.confirmDiffers': 'இரண்டு கடவுச்சொற்களும் ஒரே மாதிரி இருக்க வேண்டும்',
  'features.first': 'கட்டாய ஒப்பந்தம் இல்லை (பயன்பாட்டுக்கு ஏற்பக் கட்டணம்)',
  'features.contacts': 'தொடர்புகளை நிர்வகிக்கலாம்',
  'features.campaigns': 'விளம்பரப் பிரசாரங்களை உருவாக்கலாம்',
  'features.verification': 'தொலைபேசி எண்களைச் சரிபார்க்கலாம்',
  'signUp.title': 'கணக்கை உருவாக்கவும்',
  'signUp.confirmRequired': 'கடவுச்சொல்லை உறுதிப்படுத்தவும்',
  'language.choose': 'மொழி',
  'language.notLoaded': 'இந்த மொழியை ஏற்ற முடியவில்லை. மீண்டும் முயலவும்.',
  'language.notKept': 'உங்கள் மின்னஞ்சல்களுக்காக மொழியை இன்னும் சேமிக்க முடியவில்லை.',
};
