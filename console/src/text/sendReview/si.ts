// Sinhala text of the review dialog of a message, which loads with the dialog.
import type { TextsOf } from '../translation.ts';
import type { sendReview } from './en.ts';

export const si: TextsOf<typeof sendReview> = {
  'send.leftOutOf':
    '{count, plural, one {එක් අංකයක් අත්හැර ඇත; එය මුලින්ම පෙන්වයි.} other {අංක #ක් අත්හැර ඇත; ඒවා මුලින්ම පෙන්වයි.}}',
  'send.isLeftOut': 'අත්හළා',
  'send.whyLacksCode': 'එහි රටේ කේතය නැත.',
  'send.whyBadFormat': 'එහි දුරකථන අංකයක නොමැති අක්ෂර ඇත.',
  'send.whyBadNumber': 'එය වලංගු දුරකථන අංකයක් නොවේ.',
  'send.whyUnreachable': 'එම රටේ දුරකථන සමාගම් යවන්නා ලෙස නම් භාර නොගනී.',
  'send.whyLandline': 'එය ස්ථාවර දුරකථනයක් හෝ සේවා අංකයකි. එයට SMS ලැබිය නොහැක.',
  'send.pending': 'පොරොත්තුවේ',
  'send.done': '{all, number}න් {done, number}ක් අවසන්',
  'send.outcome':
    '{failed, plural, =0 {{sent, plural, one {යැවුණා.} other {සියල්ල යැවුණා (#).}}} other {{sent, number}ක් යැවුණා, #ක් අසාර්ථකයි.}}',
  'send.watch': 'එය යන අයුරු බලන්න',
  'send.seeMessage': 'පණිවිඩය බලන්න',
  'send.retry': 'අසාර්ථක ඒවා නැවත යවන්න',
  'send.noAnswer': 'පිළිතුරක් නොලැබුණි. නැවත උත්සාහ කළත් එය කිසිවිට දෙවරක් නොයැවේ.',
  'send.stillTaken': 'තවම තහවුරු වී නැත. නැවත උත්සාහ කළත් එය කිසිවිට දෙවරක් නොයැවේ.',
  'send.keyReused': 'මේ වෙනුවට වෙනත් පණිවිඩයක් යවා ඇත. ඉතිහාසය බලා, නව පණිවිඩයක් යැවීමට පෙළ වෙනස් කරන්න.',
  'send.outdated':
    '{count, plural, one {{number} වෙත පණිවිඩය දිනකට වඩා පෙර යැවූ අතර පිළිතුරක් නොලැබුණි.} other {මෙම පණිවිඩවලින් #ක් දිනකට වඩා පෙර යැවූ අතර පිළිතුරක් නොලැබුණි.}} නැවත යැවීමට පෙර <link>ඉතිහාසය</link> බලන්න.',
  'send.outdatedOne': 'මෙම පණිවිඩය දිනකට වඩා පෙර යැවූ අතර පිළිතුරක් නොලැබුණි. නැවත යැවීමට පෙර ඉතිහාසය බලන්න.',
  'send.mergesNot': '{field} වැනි ක්ෂේත්‍ර පිරවෙන්නේ කැම්පේනවල පමණි. මෙම පණිවිඩය සඟල වරහන් ද සමඟ, ලියා ඇති පරිදිම යැවේ.',
  'send.brand.WARN':
    '{count, plural, one {ලබන්නන් # දෙනෙකුගේ ජාලය} other {ලබන්නන් # දෙනෙකුගේ ජාල}} පෙළෙහි වෙළඳ නාමය ඉල්ලයි; මෙම පෙළෙහි {sender} හෝ එහි වෙනත් නමක් නැත. එය එසේම යැවේ, නමුත් ජාල එය අවහිර කළ හැක. නම ලියන්න, නැතහොත් <link>ඔබ භාවිත කරන නම එක් කරන්න</link>.',
  'send.brand.REFUSE':
    'පණිවිඩ {count, number}ක් ප්‍රතික්ෂේප වේ, අය නොකෙරේ: ජාල පෙළෙහි වෙළඳ නාමය ඉල්ලයි; මෙම පෙළෙහි {sender} හෝ එහි වෙනත් නමක් නැත. නම ලියන්න, නැතහොත් <link>ඔබ භාවිත කරන නම එක් කරන්න</link>.',
  'send.consent.WARN':
    'ලබන්නන් {count, number} දෙනෙකුගේ එකඟතාව සටහන් වී නැත; ඔවුන්ගේ රට එය ඉල්ලයි. මෙම පණිවිඩය එසේම ඔවුන්ට යැවේ. <link>එකඟතාව සටහන් කරන්න</link>',
  'send.consent.ENFORCE':
    'ලබන්නන් {count, number} දෙනෙකුගේ එකඟතාව සටහන් වී නැත; ඔවුන්ගේ රට එය ඉල්ලයි. ඔවුන්ට යවන පණිවිඩ ප්‍රතික්ෂේප වේ, අය නොකෙරේ. <link>එකඟතාව සටහන් කරන්න</link>',
  'send.pendingUntil': 'ඔබ “{action}” ඔබන තුරු පොරොත්තුවේ.',
};
