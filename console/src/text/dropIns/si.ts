// Sinhala text of drop-in APIs.
import type { TextsOf } from '../translation.ts';
import type { dropIns } from './en.ts';

export const si: TextsOf<typeof dropIns> = {
  'dropIns.intro':
    'වෙනත් නිෂ්පාදනයකට ලියූ මෘදුකාංග, ලිපිනය සහ යතුර පමණක් වෙනස් කළ විට මෙම ව්‍යාපෘතියෙන් පණිවිඩ යවයි. ඒවාට ද අනෙක් පණිවිඩවල මිල, සීමා සහ ලොගය ම අදාළයි.',
  'dropIns.on': '{when} සිට සක්‍රියයි',
  'dropIns.off': 'අක්‍රියයි. ඇමතුම් ප්‍රතික්ෂේප වේ.',
  'dropIns.enable': 'සක්‍රිය කරන්න',
  'dropIns.enabling': 'සක්‍රිය කරමින්…',
  'dropIns.disable': 'අක්‍රිය කරන්න',
  'dropIns.disabling': 'අක්‍රිය කරමින්…',
  'dropIns.enableTitle': '{name} API සක්‍රිය කරන්න',
  'dropIns.enableText': 'එවිට මෙම ව්‍යාපෘතියේ යතුරක් ඇති මෘදුකාංගවලට එමගින් පණිවිඩ යැවිය හැක. LIVE පණිවිඩවලට ගාස්තු අය වේ.',
  'dropIns.disableTitle': '{name} API අක්‍රිය කරන්න',
  'dropIns.disableText': 'එය අමතන මෘදුකාංගවලට තවදුරටත් පණිවිඩ යැවිය නොහැක. දැනටමත් භාරගත් පණිවිඩ යවනු ලැබේ.',
  'dropIns.enabled': '{name} API සක්‍රියයි',
  'dropIns.disabled': '{name} API අක්‍රියයි',
  'dropIns.example': 'උදාහරණයක් ලෙස, මෙම ඇමතුම TEST පණිවිඩයක් යවයි. TEST_KEY දළ විශ්ලේෂණයේ ඇත.',
  'dropIns.KANNEL': 'Kannel',
  'dropIns.KANNELHint': 'Kannel හි sendsms, dlr-url වෙත බෙදාහැරීමේ වාර්තා සමඟ',
  'dropIns.KANNELRisk': 'ඇමතුමක ලිපිනයේ එහි යතුර ඇත. එක් එක් මෘදුකාංගයට යැවීමට පමණක් හැකි නම් කළ යතුරක් දෙන්න.',
  'dropIns.TWILIO': 'Twilio',
  'dropIns.TWILIOHint': 'Twilio API හි පණිවිඩ සහ Verify, අත්සන් කළ ඇමතුම් සමඟ',
  'dropIns.TWILIORisk':
    'එහි LIVE සහ TEST යතුරු auth token ලෙස ක්‍රියා කරයි. එක් එක් මෘදුකාංගයට යැවීමට පමණක් හැකි නම් කළ යතුරක් දෙන්න.',
  'dropIns.SMTP': 'SMTP',
  'dropIns.SMTPHint': 'අංකයකට එවන ඊමේල්, TLS සහ API යතුරක් සමඟ, පණිවිඩයක් බවට පත්වේ',
  'dropIns.SMTPRisk':
    'මෘදුකාංග යතුර තබා ගන්නේ ඊමේල් සේවාදායකයක මුරපදය ලෙසයි. එක් එක් මෘදුකාංගයට යැවීමට පමණක් හැකි නම් කළ යතුරක් දෙන්න.',
};
