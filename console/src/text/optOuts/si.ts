// Sinhala text of opt-outs.
import type { TextsOf } from '../translation.ts';
import type { optOuts } from './en.ts';

export const si: TextsOf<typeof optOuts> = {
  'optOuts.intro':
    'මෙම අංකවල හිමිකරුවන්ට ඔබේ කාර්ය කණ්ඩායමෙන් තවත් ප්‍රවර්ධන පණිවිඩ, නැතහොත් කිසිදු පණිවිඩයක් අවශ්‍ය නැත. ප්‍රවර්ධන පණිවිඩයක අවසානයේ ඇති සබැඳියෙන් ප්‍රවර්ධන නැවැත්වේ; STOP පිළිතුරෙන් සියල්ල නැවැත්වේ.',
  'optOuts.inTest': 'මේවා පරීක්ෂණ මාදිලියේ අංකයි; පරීක්ෂණ පණිවිඩ පමණක් නවත්වයි.',
  'optOuts.scope': 'නවත්වන දේ',
  'optOuts.ALL': 'සියලු පණිවිඩ',
  'optOuts.PROMOTIONAL': 'ප්‍රවර්ධන පණිවිඩ පමණි',
  'optOuts.source': 'ඉවත් වූ ආකාරය',
  'optOuts.since': 'ඉවත් වූ දිනය',
  'optOuts.LINK': 'පණිවිඩයක සබැඳියෙන්',
  'optOuts.STOP': 'STOP ලෙස පිළිතුරු දුන්නා',
  'optOuts.STAFF': 'අපගේ කාර්ය මණ්ඩලය විසින්',
  'optOuts.CONSOLE': 'ඔබේ කණ්ඩායම එක් කළා',
  'optOuts.API': 'ඔබේ වැඩසටහන් මගින්',
  'optOuts.IMPORT': 'ආයාත කළා',
  'optOuts.searchHint': 'අංකයේ මුල් ඉලක්කම්',
  'optOuts.empty': 'කිසිවෙක් ඉවත් වී නැත.',
  'optOuts.noMatch': 'ඉවත් වූ අංක කිසිවක් මෙලෙස ආරම්භ නොවේ.',
  'optOuts.add': 'අංකය එක් කරන්න',
  'optOuts.addText': 'මෙම අංකයට යවන පණිවිඩ මින් පසු ප්‍රතික්ෂේප වේ.',
  'optOuts.addHint': 'වෙනත් රටවල අංකවලට රටේ කේතය අවශ්‍යයි, උදා: +44 7400 123456',
  'optOuts.added': '{number} “ඉවත් වූ අංක” ලැයිස්තුවට එක් කළා',
  'optOuts.remove': '{number} ලැයිස්තුවෙන් ඉවත් කරන්න',
  'optOuts.recipients': 'සබැඳියෙන් හෝ STOP මගින් ඉවත් වූ අංක: මෙය ආපසු හැරවිය හැක්කේ ලබන්නාට පමණි.',
  'optOuts.staffs': 'අපගේ කාර්ය මණ්ඩලය විසින් ඉවත් කළ අංක: මෙය ආපසු හැරවිය හැක්කේ අපගේ කාර්ය මණ්ඩලයට පමණි.',
  'optOuts.removeTitle': 'ලැයිස්තුවෙන් ඉවත් කරන්න',
  'optOuts.removeText': '{number} වෙත මෙම පණිවිඩ නැවත ලැබිය හැක. එහි හිමිකරු එසේ ඉල්ලා ඇත්නම් පමණක් ලැයිස්තුවෙන් ඉවත් කරන්න.',
  'optOuts.removed': '{number} “ඉවත් වූ අංක” ලැයිස්තුවෙන් ඉවත් කළා',
  'optOuts.import': 'ආයාත කරන්න',
  'optOuts.importTitle': 'ඉවත් වූ අංක ආයාත කරන්න',
  'optOuts.fileHint':
    'අංක ඇති තීරුව හඳුනාගන්නේ Mobile වැනි ශීර්ෂයෙනි; ශීර්ෂ නැති විට පළමු තීරුව ගැනේ. Scope තීරුවක PROMOTIONAL හෝ ALL තිබිය හැක; එය නැති පේළි සියලු පණිවිඩ නවත්වයි. වෙනත් රටවල අංකවලට රටේ කේතය අවශ්‍යයි.',
  'optOuts.importAdded': 'එක් කළා',
  'optOuts.importUnchanged': 'දැනටමත් ලැයිස්තුවේ ඇත',
  'optOuts.importRepeated': 'පේළි {count, number}ක පෙර පේළියක අංකයම ඇත; එය එක් වරක් ගණන් ගත්තා.',
};
