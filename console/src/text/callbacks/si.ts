// Sinhala text of status callbacks.
import type { TextsOf } from '../translation.ts';
import type { callbacks } from './en.ts';

export const si: TextsOf<typeof callbacks> = {
  'callbacks.intro': 'පණිවිඩයක තත්ත්වය ගැන ඔබේ සර්වරයට කළ සෑම ඇමතුමක්ම, අලුත්ම ඒවා මුලින්.',
  'callbacks.apart':
    'ඒවා යන්නේ පණිවිඩයේ දී ඇති URL එකටය. ව්‍යාපෘතියේ සියලු සිදුවීම් ලැබීමට <link>webhook අන්තයක්</link> එක් කරන්න.',
  'callbacks.keptFor': 'ඇමතුම් {days, plural, one {දින #ක්} other {දින #ක්}} තබා ගැනේ.',
  'callbacks.attempts': 'තත්ත්ව callback',
  'callbacks.message': 'පණිවිඩය ලබන්නා',
  'callbacks.status': 'දැන්වූ තත්ත්වය',
  'callbacks.answer': 'පිළිතුර',
  'callbacks.took': 'ගත වූ කාලය',
  'callbacks.attempt': 'උත්සාහය',
  'callbacks.try': '{attempt, number}',
  'callbacks.tryAgain': '{attempt, number}, නැවත යවන ලදි',
  'callbacks.ms': '{duration, number} ms',
  'callbacks.row': '{to}, {status}, පිළිතුර: {answer}, {date}',
  'callbacks.allAnswers': 'සියලු පිළිතුරු',
  'callbacks.TAKEN': 'භාර ගත් (2xx)',
  'callbacks.FAILED': 'භාර නොගත්',
  'callbacks.searchHint': 'අංකය හෝ පණිවිඩ id',
  'callbacks.empty': 'මෙම දිනවල තත්ත්ව callback නැත. status_callback සමඟ යවන පණිවිඩයක ඒවා මෙහි පෙන්වයි.',
  'callbacks.example':
    'උදාහරණයක් ලෙස, මෙම TEST පණිවිඩයේ තත්ත්වය වෙනස් වන සෑම විටම අවසාන පේළියේ ඇති සර්වරය අමතයි. TEST_KEY ඇත්තේ දළ විශ්ලේෂණයේය.',
  'callbacks.noMatch': 'මෙම පෙරහන්වලට ගැළපෙන තත්ත්ව callback නැත.',
  'callbacks.replay': 'Callback නැවත යවන්න',
  'callbacks.replayText':
    'ඔබේ සර්වරය ක්‍රියා විරහිත වූ විට හෝ දැන්වූ දේ නැති වූ විට සඳහා. Callback වල id වෙනස් නොවේ; එබැවින් දැනටමත් ඇති ඒවා ඔබේ සර්වරය හඳුනා ගනී.',
  'callbacks.from': 'සිට',
  'callbacks.to': 'දක්වා',
  'callbacks.spanOrder': 'පළමු වේලාවට පසු වේලාවක් තෝරන්න',
  'callbacks.what': 'නැවත යැවිය යුතු දේ',
  'callbacks.onlyFailed': 'ඔබේ සර්වරය භාර නොගත් දේ',
  'callbacks.everything': 'සියල්ල, භාර ගත් දේ ද ඇතුළුව',
  'callbacks.counting': 'ගණන් කරමින්…',
  'callbacks.noFailed': 'මෙම කාලය තුළ අසාර්ථක උත්සාහ නැත: නැවත යැවීමට කිසිවක් නැත.',
  'callbacks.noAttempts': 'මෙම කාලය තුළ උත්සාහ නැත: නැවත යැවීමට කිසිවක් නැත.',
  'callbacks.failedCount':
    'මෙම කාලය තුළ {more, select, yes {අසාර්ථක උත්සාහ {count, number}කට වඩා ඇත} other {අසාර්ථක උත්සාහ {count, number}ක් ඇත}}.',
  'callbacks.failedThen': 'ඒවායින් ඔබේ සර්වරය තවමත් භාර නොගත් සෑම තත්ත්වයක්ම නැවත යවනු ලැබේ.',
  'callbacks.allCount':
    'මෙම කාලය තුළ {more, select, yes {උත්සාහ {count, number}කට වඩා ඇත} other {උත්සාහ {count, number}ක් ඇත}}.',
  'callbacks.allThen': 'මෙම පණිවිඩවල තත්ත්ව, ඒවායින් පළමු එකේ සිට නැවත යවනු ලැබේ.',
  'callbacks.replayAction': 'නැවත යවන්න',
  'callbacks.replayBegun': 'Callback නැවත යවමින් පවතී',
  'callbacks.replaying':
    '{from} සිට {to} දක්වා callback නැවත යවමින් පවතී: මෙතෙක් {count, plural, one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}}.',
  'callbacks.replayed':
    '{from} සිට {to} දක්වා callback නැවත යවන ලදි: {count, plural, one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}}.',
};
