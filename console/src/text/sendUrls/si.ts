// Sinhala text of send URLs.
import type { TextsOf } from '../translation.ts';
import type { sendUrls } from './en.ts';

export const si: TextsOf<typeof sendUrls> = {
  'sendUrls.intro':
    'ගේට්ටුවක්, නිරීක්ෂකයක්, පෝරමයක් වැනි URL එකක් ඇමතිය හැකි ඕනෑම දෙයක් මෙම URL එකක් ඇමතූ විට පණිවිඩයක් යවයි. යවන්නා සහ අංක URL එකට අයත් වන අතර, ඇමතුම එහි පෙළ පුරවයි. Alertmanager සහ Grafana හි ඇඟවීම් ද Supabase හි කේත ද URL මගින් යවනු ලැබේ.',
  'sendUrls.none': 'මෙම ව්‍යාපෘතියෙන් යවන URL තවම නැත.',
  'sendUrls.example':
    'උදාහරණයක් ලෙස, මෙම ඇමතුම “The gate is open” යවයි. තත්පර 30ක් තුළ එකම අන්තර්ගතය ඇති ඇමතුම් එක් වරක් පමණක් යවයි.',
  'sendUrls.create': 'යවන URL එකක් සාදන්න',
  'sendUrls.urlOnce': 'දැන් URL එක පිටපත් කරගන්න: එය නැවත නොපෙන්වයි. එය ඇති ඕනෑම අයෙකුට එයින් යැවිය හැක.',
  'sendUrls.url': 'URL',
  'sendUrls.nameHint': 'එය අමතන උපාංගයේ නම වැනි, ඔබ එය හඳුනා ගන්නා නමක්.',
  'sendUrls.sender': 'යවන්නාගේ හැඳුනුම',
  'sendUrls.recipients': 'අංක',
  'sendUrls.recipientsHint': 'කොමාවලින් වෙන් කළ 10ක් දක්වා. සෑම ඇමතුමක්ම ඒ සියල්ලටම යවයි.',
  'sendUrls.field': 'අංකය ඇති ක්ෂේත්‍රය',
  'sendUrls.fieldHint': 'ඉහත අංක නැති විට පමණි. එවිට URL එක ඇති ඕනෑම අයෙකුට ඕනෑම අංකයකට යැවිය හැක.',
  'sendUrls.body': 'පෙළ',
  'sendUrls.bodyHint': 'ඉහත message ක්ෂේත්‍රය මෙන්, ඇමතුමේ ක්ෂේත්‍ර සඟල වරහන් තුළ ලියන්න.',
  'sendUrls.fromTo': 'යවන්නා {sender}, ලබන්නා {to}',
  'sendUrls.toField': '{field} ක්ෂේත්‍රයේ අංකය',
  'sendUrls.created': '{day} දින සාදන ලදී',
  'sendUrls.revokeOf': '{name} URL එක අවලංගු කරන්න',
  'sendUrls.revokeText': 'මින් ඉදිරියට {name} ඇමතුම් කිසිවක් නොයවයි.',
  'sendUrls.revokeNext': 'එය භාරගත් පණිවිඩ දිගටම යවනු ලැබේ.',
  'sendUrls.revoked': 'URL එක අවලංගු කරන ලදී',
  'sendUrls.format': 'අමතන්නේ',
  'sendUrls.GENERIC': 'URL එකක් ඇමතිය හැකි ඕනෑම දෙයක්',
  'sendUrls.ALERTMANAGER': 'Prometheus Alertmanager',
  'sendUrls.GRAFANA': 'Grafana',
  'sendUrls.SUPABASE': 'Supabase Auth',
  'sendUrls.alertHint':
    'සඟල වරහන් තුළ: status, name, alerts, summary සහ දැනුම්දීමේ අනෙක් සියලු ක්ෂේත්‍ර. කොටස් තුනකට පසු පෙළ කැපේ.',
  'sendUrls.codeHint': 'සඟල වරහන් තුළ ඇති code ක්ෂේත්‍රය කේතය බවට පත් වේ. අංකය Supabase දෙයි.',
  'sendUrls.rate': 'මිනිත්තුවකට ඇමතුම්',
  'sendUrls.rateHint': 'මෙයට වැඩි ඇමතුම් ප්‍රතික්ෂේප වේ: ඒවා යවන්නේ නැත, අය කරන්නේ ද නැත. එය ඇඟවීම් රැල්ලක වියදම සීමා කරයි.',
  'sendUrls.perMinute': 'මිනිත්තුවකට ඇමතුම් {count}ක් දක්වා',
  'sendUrls.signed': 'අත්සන් කළ ඇමතුම් පමණි',
  'sendUrls.signedHint': 'Grafana 12 සිට එහි ඇමතුම් අත්සන් කළ හැක. එවිට අනෙක් සියල්ල ප්‍රතික්ෂේප වේ.',
  'sendUrls.tokenOnce': 'මෙය දැන් පිටපත් කරගන්න: එය නැවත නොපෙන්වයි. ටෝකනය ඇති ඕනෑම අයෙකුට එයින් යැවිය හැක.',
  'sendUrls.hookOnce': 'URL එක සහ රහස දැන් පිටපත් කරගන්න: ඒවා නැවත නොපෙන්වයි.',
  'sendUrls.token': 'ටෝකනය',
  'sendUrls.secret': 'රහස',
  'sendUrls.copyOf': '{name} පිටපත් කරන්න',
  'sendUrls.ALERTMANAGERNext': 'මෙම ලබන්නා alertmanager.yml වෙත එක් කර, route එකක් එයට යොමු කරන්න.',
  'sendUrls.GRAFANANext':
    'Grafana හි, Webhook වර්ගයේ contact point එකක් සාදා, මෙය ඇතුළත් කරන්න. HMAC අත්සන Grafana 12 සිට ඇත.',
  'sendUrls.SUPABASENext': 'Supabase හි, HTTPS වර්ගයේ Send SMS hook එකක් එක් කර, මෙය ඇතුළත් කරන්න.',
};
