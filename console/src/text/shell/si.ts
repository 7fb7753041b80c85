// Sinhala text of the shell, and of the page for people without a team.
import type { TextsOf } from '../translation.ts';
import type { shell } from './en.ts';

export const si: TextsOf<typeof shell> = {
  'app.loadFailed': 'කොන්සෝලය විවෘත කළ නොහැකි විය.',
  'app.again': 'මෙම පිටුව ස්වයංක්‍රීයව නැවත උත්සාහ කරයි.',
  'relogin.text': 'ඔබේ පිවිසීම අසාර්ථකයි. නැවත පිවිසීමට උත්සාහ කරන්න.',
  'relogin.forgot': 'මුරපදය අමතකද',
  'nav.more': 'තවත්',
  'nav.send': 'යවන්න',
  'nav.templates': 'අච්චු',
  'nav.balance': 'ශේෂය',
  'nav.liveBalance': 'LIVE ශේෂය',
  'palette.open': 'සොයන්න…',
  'project.choose': 'ව්‍යාපෘතිය: {name}',
  'project.createNew': 'නව ව්‍යාපෘතියක් සාදන්න',
  'project.newTitle': 'නව ව්‍යාපෘතිය',
  'project.promptTitle': 'ව්‍යාපෘතියක් සාදන්න',
  'project.prompt':
    'SMS යැවීම ආරම්භ කිරීමට නව ව්‍යාපෘතියක් සාදන්න. මෙම ගෙවීම් ගිණුම යටතේ ව්‍යාපෘති කිහිපයක් සාදා, ඒවා ඩෑෂ්බෝඩ් එකෙන් වෙන වෙනම කළමනාකරණය කළ හැක.',
  'project.none': 'මෙම කාර්ය කණ්ඩායමේ තවම ව්‍යාපෘතියක් නැත. හිමිකරුවෙකුට හෝ පරිපාලකයෙකුට එකක් සෑදිය හැක.',
  'project.name': 'ව්‍යාපෘතියේ නම',
  'project.create': 'සාදන්න',
  'project.createPrompt': 'ව්‍යාපෘතිය සාදන්න',
  'project.created': 'නව ව්‍යාපෘතිය සාර්ථකව සෑදුවා',
  'project.archivedName': '{name} (සංරක්ෂිත)',
  'archived.title': 'මෙම ව්‍යාපෘතිය සංරක්ෂණය කර ඇත',
  'archived.text': 'එයින් තවදුරටත් පණිවිඩ යැවෙන්නේ නැත. එහි ඇති සියල්ල ඔබට තවමත් කියවිය හැක.',
  'banner.title': 'ගිණුම තහවුරු කර නැත',
  'banner.text':
    'SMS යැවීම ආරම්භ කිරීමට පෙර ඔබේ අනන්‍යතාව තහවුරු කළ යුතුය. අවශ්‍ය ලේඛන උඩුගත කර තහවුරු කරගැනීම <link>මෙතැනින්</link> කළ හැක.',
  'banner.inReview':
    '{day} සිට සමාලෝචනයේ. මේ සඳහා වැඩ කරන දින 2ක් දක්වා ගත වන අතර, තීරණය ඔබට ඊමේල් කරන්නෙමු. <link>ඉල්ලීම බලන්න</link>',
  'banner.test': 'පරීක්ෂණ මාදිලියට තහවුරු කිරීම අවශ්‍ය නැත, අවශ්‍ය වන්නේ LIVE සඳහා පමණි.',
  'mode.testMode': 'පරීක්ෂණ මාදිලිය',
  'mode.test': 'TEST',
  'mode.live': 'LIVE',
  'mode.barLong': 'පණිවිඩ යන්නේ සිමියුලේටරයටයි. දුරකථනයකට කිසිවක් නොයැවේ, කිසිවක් අය නොකෙරේ.',
  'mode.barShort': 'කිසිවක් නොයැවේ, අය නොකෙරේ.',
  'verifyModal.title': 'ගිණුම තහවුරු කරන්න',
  'verifyModal.text': 'LIVE වෙත මාරු වීමට පෙර ඔබේ අනන්‍යතාව තහවුරු කළ යුතුය.',
  'verifyModal.verify': 'තහවුරු කරන්න',
  'status.DELIVERED': 'බෙදා හැරුණා',
  'status.ACCEPTED': 'පෝලිමේ',
  'status.SENT': 'යැවුණා',
  'status.FAILED': 'අසාර්ථකයි',
  'status.CANCELLED': 'අවලංගුයි',
  'noTeam.text':
    'ඔබ තවදුරටත් කාර්ය කණ්ඩායමක නැත. ඔබේ ගිණුම එලෙසම පවතී: කාර්ය කණ්ඩායමකට එක් වීමට ආරාධනයක සබැඳිය විවෘත කරන්න, නැතහොත් ආරාධනයක් එවන ලෙස හිමිකරුවෙකුගෙන් ඉල්ලන්න.',
};
