// Tamil text of screens before and after the login: buttons, fields, errors.
import type { TextsOf } from '../translation.ts';
import type { shared } from './en.ts';

export const ta: TextsOf<typeof shared> = {
  'app.name': 'Godwit',
  'action.cancel': 'இரத்துச்செய்யவும்',
  'action.close': 'மூடவும்',
  'action.showPassword': 'கடவுச்சொல்லைக் காட்டவும்',
  'action.login': 'உள்நுழைக',
  'action.sending': 'அனுப்புகிறது…',
  'action.send': 'அனுப்பவும்',
  'action.undo': 'மீளமாற்றவும்',
  'action.sendSms': 'SMS அனுப்பவும்',
  'action.tryAgain': 'மீண்டும் முயலவும்',
  'offline.title': 'இணைய இணைப்பு இல்லை',
  'offline.text': 'மீண்டும் இணைந்ததும் இந்தப் பக்கம் தானாகவே திறக்கும்.',
  'notFound.title': 'பக்கம் கிடைக்கவில்லை',
  'notFound.text': 'இந்த முகவரியில் எதுவும் இல்லை.',
  'crash.title': 'இந்தப் பக்கம் நின்றுவிட்டது',
  'crash.text': 'இதைக் காட்டும்போது ஏதோ தவறு நேர்ந்தது. நீங்கள் அனுப்பிய எதுவும் இழக்கப்படவில்லை.',
  'crash.reload': 'பக்கத்தை மீண்டும் திறக்கவும்',
  'page.goHome': 'முகப்புக்குச் செல்லவும்',
  'login.busy': 'உள்நுழைகிறது…',
  'login.code': 'குறியீடு',
  'login.codeHint':
    'உங்கள் authenticator செயலியிலிருந்து. அது இல்லாவிட்டால், உங்கள் மீட்புக் குறியீடுகளில் ஒன்றைப் பயன்படுத்தவும்.',
  'login.startOver': 'மீண்டும் தொடங்கவும்',
  'field.email': 'மின்னஞ்சல்',
  'field.password': 'கடவுச்சொல்',
};
