// Sinhala text of SMPP accounts.
import type { TextsOf } from '../translation.ts';
import type { smpp } from './en.ts';

export const si: TextsOf<typeof smpp> = {
  'smpp.intro':
    'SMPP 3.4 භාවිත කරන මෘදුකාංග තමන්ගේම ගිණුමකින් සම්බන්ධ වී, API එකේ මිලට සහ සීමාවලටම මෙම ව්‍යාපෘතියෙන් පණිවිඩ යවා, එයට එන පණිවිඩ ලබා ගනී.',
  'smpp.off': 'මෙම සේවාදායකය තවම SMPP සම්බන්ධතා භාර නොගනී. ගිණුම් දැනටමත් සෑදිය හැක.',
  'smpp.host': 'සේවාදායකය',
  'smpp.port': 'Port',
  'smpp.tls': 'සංකේතනය',
  'smpp.tlsOn': 'TLS',
  'smpp.tlsOff': 'නැත',
  'smpp.accounts': 'SMPP ගිණුම්',
  'smpp.none': 'තවම කිසිදු මෘදුකාංගයක් මෙම ව්‍යාපෘතියට සම්බන්ධ නොවේ.',
  'smpp.example': 'උදාහරණයක් ලෙස, Kannel සම්බන්ධ වන්නේ මෙම පේළිවලිනි. SYSTEM_ID සහ PASSWORD ගිණුමක ඒවාය.',
  'smpp.create': 'ගිණුමක් සාදන්න',
  'smpp.createTitle': 'SMPP ගිණුමක් සාදන්න',
  'smpp.nameHint': 'ඔබ එය හඳුනන නම, උදාහරණයක් ලෙස සම්බන්ධ වන මෘදුකාංගය.',
  'smpp.throughput': 'තත්පරයකට පණිවිඩ',
  'smpp.maxBinds': 'එකවර සම්බන්ධතා',
  'smpp.charset': 'data_coding 0 හි අක්ෂර',
  'smpp.charsetHint':
    'සම්මතය GSM 03.38 ය. ඔබේ වැඩසටහන é වැනි අකුරු Latin-1 ලෙස යවන්නේ නම් පමණක් Latin-1 තෝරන්න: වෙනත් ගිණුම් ඒවා ප්‍රතික්ෂේප කරයි.',
  'smpp.longMessages': 'ලැබෙන දිගු පණිවිඩ',
  'smpp.longMessagesHint': 'Kannel වැනි බොහෝ මෘදුකාංග user data header සහිත කොටස් එක් කරයි.',
  'smpp.longByHeader': 'user data header සහිත කොටස්',
  'smpp.longBySar': 'sar_* පරාමිති සහිත කොටස්',
  'smpp.longByPayload': 'message_payload තුළ සම්පූර්ණයෙන්',
  'smpp.tlvs': 'අමතර පරාමිති (TLV)',
  'smpp.tlvsHint':
    'ඔබේ මෘදුකාංගය පණිවිඩයක් සමඟ යැවිය හැකි පරාමිති, tag සහ දිග ලෙස, උදා: 0x1400:19, 0x1401:1-30. අනෙක්වා ප්‍රතික්ෂේප කෙරේ. ක්‍රියාකරුගේ සන්නිවේදන සමාගම් ද ඒවා පිළිගත යුතුය.',
  'smpp.passwordOnce': 'මුරපදය දැන් පිටපත් කරගන්න: එය නැවත නොපෙන්වයි.',
  'smpp.systemId': 'System ID',
  'smpp.password': 'මුරපදය',
  'smpp.copySystemId': 'System ID පිටපත් කරන්න',
  'smpp.copyPassword': 'මුරපදය පිටපත් කරන්න',
  'smpp.rate': 'තත්පරයකට {count, number}',
  'smpp.bound': '{most, number}න් {count, number}ක් සම්බන්ධයි',
  'smpp.boundFrom': 'දැන් සම්බන්ධයි: {binds}',
  'smpp.bind': '{address} සිට {mode}',
  'smpp.lastBound': 'අවසන් වරට සම්බන්ධ වූයේ {when}',
  'smpp.neverBound': 'කිසිදා සම්බන්ධ වී නැත',
  'smpp.revokeOf': '{name} අවලංගු කරන්න',
  'smpp.revokeText': '{name} සමඟ සම්බන්ධ මෘදුකාංග වහාම විසන්ධි වන අතර, එයට තවදුරටත් සම්බන්ධ විය නොහැක.',
  'smpp.revokeNext': 'එය යැවූ පණිවිඩ දිගටම යයි; ඒවායේ ලදුපත් තවදුරටත් SMPP හරහා නොලැබේ.',
  'smpp.revoked': 'SMPP ගිණුම අවලංගු කරන ලදී',
};
