// Sinhala text of Home.
import type { TextsOf } from '../translation.ts';
import type { home } from './en.ts';

export const si: TextsOf<typeof home> = {
  'home.held':
    '{at} සිට +{code} ({countries}) වෙත යන {waiting, plural, =0 {LIVE පණිවිඩ} one {LIVE පණිවිඩ #ක්} other {LIVE පණිවිඩ #ක්}} රඳවා ඇත.',
  'home.heldWhy':
    'ඔබේ කණ්ඩායම අලුත් වන අතර, එය එක් ගමනාන්තයකට අසාමාන්‍ය ලෙස බොහෝය. අපගේ කාර්ය මණ්ඩලය ඒවා බලන තුරු ඒවා රැඳී සිටී; වෙනත් තැන්වලට යන පණිවිඩ සුපුරුදු පරිදි යයි. ඒවා නොයැවිය යුතු නම්, ඒවා යවන පෝරමය සීමා කරන්න, ඔබේ API යතුර මාරු කරන්න, පණිවිඩ අවලංගු කරන්න. යැවිය යුතු නම්, ඒවා කුමක් සඳහාදැයි අපට දන්වන්න.',
  'home.held.BRAND':
    'වෙනත් අයෙකුගේ සබැඳියක් අසල සන්නාමයක් ඇති ({found}) LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.held.MIXED':
    'වචනයක අක්ෂර මාලා කිහිපයක අකුරු ඇති ({found}) LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.held.ADDRESS':
    'IP ලිපිනයකට සබැඳියක් ඇති ({found}) LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.held.SHORTENER':
    'කෙටි කළ සබැඳියක් ඇති ({found}) LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.held.ADVERT':
    '{found} වෙතින් යවන, වෙළඳ දැන්වීමක් ලෙස පෙනෙන කැම්පේනයක LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.held.MANY':
    'වංචාවල භාවිත වන වෙනත් සබැඳි හෝ වචන බොහොමයක් ඇති LIVE පණිවිඩ {waiting, plural, =0 {} one {#ක්} other {#ක්}} {at} සිට රඳවා ඇත.',
  'home.heldTextWhy':
    'වංචාවල එවැනි පෙළ භාවිත වන බැවින්, අපගේ කාර්ය මණ්ඩලය පළමුව ඒවා බලයි. පණිවිඩ සඳහා අය කර ඇත. දිනක් තුළ මුදා නොහැරියහොත්, ඒවා කල් ඉකුත් වී මුදල ආපසු ලැබේ. වහාම යැවීමට, ඒවා අවලංගු කර ඔබේම වෙබ් අඩවියේ සබැඳියක් යොදන්න. ඔබ ඒවා නොයැව්වා නම්, API යතුර මාරු කරන්න.',
  'home.heldAdvertWhy':
    'යවන්නා ප්‍රවර්ධන යවන්නෙකු නොවන අතර, ඔබේ කණ්ඩායම මීට පෙරත් එවැනි කැම්පේනයක් යවා ඇති බැවින්, අපගේ කාර්ය මණ්ඩලය පළමුව මෙය බලයි. පණිවිඩ සඳහා අය කර ඇත. දිනක් තුළ මුදා නොහැරියහොත්, ඒවා කල් ඉකුත් වී මුදල ආපසු ලැබේ. වහාම යැවීමට, කැම්පේනය අවලංගු කර ප්‍රවර්ධන යවන්නෙකුගෙන් යවන්න.',
  'home.heldSee': 'ලොග් තුළ ඒවා බලන්න',
  'home.balance': 'වත්මන් ශේෂය',
  'home.stepsTitle': 'SMS යැවීමට පියවර තුනක්',
  'home.stepsText': 'පළමුවැන්න දැන්ම කළ හැක: පරීක්ෂණයකට තහවුරු කිරීමක් අවශ්‍ය නැත, ගාස්තුවක් ද නැත.',
  'home.testWhen': 'දැන් සූදානම්',
  'home.testTitle': 'පරීක්ෂණයක් යවන්න',
  'home.testText':
    '0001 න් අවසන් වන අංකයකට ලියා, එය “පෝලිමේ” සිට “බෙදා හැරුණා” දක්වා යන අයුරු බලන්න. කිසිවක් සිමියුලේටරයෙන් පිටතට නොයයි.',
  'home.identityWhen': 'වැඩ කරන දින 2ක් දක්වා',
  'home.identityDone': 'අවසන්',
  'home.identityRequest': 'ඉල්ලීම බලන්න',
  'home.identityTitle': 'අනන්‍යතාව තහවුරු කරන්න',
  'home.identityText': 'හැඳුනුම්පත, ගමන් බලපත්‍රය හෝ ව්‍යාපාර ලියාපදිංචිය උඩුගත කරන්න. පළමු LIVE පණිවිඩයට පෙර අවශ්‍යයි.',
  'home.senderWhen': 'වැඩ කරන දින 7ක් දක්වා',
  'home.senderTitle': 'යවන නමක් ගන්න',
  'home.senderText':
    'අංකයක් වෙනුවට මිනිසුන් දකින නම{shortest, select, none {} other {: අක්ෂර {shortest}ක් සිට 11ක් දක්වා}}. එය අප අනුමත කළ යුතුය.',
  'home.apiTitle': 'ඔබේම මෘදුකාංගයෙන් යවනවාද?',
  'home.apiText': 'ඔබේ ව්‍යාපෘතියට දැනටමත් පරීක්ෂණ යතුරක් ඇත. API විමර්ශනයේ නියැදි එයින් පුරවා ඇත.',
  'home.apiTextNoProject': 'සෑම ව්‍යාපෘතියකටම පරීක්ෂණ යතුරක් ලැබේ. API විමර්ශනයේ නියැදි එයින් පුරවා ඇත.',
  'home.apiLink': 'API විමර්ශනය',
  'home.compared':
    '<b>{current}{until, select, none {} other {, මේ දක්වා}}</b> {previous}{until, select, none {} other { ({until} දක්වා)}} සමඟ සසඳා',
  'home.versus': '{previous}{until, select, none {} other { ({until} දක්වා)}} සමඟ සසඳා',
  'home.changeFromNone': '{percent} (අලුත්)',
  'home.changeManyTimes': '10×ට වඩා වැඩියි',
  'home.undeliveredParts': 'අසාර්ථක {failed, number}, රැඳී සිටින {waiting, number}',
  'home.totalOutgoing': 'මුළු යැවීම්',
  'home.totalDelivered': 'බෙදා හැරුණු මුළු ගණන',
  'home.totalUndelivered': 'බෙදා නොහැරුණු මුළු ගණන',
  'home.totalSpend': 'මුළු වියදම',
  'home.view': 'පෙන්වන ආකාරය',
  'home.viewGraph': 'ප්‍රස්තාරය',
  'home.viewTable': 'වගුව',
  'home.period':
    '{range, select, 1d {අද} 7d {පසුගිය දින 7 තුළ} 4w {පසුගිය සති 4 තුළ} 3m {පසුගිය මාස 3 තුළ} 12m {පසුගිය මාස 12 තුළ} other {{days}:}}',
  'home.time': '{unit, select, second {තත්.} minute {මිනි.} other {පැය}}\u00a0{time, number}',
  'home.wordsNone': '{period} පණිවිඩ කිසිවක් යවා නැත.',
  'home.wordsAllWaiting':
    '{period} {count, plural, one {පණිවිඩ #ක් භාරගත් අතර එය තවම රැඳී සිටී} other {පණිවිඩ #ක් භාරගත් අතර සියල්ල තවම රැඳී සිටී}}.',
  'home.wordsNoneDelivered': '{period} {count, plural, one {පණිවිඩ #කින්} other {පණිවිඩ #කින්}} එකක්වත් බෙදා හැරුණේ නැත.',
  'home.wordsAllDelivered':
    '{period} {count, plural, one {පණිවිඩ #ක් යැවූ අතර එය බෙදා හැරුණා} other {පණිවිඩ #ම බෙදා හැරුණා}}{half, select, one { ({within} ඇතුළත)} all {, ඉන් අඩක් {within} ඇතුළත} newest {; අලුත්ම {newest, number}න් අඩක් {within} ඇතුළත} other {}}.',
  'home.wordsDelivered':
    '{period} {count, plural, one {පණිවිඩ #කින්} other {පණිවිඩ #කින්}} {share, number, ::percent .#}ක් බෙදා හැරුණා{half, select, one { ({within} ඇතුළත)} all {, ඉන් අඩක් {within} ඇතුළත} newest {; අලුත්ම {newest, number}න් අඩක් {within} ඇතුළත} other {}}.',
  'home.wordsFailed': '<why>{count, plural, one {පණිවිඩ #ක් අසාර්ථකයි} other {පණිවිඩ #ක් අසාර්ථකයි}}.</why>',
  'home.wordsWaiting': '{count, plural, one {පණිවිඩ #ක් තවම රැඳී සිටී} other {පණිවිඩ #ක් තවම රැඳී සිටී}}.',
  'home.wordsBalance':
    'කාර්ය කණ්ඩායමේ සියලු ව්‍යාපෘතිවල වේගයෙන් ශේෂය {days, plural, =0 {දිනකටත් අඩු කාලයකට} =366 {වසරකට වඩා වැඩි කාලයකට} one {දින #කට} other {දින #කට}} ප්‍රමාණවත් වේ.',
  'home.wordsUsedUp': 'ශේෂය අවසන්: මුදල් එක් කරන තුරු LIVE පණිවිඩ ප්‍රතික්ෂේප වේ.',
  'home.chartTitle': '{unit, select, DAY {දිනය අනුව පණිවිඩ} other {මාසය අනුව පණිවිඩ}}',
  'home.chartLabel':
    '{title}, {current}: බෙදා හැරුණු, අසාර්ථක වූ සහ රැඳී සිටින ගණන් තීරු ලෙස; {previous} මුළු ගණන කඩ ඉරකින්; {spend} පහළින්. වගුවේ ද ඇත්තේ එයමයි.',
  'home.chartPoint': '{unit, select, DAY {ප්‍රස්තාරයේ දිනය} other {ප්‍රස්තාරයේ මාසය}}',
  'home.waiting': 'රැඳී සිටින',
  'home.previousTotal': '{previous} මුළු ගණන',
  'home.pointWords':
    '{day}: බෙදා හැරුණු {delivered, number}, අසාර්ථක {failed, number}, රැඳී සිටින {waiting, number}. {spendTitle}: {spend}. {previousDay} සමඟ සසඳා: මුළු {previousTotal, number}.',
  'home.hoursTitle': 'සතියේ දිනය සහ පැය අනුව පණිවිඩ',
  'home.hoursText': 'මෙම දිනවල යැවූ සියලු පණිවිඩ, ව්‍යාපෘතියේ වේලාවෙන් ({timezone}).',
  'home.hoursLong': 'පැය පෙන්වන්නේ උපරිම වශයෙන් දින {days, number}ක් සඳහා ය. කෙටි කාලයක් තෝරන්න.',
  'home.hoursNone': 'මෙම දිනවල පණිවිඩ නැත',
  'home.hoursBusiest': 'වැඩිම පැය: {hour}',
  'home.hoursRead': '{day} {from}–{to}: {count, plural, =0 {පණිවිඩ නැත} one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}}',
  'home.hoursLegend': 'පැයක පණිවිඩ',
  'home.failuresTitle': 'පණිවිඩ අසාර්ථක වූයේ ඇයි',
  'home.failuresCount':
    '{count, plural, one {පණිවිඩ #ක් අසාර්ථකයි} other {පණිවිඩ #ක් අසාර්ථකයි}}, {days}. සෑම පේළියකින්ම එහි පණිවිඩ SMS ඉතිහාසයේ බැලිය හැක.',
  'home.failuresNone': 'මෙම දිනවල අසාර්ථක වූ පණිවිඩ නැත.',
  'home.failuresReason': 'හේතුව',
  'home.failuresDestination': 'ගමනාන්තය',
  'home.failuresDestinationHint':
    'සෑම පණිවිඩයකටම දුරකථන සමාගමක් වෙන වෙනම තෝරන බැවින්, අසාර්ථක වීම් ගණන් කෙරෙන්නේ යැවූ රට අනුවයි.',
  'home.failuresCountry': '{country} (+{code})',
  'home.failuresUnknown': 'රටකට අයත් නොවන අංක',
  'home.failuresOthers': 'වෙනත් රටවල්',
};
