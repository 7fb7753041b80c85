// Sinhala text of screens before and after the login: buttons, fields, errors.
import type { TextsOf } from '../translation.ts';
import type { shared } from './en.ts';

export const si: TextsOf<typeof shared> = {
  'app.name': 'Godwit',
  'action.cancel': 'අවලංගු කරන්න',
  'action.close': 'වසන්න',
  'action.showPassword': 'මුරපදය පෙන්වන්න',
  'action.login': 'පිවිසෙන්න',
  'action.sending': 'යවමින්…',
  'action.send': 'යවන්න',
  'action.undo': 'ආපසු හරවන්න',
  'action.sendSms': 'SMS යවන්න',
  'action.tryAgain': 'නැවත උත්සාහ කරන්න',
  'offline.title': 'ඔබ අන්තර්ජාලයට සම්බන්ධ වී නැත',
  'offline.text': 'ඔබ නැවත සම්බන්ධ වූ විගස මෙම පිටුව ඉබේම විවෘත වේ.',
  'notFound.title': 'පිටුව හමු නොවීය',
  'notFound.text': 'මෙම ලිපිනයේ කිසිවක් නැත.',
  'crash.title': 'මෙම පිටුව නැවතී ඇත',
  'crash.text': 'එය පෙන්වීමේදී යමක් වැරදුණා. ඔබ යැවූ කිසිවක් නැති වී නැත.',
  'crash.reload': 'පිටුව නැවත විවෘත කරන්න',
  'page.goHome': 'මුල් පිටුවට යන්න',
  'login.busy': 'පිවිසෙමින්…',
  'login.code': 'කේතය',
  'login.codeHint': 'ඔබේ authenticator යෙදුමෙන්. එය නොමැති නම්, ඔබේ ප්‍රතිසාධන කේතයක් යොදන්න.',
  'login.startOver': 'මුල සිට අරඹන්න',
  'field.email': 'ඊමේල්',
  'field.password': 'මුරපදය',
};
