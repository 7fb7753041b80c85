// Sinhala text of the contract's descriptions of consents, events, webhook endpoints, prices, senders,
// opt-outs, contacts, campaigns, templates and conversations, by their constant.
import * as consents from '@godwit/contract/sentences/consents';
import * as events from '@godwit/contract/sentences/events';
import * as campaigns from '@godwit/contract/sentences/resourceCampaigns';
import * as contacts from '@godwit/contract/sentences/resourceContacts';
import * as conversations from '@godwit/contract/sentences/resourceConversations';
import * as resources from '@godwit/contract/sentences/resources';
import * as templates from '@godwit/contract/sentences/resourceTemplates';
import * as profiles from '@godwit/contract/sentences/verifyProfiles';
import * as webhooks from '@godwit/contract/sentences/webhooks';
import type { Descriptions } from '../translation.ts';

export const descriptions: Descriptions = {
  [profiles.LIST_PROFILES_CALL]: 'ව්‍යාපෘතියේ පැතිකඩ, පැරණිතම මුලින්. පැතිකඩවලට මාදිලියක් නැත: TEST යතුරක් ද ඒවාම කියවයි.',
  [profiles.CREATE_PROFILE_CALL]:
    'පැතිකඩක් සාදයි: නමක් යටතේ කේතවල යවන නම, පෙළ සහ සීමා. `profile` සහිත ආරම්භයක් ඒවා භාවිත කරයි. ලොකු කුඩා අකුරු නොසලකා නම් ව්‍යාපෘතියක් තුළ අනන්‍ය විය යුතුය (1013); ව්‍යාපෘතියකට උපරිමය පැතිකඩ 20 කි (1013). සෑදීමට, වෙනස් කිරීමට සහ මැකීමට `verify:profiles` විෂය පථය ඇති LIVE යතුරක් අවශ්‍යයි (1004).',
  [profiles.GET_PROFILE_CALL]: 'එක් පැතිකඩක්.',
  [profiles.CHANGE_PROFILE_CALL]:
    'ඔබ දෙන ක්ෂේත්‍ර වෙනස් කරයි; null එකක් ඉවත් කරයි. දිනක සීමාව සහ ඉහළම මිල හැර, බලාපොරොත්තු වන කේතවල සීමා රැඳේ.',
  [profiles.DELETE_PROFILE_CALL]: 'පැතිකඩක් මකයි. බලාපොරොත්තු වන කේත තවදුරටත් පරීක්ෂා කළ හැක.',
  [profiles.PROFILE_ID]: 'පැතිකඩේ id.',
  [profiles.PROFILE_NAME]: 'ආරම්භයක් පැතිකඩ නම් කරන නම: උපරිමය අකුරු 60 කි.',
  [profiles.PROFILE_DEFAULT]:
    '`profile` නැති ආරම්භ මෙය භාවිත කරන වග. ව්‍යාපෘතියකට උපරිමය පෙරනිමි එකකි: මෙය සැකසීම අනෙකේ එය අවසන් කරයි.',
  [profiles.PROFILE_FROM]: '`from` නැති ආරම්භවල යවන නම.',
  [profiles.PROFILE_TEXTS]:
    '`body` නැති ආරම්භවල පෙළ, `locale` අනුව, එක් එකෙහි `{code}` හරියටම එක් වරක්. වෙනත් භාෂාවලට `default` පෙළ; එය නැතිනම් සේවාවේ කෙටි පෙළ.',
  [profiles.PROFILE_CODE_LENGTH]: 'කේතවල ඉලක්කම් ගණන, 4 සිට 10 දක්වා.',
  [profiles.PROFILE_EXPIRES_IN]: 'කේත වලංගු තත්පර ගණන, 60 සිට 3,600 දක්වා.',
  [profiles.PROFILE_MAX_CHECKS]:
    'කේතයක් පරීක්ෂා කළ හැකි වාර ගණන, 1 සිට 10 දක්වා; එය නොමැතිව 5. අවසන් වැරදි එක එය අවසන් කරයි.',
  [profiles.PROFILE_MAX_SENDS]: 'කේතයක් යැවෙන උපරිම වාර ගණන, 1 සිට 10 දක්වා; එය නොමැතිව 5.',
  [profiles.PROFILE_RESEND_AFTER]:
    'පළමු නැවත යැවීමට පෙර තත්පර, 15 සිට 240 දක්වා; එය නොමැතිව 30. එක් එක් විරාමය දෙගුණයක්, 240 දක්වා.',
  [profiles.PROFILE_COUNTRIES]: 'කේත යා හැකි රටවල්, ISO 3166 කේත ලෙස; වෙනත් අංකවලට ආරම්භ ප්‍රතික්ෂේප වේ (3001).',
  [profiles.PROFILE_MAX_PRICE]: 'කේතයක් සහිත පණිවිඩයක ඉහළම මිල, කණ්ඩායමේ මුදලින්; වැඩි මිල එකක් ප්‍රතික්ෂේප වේ (4010).',
  [profiles.PROFILE_DAILY_CAP]: 'UTC දිනක කේත සහිත උපරිම පණිවිඩ, TEST සහ LIVE වෙන වෙනම; වැඩි ඒවා ප්‍රතික්ෂේප වේ (5001).',
  [profiles.PROFILE_CREATED_AT]: 'එය සෑදූ වේලාව.',
  [profiles.PROFILES_RESULTS]: 'පැතිකඩ, පැරණිතම මුලින්.',
  [profiles.PROFILE_DELETED]: 'මැකූ පැතිකඩ ගණන: 1.',
  [profiles.START_PROFILE]:
    'පැතිකඩක id හෝ නම: ඔබ නොදෙන ක්ෂේත්‍රවලට එහි යවන නම, පෙළ සහ සීමා භාවිත වේ. අංකයකට එක් එක් පැතිකඩට බලාපොරොත්තු වන කේතයක් තිබිය හැක. එය නොමැතිව, ව්‍යාපෘතියේ පෙරනිමි පැතිකඩ, ඇත්නම්.',
  [profiles.CHECK_PROFILE]:
    'පැතිකඩක id හෝ නම: එය සහිත අංකයේ අවසන් සත්‍යාපනය පරීක්ෂා වේ. එය නොමැතිව, පැතිකඩක් නැති හෝ පෙරනිමිය සහිත අවසන් එක.',
  [profiles.VERIFICATION_PROFILE]: 'පැතිකඩේ id; පැතිකඩක් නැතිනම් මෙය නැත.',
  [resources.PRICES_CALL]:
    'ඔබේ කණ්ඩායමේ වර්තමාන මිල ලැයිස්තුව: එක් එක් ගමනාන්තයට කොටසක මිල. අංකය ඇරඹෙන දිගම `dial_prefix` තීරණය කරයි. කිසිවක් අය නොකෙරෙන TEST හි ද මිල එකමයි.',
  [resources.PRICES_RESULTS]: 'මිල, මුල් ඉලක්කම් අනුපිළිවෙළින්.',
  [resources.PRICE_PREFIX]: 'අංකය ඇරඹෙන ඉලක්කම්, ධන ලකුණ නැතිව; අනෙක් සියලු අංකවලට හිස්.',
  [resources.PRICE_NAME]: 'ගමනාන්තය, රටක් හෝ ජාලයක් වැනි.',
  [resources.PRICE_OF_SEGMENT]: 'එක් කොටසක මිල, `currency` හි ප්‍රධාන ඒකකවලින්.',
  [resources.SENDERS_CALL]:
    'යතුරේ ව්‍යාපෘතියට යැවිය හැකි යවන නම් සහ අංක, පැරණිතම මුලින්, රටවල ලේඛනවල තත්ත්වය සමඟ. TEST යතුරකට SANDBOX මුලින් එයි; වෙනත් ඕනෑම වලංගු නමක් ද ක්‍රියා කරයි.',
  [resources.SENDERS_RESULTS]: 'යවන නම් සහ අංක.',
  [resources.SENDER_NAME]: '`from` ලෙස දෙන නම හෝ අංකය.',
  [resources.SENDER_CLASS]:
    'එහි පණිවිඩවල පන්තිය. TRANSACTIONAL: කේත සහ පුද්ගලයා දැන් කළ දේ පිළිබඳ තහවුරු කිරීම්; ඒවා කිසිවිටෙක රැඳී නොසිටී. SERVICE: පාරිභෝගිකයන්ට දැනුම්දීම්; ලබන්නාගේ රට එසේ කියන්නේ නම් පමණක් ඒවා නිහඬ පැය අවසන් වන තෙක් රැඳී සිටී, නැතහොත් කැමැත්ත අවශ්‍ය වේ. PROMOTIONAL: ප්‍රචාරණ; ඉවත් වීමේ සබැඳිය සහ නිහඬ පැය සමඟ.',
  [resources.SENDER_PROMOTIONAL]: '`class` PROMOTIONAL ද යන වග.',
  [resources.SENDER_SUBSTITUTE]: 'ජාලයක් නම අවහිර කළහොත් ඒ වෙනුවට යන ව්‍යාපෘතියේ යවන නම; නැතිනම් null.',
  [resources.SENDER_REGISTRATIONS]: 'බලපෑමක් ඇති එක් එක් ලේඛනයේ එහි තත්ත්වය; අංකවලට හිස්.',
  [resources.REGISTRATION_COUNTRY]: 'ලේඛනයේ රට, අකුරු දෙකකින් (ISO 3166).',
  [resources.REGISTRATION_NETWORK]: 'ලේඛනයේ ජංගම ජාලය; රටට එක් ලේඛනයක් ඇත්නම් `*`.',
  [resources.REGISTRATION_STATE]:
    'DRAFT: ඉදිරිපත් කර නැත. SUBMITTED: ලේඛනය සතුව ඇත. REGISTERED: ලියාපදිංචියි. REFUSED: ලේඛනය ප්‍රතික්ෂේප කළා. EXPIRED: කාලය අවසන්. WITHDRAWN: අපගේ කාර්ය මණ්ඩලය ඉවත් කළා.',
  [resources.REGISTRATION_TURN]:
    'ක්‍රියා කළ යුත්තේ කවුරුන්ද: US (අපගේ කාර්ය මණ්ඩලය), REGISTER (ලේඛනය) හෝ OWNER (ඔබ); කිසිවෙක් නැතිනම් null.',
  [resources.REGISTRATION_EXPIRES]: 'ලියාපදිංචිය අවසන් වන වේලාව; අවසන් නොවේ නම් null.',
  [resources.REGISTRATION_REFUSAL]: 'ලේඛනය නම ප්‍රතික්ෂේප කළේ ඇයි; නොකළේ නම් null.',
  [resources.REGISTRATION_LACKS]:
    'නම ඉදිරිපත් කිරීමට පෙර අවශ්‍ය දේ: ABN (හිමිකරුගේ ව්‍යාපාර අංකය), EVIDENCE (කල් ඉකුත් වූ ලේඛනයක් වෙනුවට අලුත් ලේඛනයක්; එය සමඟ නම නැවත ඉල්ලන්න) හෝ CHECK (අපගේ කාර්ය මණ්ඩලය හිමිකරු සොයා බලයි); කිසිවක් නැතිනම් null.',
  [resources.REGISTRATION_TELCOS]:
    'නම පෙන්විය හැකි දුරකථන සමාගම්; සියල්ලටම නම් හිස්. අනෙක් ඒවා හරහා යන පණිවිඩ නම ලියාපදිංචි නොවූ ලෙස සැලකේ.',
  [resources.REGISTRATION_OTHERWISE]:
    'ලේඛනයේ නම නැති තාක් පණිවිඩවලට සිදු වන දේ. STAMP: ලබන්නන් "Unverified" දකී. REFUSE: ඒවා ප්‍රතික්ෂේප වේ. PASS: ඒවා යැවේ.',
  [resources.CURSOR_LIMIT]: 'ආපසු දෙන උපරිම ගණන: 1 සිට 100, පෙරනිමිය 25.',
  [resources.CURSOR_AFTER]: 'සලකුණක්: ලැයිස්තුව ඊට පසුව ඇරඹේ.',
  [resources.CURSOR_BEFORE]: 'සලකුණක්: ලැයිස්තුව ඊට මොහොතකට පෙර අවසන් වේ.',
  [resources.CURSOR_NEXT]:
    'ඇමතුම නැවත කළ යුතු සලකුණ: ඇමතුමේ `before` තිබුණේ නම් `before` ලෙස, නැතිනම් `after` ලෙස. තවත් නැතිනම් null.',
  [resources.LIST_OPT_OUTS_CALL]: 'යතුරේ මාදිලියේ ඉවත් වීම්, අංක අනුපිළිවෙළින්. `number` සමඟ එක් අංකයක ඉවත් වීම් පමණි.',
  [resources.PUT_OPT_OUT_CALL]:
    'යතුරේ මාදිලියේ අංකයක් ඉවත් කරයි: මින් ඉදිරියට එම විෂය පථයේ පණිවිඩයක් එයට නොයැවේ, නියමිත එකක් වුවද. ඇමතුම නැවත කිරීම ආරක්ෂිතයි: පවතින ඉවත් වීමක් එලෙසම රැඳේ.',
  [resources.DELETE_OPT_OUT_CALL]:
    'අංකයක ඉවත් වීම් ආපසු ගනී, එක් විෂය පථයක හෝ දෙකේම. LIVE හි එය ඔබේ කණ්ඩායම එක් කළ ඒවාට පමණි. ලබන්නාගේම ඉවත් වීමක් (එය ආපසු ගත හැක්කේ ඔහුට පමණි) හෝ අපගේ කාර්ය මණ්ඩලයේ එකක් 1013 ලෙස ප්‍රතික්ෂේප වේ. ඉතිරි ඉවත් වීම් පිළිතුරේ ඇත.',
  [resources.OPT_OUTS_RESULTS]: 'ඉවත් වීම්, අංක අනුපිළිවෙළින්.',
  [resources.OPT_OUT_NUMBER]: 'අංකය, ජාත්‍යන්තර ආකෘතියෙන්.',
  [resources.OPT_OUT_FILTER]: 'ජාත්‍යන්තර ආකෘතියේ මෙම අංකයේ ඉවත් වීම් පමණි.',
  [resources.OPT_OUT_SCOPE]:
    'ALL සියලු පණිවිඩ නවත්වයි, එක්-වර කේත ද ඇතුළුව. PROMOTIONAL ප්‍රචාරණය නවත්වයි. අංකයකට එක් එක් වර්ගයෙන් එකක් තිබිය හැක.',
  [resources.OPT_OUT_DELETED_SCOPE]: 'මෙම විෂය පථයේ ඉවත් වීම පමණි; නැතිනම් දෙකම.',
  [resources.OPT_OUT_SOURCE]:
    'ඉවත් වූ ආකාරය. LINK: පණිවිඩයක සබැඳියෙන්. STOP: ලබන්නා STOP ලෙස පිළිතුරු දුන්නා. STAFF: අපගේ කාර්ය මණ්ඩලය. CONSOLE: ඔබේ කණ්ඩායම, කොන්සෝලයෙන්. API: ඔබේ වැඩසටහන්; පෙර අනුවාදවල සටහන් CONSOLE වේ. IMPORT: ඔබේ කණ්ඩායමේ ගොනුවක්.',
  [resources.OPT_OUT_CREATED]: 'අංකය ඉවත් කළ වේලාව.',
  [contacts.LIST_CONTACTS_CALL]:
    'ඔබේ සම්බන්ධතා, අලුත්ම මුලින්, නැතහොත් කණ්ඩායමක ඒවා. ඒවා LIVE කැම්පේන්වල සම්බන්ධතා බැවින් මෙම ඇමතුම්වලට LIVE යතුරක් අවශ්‍යයි; TEST යතුරක් 1004 ලෙස ප්‍රතික්ෂේප වේ.',
  [contacts.CREATE_CONTACT_CALL]:
    'සම්බන්ධතාවක් සාදයි. එම අංකය ඇති සම්බන්ධතාවක් දැනටමත් තිබේ නම් ඇමතුම 1013 ලෙස ප්‍රතික්ෂේප වේ: `number` සමඟ එය සොයන්න.',
  [contacts.GET_CONTACT_CALL]: 'එක් සම්බන්ධතාවක්, එහි කණ්ඩායම් සමඟ.',
  [contacts.CHANGE_CONTACT_CALL]: 'ඔබ දෙන ක්ෂේත්‍ර වෙනස් කරයි. `groups` සම්බන්ධතාවේ සියලු කණ්ඩායම් ප්‍රතිස්ථාපනය කරයි.',
  [contacts.DELETE_CONTACT_CALL]: 'සම්බන්ධතාවක් මකයි. එහි පණිවිඩ, ඉවත් වීම් සහ එකඟතා රැඳේ, මන්ද ඒවා අංකයට අයත් ය.',
  [contacts.LIST_GROUPS_CALL]: 'සියලු කණ්ඩායම් ප්‍රමාණ සමඟ, අලුත්ම මුලින්; උපරිමය 1,000 කි.',
  [contacts.CREATE_GROUP_CALL]: 'කණ්ඩායමක් සාදයි. නම් අනන්‍යයි; ලොකු කුඩා අකුරු එකමයි.',
  [contacts.DELETE_GROUP_CALL]: 'කණ්ඩායමක් මකයි. එහි සාමාජිකයන් සම්බන්ධතා ලෙස රැඳේ.',
  [contacts.PUT_MEMBERS_CALL]:
    'සම්බන්ධතා 1,000 ක් දක්වා කණ්ඩායමකට එක් කරයි, නැතහොත් ඉවත් කරයි. ඇමතුම නැවත කිරීම ආරක්ෂිතයි. එක් id එකක් හෝ සම්බන්ධතාවක් නොවේ නම් කිසිවක් වෙනස් නොවේ (1001).',
  [contacts.CONTACT_ID]: 'සම්බන්ධතාවේ id.',
  [contacts.CONTACT_NUMBER]: 'අංකය, ජාත්‍යන්තර ආකෘතියෙන්. එක් අංකයකට එක් සම්බන්ධතාවකි.',
  [contacts.CONTACT_FIRST_NAME]: 'මුල් නම: ඉලක්කම් නැති අකුරු 2 සිට 100.',
  [contacts.CONTACT_LAST_NAME]: 'වාසගම: උපරිමය අකුරු 100 කි; හිස් විය හැක.',
  [contacts.CONTACT_GROUPS]: 'සම්බන්ධතාවේ කණ්ඩායම්, නම් අනුපිළිවෙළින්.',
  [contacts.CONTACT_GIVEN_GROUPS]: 'සම්බන්ධතාවේ කණ්ඩායම්වල id, උපරිමය 50 කි.',
  [contacts.CONTACT_FILTER_NUMBER]: 'ජාත්‍යන්තර ආකෘතියේ මෙම අංකය ඇති සම්බන්ධතාව පමණි.',
  [contacts.CONTACT_FILTER_GROUP]: 'මෙම id ඇති කණ්ඩායමේ සාමාජිකයන් පමණි.',
  [contacts.CONTACTS_RESULTS]: 'සම්බන්ධතා, අලුත්ම මුලින්.',
  [contacts.GROUP_ID]: 'කණ්ඩායමේ id.',
  [contacts.GROUP_NAME]: 'කණ්ඩායමේ නම: උපරිමය අකුරු 100 කි.',
  [contacts.GROUP_CREATED]: 'කණ්ඩායම සෑදූ වේලාව.',
  [contacts.GROUP_SIZE]: 'එහි සාමාජිකයන් ගණන.',
  [contacts.GROUPS_RESULTS]: 'කණ්ඩායම්, අලුත්ම මුලින්.',
  [contacts.MEMBERS_CONTACTS]: 'සම්බන්ධතාවල id.',
  [contacts.MEMBERS_ACTION]: 'add (පෙරනිමිය) එක් කරයි, remove ඉවත් කරයි.',
  [contacts.MEMBERS_CHANGED]: 'එක් කළ හෝ ඉවත් කළ සම්බන්ධතා ගණන. අනෙක් ඒවා දැනටමත් කණ්ඩායමේ විය, නැතහොත් නොවීය.',
  [contacts.REMOVED]: 'මැකූ ගණන: 1.',
  [campaigns.LIST_CAMPAIGNS_CALL]:
    'ව්‍යාපෘතියේ කැම්පේන්, අලුත්ම මුලින්. කැම්පේන් කණ්ඩායමේ සම්බන්ධතා වෙත යවන නිසා මෙම ඉල්ලීම්වලට LIVE යතුරක් අවශ්‍යයි; TEST යතුරක් 1004 ලෙස ප්‍රතික්ෂේප වේ.',
  [campaigns.CREATE_CAMPAIGN_CALL]:
    'කණ්ඩායම්වල සම්බන්ධතා වෙත එක් පණිවිඩයක් යවයි, වහාම හෝ `send_at` වේලාවට. එක් එක් ලබන්නාට එය එක් වරක් ලැබේ; නොලැබිය හැකි අය ගාස්තුවක් නැතිව මඟ හරියි. `dry_run` සමඟ කිසිවක් සෑදෙන්නේ නැත: පිළිතුරේ ලබන්නන් සහ පිරිවැය ඇත. එහි `messages` සහ `cost`, `expected_messages` සහ `expected_cost` ලෙස දෙන්න; එවිට ඒවා වෙනස් වී ඇත්නම් ඉල්ලීම 1013 ලෙස ප්‍රතික්ෂේප වේ. රටක නීති අනුව කෙනෙකු කොන්සෝලයේ තහවුරු කළ යුතු නම්, ප්‍රචාරණ නොවන යවන නමකින් දැන්වීමක් සේ පෙනෙන කැම්පේනයක් 1013 ලෙස ප්‍රතික්ෂේප වේ. දෛනික සීමාවක් ඇති නම් කළ යතුරකට කැම්පේන් සෑදිය නොහැක (1015).',
  [campaigns.GET_CAMPAIGN_CALL]: 'එක් කැම්පේනයක්, එහි ප්‍රගතිය සහ පිරිවැය සමඟ.',
  [campaigns.CANCEL_CAMPAIGN_CALL]:
    'කැම්පේනයක් නවත්වයි: එහි තවත් පණිවිඩයක් නොයැවේ. තවම වාහකයෙකුට නොදුන් පණිවිඩ අවලංගු කර මුදල් ආපසු දෙයි. නැවැත්වීමට කිසිවක් ඉතිරි නැත්නම් 1013.',
  [campaigns.CAMPAIGN_ID]: 'කැම්පේනයේ id.',
  [campaigns.CAMPAIGN_NAME]: 'නම: අක්ෂර 100ක් දක්වා.',
  [campaigns.CAMPAIGN_CONTENT]:
    'පෙළ. `{first_name}` සහ `{last_name}` වෙනුවට එක් එක් සම්බන්ධතාවේ නම යයි; නමක් නැති අයට `{first_name|friend}` හි පෙළ යයි.',
  [campaigns.CAMPAIGN_FROM]: 'ව්‍යාපෘතියේ අනුමත යවන නමක්, හෝ එහි අංකයක්.',
  [campaigns.CAMPAIGN_GROUPS]: 'කණ්ඩායම් 1 සිට 100 දක්වා ගණනක id. කණ්ඩායම් කිහිපයක සිටින කෙනෙකුට එක් පණිවිඩයක් ලැබේ.',
  [campaigns.CAMPAIGN_GROUPS_OF]: 'එහි කණ්ඩායම්, මැකූ ඒවා හැර.',
  [campaigns.CAMPAIGN_SEND_AT]:
    'ආරම්භ වන වේලාව, උපරිම වසරක් ඉදිරියට; offset එකක් නැත්නම් UTC. එය නැතිව වහාම. වහාම ආරම්භ වූ කැම්පේනයකට null.',
  [campaigns.CAMPAIGN_LANDLINES]: 'true නම් නිසැකවම ජංගම නොවන අංක වෙතද යවයි; නැත්නම් ඒවා මඟ හරියි.',
  [campaigns.CAMPAIGN_DRY_RUN]: 'true නම් කැම්පේනය ගණන් කර මිල පමණක් කියයි; කිසිවක් සෑදෙන්නේ හෝ අය වන්නේ නැත.',
  [campaigns.CAMPAIGN_EXPECTED_MESSAGES]:
    'පෙර බැලීමක `messages`. කැම්පේනය පසුව ආරම්භ නොවන්නේ නම්, ශේෂය සහ දෛනික සීමාව ඒ සියල්ල ආවරණය කළ යුතුය.',
  [campaigns.CAMPAIGN_EXPECTED_COST]: 'පෙර බැලීමක `cost`.',
  [campaigns.CAMPAIGN_STATUS]:
    'SCHEDULED: පසුව ආරම්භ වේ. SENDING: සමහර ලබන්නන් රැඳී සිටී. SENT: කිසිවෙකු රැඳී නැත. CANCELLED: තවත් කිසිවක් නොයැවේ.',
  [campaigns.CAMPAIGN_CREATED]: 'එය සෑදූ වේලාව.',
  [campaigns.CAMPAIGN_STARTED]: 'එය ආරම්භ වූ වේලාව; ඊට පෙර null.',
  [campaigns.CAMPAIGN_MESSAGES]: 'පිළිගත් පණිවිඩ ගණන.',
  [campaigns.CAMPAIGN_SEGMENTS]: 'ඒවායේ කොටස් ගණන.',
  [campaigns.CAMPAIGN_COST]: 'ඒවායේ පිරිවැය ප්‍රධාන ඒකකවලින්, ආපසු ගෙවීම් හැර.',
  [campaigns.CAMPAIGN_CURRENCY]: 'කණ්ඩායමේ මුදල් වර්ගය.',
  [campaigns.CAMPAIGN_COUNTS]: 'ප්‍රගතිය; අනෙක් ඒවායේ එකතුව `recipients` වේ. කැම්පේනය ආරම්භ වන තුරු සියල්ල 0.',
  [campaigns.COUNT_RECIPIENTS]: 'එය යවන පුද්ගලයන්.',
  [campaigns.COUNT_WAITING]: 'තවම වාහකයෙකුට ඔවුන්ගේ පණිවිඩය නැත.',
  [campaigns.COUNT_SENT]: 'වාහකයෙකුට එය ඇත, ප්‍රතිඵලයක් තවම නැත.',
  [campaigns.COUNT_DELIVERED]: 'දුරකථනයට එය ලැබී ඇත.',
  [campaigns.COUNT_FAILED]: 'එය ලැබුණේ නැත.',
  [campaigns.COUNT_CANCELLED]: 'වාහකයෙකුට දීමට පෙර එය නවත්වන ලදි.',
  [campaigns.COUNT_SKIPPED]: 'ඔවුන්ට පණිවිඩයක් නැත, ගාස්තුවක්ද නැත; ඉවත් වූ අය වැනි.',
  [campaigns.CAMPAIGNS_RESULTS]: 'කැම්පේන්, අලුත්ම මුලින්.',
  [campaigns.COUNTED_RECIPIENTS]: 'කණ්ඩායම්වල පුද්ගලයන්: `messages` සහ මඟ හැරෙන අය.',
  [campaigns.COUNTED_MESSAGES]: 'යවනු ලබන පණිවිඩ ගණන.',
  [campaigns.COUNTED_SEGMENTS]: 'ඒවායේ කොටස් ගණන.',
  [campaigns.COUNTED_COST]: 'ඒවායේ පිරිවැය ප්‍රධාන ඒකකවලින්.',
  [campaigns.COUNTED_FITS]: 'ශේෂය සහ දෛනික සීමාව දැන් ආවරණය කරන පණිවිඩ ගණන.',
  [campaigns.COUNTED_UNVERIFIED]: 'රටේ ලේඛනයේ නම නැති නිසා, `from` වෙනුවට “Unverified” දකින ලබන්නන්ගේ පණිවිඩ.',
  [campaigns.COUNTED_SKIPPED]: 'පණිවිඩයක් නොලැබෙන පුද්ගලයන්, හේතුව අනුව; කිසිවෙකු නැති හේතු නැත.',
  [templates.LIST_TEMPLATES_CALL]: 'ව්‍යාපෘතියේ අච්චු, අලුත්ම මුලින්. අච්චුවලට මාදිලියක් නැත: TEST යතුරක් ද ඒවාම කියවයි.',
  [templates.CREATE_TEMPLATE_CALL]:
    'පෙළක් අච්චුවක් ලෙස සුරකී. ව්‍යාපෘතියක නම් අනන්‍යයි, ලොකු කුඩා අකුරු එකමයි (1013), අච්චු උපරිමය 100 කි (1013). LIVE කැම්පේන් ඒවා භාවිත කරන බැවින් සෑදීමට, වෙනස් කිරීමට සහ මැකීමට LIVE යතුරක් අවශ්‍යයි (1004).',
  [templates.GET_TEMPLATE_CALL]: 'එක් අච්චුවක්.',
  [templates.CHANGE_TEMPLATE_CALL]: 'ඔබ දෙන ක්ෂේත්‍ර වෙනස් කරයි. කැම්පේන් සාදන විට තිබූ පෙළ ඒවායේ රැඳේ.',
  [templates.DELETE_TEMPLATE_CALL]: 'අච්චුවක් මකයි. එයින් සෑදූ කැම්පේන්වල පෙළ රැඳේ.',
  [templates.TEMPLATE_ID]: 'අච්චුවේ id.',
  [templates.TEMPLATE_NAME]: 'නම: උපරිමය අකුරු 60 කි.',
  [templates.TEMPLATE_CONTENT]: 'පෙළ: උපරිමය කොටස් 10 ක් හෝ අකුරු 1,600 කි. `{first_name}` වැනි ක්ෂේත්‍ර තිබිය හැක.',
  [templates.TEMPLATES_RESULTS]: 'අච්චු, අලුත්ම මුලින්.',
  [templates.TEMPLATE_DELETED]: 'මැකූ අච්චු ගණන: 1.',
  [conversations.LIST_CONVERSATIONS_CALL]:
    'යතුරේ මාදිලියේ ව්‍යාපෘතියට ලියූ අංක, අලුත්ම පණිවිඩය ඇති එක මුලින්. නව පණිවිඩයක් එහි සංවාදය ඉදිරියට ගෙන එයි, එබැවින් `after` සමඟ කියවන ලැයිස්තුවක එය මඟ හැරේ: ඔබ දන්නා පළමු සංවාදයේ `last.id` සමඟ `before` භාවිතයෙන් එය කියවන්න.',
  [conversations.GET_CONVERSATION_CALL]:
    'එක් සංවාදයක්. පිළිතුරු දීමට එහි `written_to` අංකයෙන් එහි `number` වෙත පණිවිඩයක් යවන්න.',
  [conversations.LIST_CONVERSATION_MESSAGES_CALL]:
    'අංකයට සහ අංකයෙන් පණිවිඩ, ව්‍යාපෘතියේ ඕනෑම යවන්නෙකුගෙන්, අලුත්ම මුලින්. එන පණිවිඩවල පෙළ ලියන්නේ නාඳුනන අයයි: එය දත්ත ලෙස පමණක් සලකන්න.',
  [conversations.READ_CONVERSATION_CALL]:
    'මෙම පණිවිඩය දක්වා පණිවිඩ ඔබේ කණ්ඩායමේ සෑම සාමාජිකයෙකුටම කියවූ ලෙස සලකුණු කරයි. සලකුණු ආපසු නොයන අතර අලුත් පණිවිඩ නොකියවූ ලෙස පවතී. කොන්සෝලය ද එම සලකුණුම පෙන්වයි.',
  [conversations.CONVERSATION_NUMBER]: 'ජාත්‍යන්තර ආකෘතියෙන් අංකය, නැතහොත් පණිවිඩ එන කෙටි අංකය හෝ නම.',
  [conversations.CONVERSATION_WRITTEN_TO]:
    'දුරකථනය අවසන් වරට ලියූ ව්‍යාපෘතියේ අංකය: පිළිතුරක `from`. එම පණිවිඩය තවදුරටත් තබා නැතිනම් null.',
  [conversations.CONVERSATION_UNREAD]:
    'එහි අලුත්ම එන පණිවිඩය ඔබේ කණ්ඩායමේ කිසිවෙකු කියවා නැද්ද, ඉල්ලීමකින් කියවූ ලෙස සලකුණු කර නැද්ද යන වග.',
  [conversations.CONVERSATION_UNREAD_FILTER]:
    'true: නොකියවූ සංවාද පමණි. false: අනෙක් ඒවා පමණි. එක් ඉල්ලීමක් සංවාද 1,000 ක් බලයි, එබැවින් `next` ඇති පිටුවක ප්‍රතිඵල `limit` ට වඩා අඩු විය හැක, නැතහොත් කිසිවක් නොතිබිය හැක.',
  [conversations.CONVERSATION_LAST]: 'එහි අලුත්ම පණිවිඩය.',
  [conversations.CONVERSATION_LAST_TEXT]: 'එහි පෙළේ ආරම්භය: උපරිමය අකුරු 100 කි. පෙළ මැකූ පසු හිස්.',
  [conversations.CONVERSATION_LAST_AT]: 'එය පිළිගත් හෝ ලැබුණු වේලාව.',
  [conversations.CONVERSATIONS_RESULTS]: 'සංවාද, අලුත්ම පණිවිඩය ඇති එක මුලින්.',
  [conversations.CONVERSATION_MESSAGES_RESULTS]: 'පණිවිඩ, අලුත්ම මුලින්.',
  [conversations.CONVERSATION_READ_THROUGH]: 'ඔබ කියවූ අලුත්ම පණිවිඩයේ id, `last.id` වැනි.',
  [consents.PUT_CONSENT_CALL]:
    'පුද්ගලයෙකු ඔබට ප්‍රචාරණය ලෙස යැවීමට ඉඩ දුන් දේ සාක්ෂි සමඟ සටහන් කරයි. සටහනක් කිසිදා වෙනස් කිරීමක් හෝ මැකීමක් නොකෙරේ: එකඟතාව ඉල්ලා අස්කරගත් අයෙකුට WITHDRAWN යවන්න. ඇමතුමක් නැවත කිරීම ආරක්ෂිතයි: එකම අංකය, වේලාව සහ වර්ගය ඇති සටහනක් එකක් පමණි, පළමු එක රැඳේ. WITHDRAWN අංකය ප්‍රවර්ධන පණිවිඩවලින් ද ඉවත් කරයි; පසුව එන GIVEN එය ඉවත් කරයි, එහෙත් ලබන්නාගේම ඉවත් වීමක් ඉවත් නොකරයි.',
  [consents.LIST_CONSENTS_CALL]: 'යතුරේ මාදිලියේ එක් අංකයක සටහන්, අලුත්ම ප්‍රකාශය මුලින්, උපරිමය 1,000 කි.',
  [consents.CONSENT_ALLOWED]: 'සටහන් දැන් ප්‍රචාරණයට ඉඩ දෙන්නේද යන වග. සටහන්වල කුමක් තිබුණත් ඉවත් වීමක් පණිවිඩ නවත්වයි.',
  [consents.CONSENT_RECORDS]: 'සටහන්, අලුත්ම ප්‍රකාශය මුලින්.',
  [consents.CONSENT_NUMBER]: 'පුද්ගලයාගේ අංකය, ජාත්‍යන්තර ආකෘතියෙන්.',
  [consents.CONSENT_MODE]: 'TEST හෝ LIVE. එක් එක් මාදිලියට වෙනම සටහන් ඇත.',
  [consents.CONSENT_KIND]:
    'GIVEN: පුද්ගලයා එකඟ විය. INFERRED: මිලදී ගැනීමක් වැනි සබඳතාවකින් එය පැහැදිලි වේ. WITHDRAWN: පුද්ගලයා එය ඉල්ලා අස්කර ගත්තා.',
  [consents.CONSENT_AT]: 'පුද්ගලයා ප්‍රකාශය කළ වේලාව.',
  [consents.CONSENT_SOURCE]: 'පුද්ගලයා එය කළ ආකාරය, ඔබේ අඩවියේ පෝරමයක් වැනි: උපරිමය අකුරු 100 කි.',
  [consents.CONSENT_WORDING]: 'පුද්ගලයා එකඟ වූ පෙළ හෝ එහි අනුවාදය: උපරිමය අකුරු 1,000 කි.',
  [consents.CONSENT_PROOF]: 'සාක්ෂියක්: පෙළක් හෝ ලේඛනයක ලිපිනයක්, උපරිමය අකුරු 2,000 කි.',
  [consents.CONSENT_EXPIRES]: 'එකඟතාව අවසන් වන වේලාව; අවසන් නොවේ නම් null.',
  [consents.CONSENT_ORIGIN]: 'සටහන සෑදූ ආකාරය: CONSOLE, API හෝ IMPORT.',
  [consents.CONSENT_RECORDED]: 'සටහන සෑදූ වේලාව.',
  [events.LIST_EVENTS_CALL]:
    'යතුරේ මාදිලියේ ව්‍යාපෘතියේ සිදුවීම්, පැරණිතම මුලින්. කිසිවක් මඟ නොහැරී ඉදිරියට යාමට, යළි ඇරඹීමකින් පසුවද, ඊළඟ ඇමතුමේ `after` ලෙස `next` යවන්න. පළමු ඇමතුමේ සිට සිදුවීම් සටහන් වේ; දින 7 ක් තබා ගනී. දින 7 ක් කිසිවෙකු නොඉල්ලුවහොත් ඊළඟ ඇමතුම තෙක් සටහන් කිරීම නවතී.',
  [events.EVENTS_LIMIT]: 'ආපසු දෙන උපරිම සිදුවීම් ගණන: 1 සිට 100, පෙරනිමිය 25.',
  [events.EVENTS_AFTER]: 'සිදුවීමක id: පිළිතුර ඊට පසුව ඇරඹේ. එය නැතිනම් තබා ඇති පැරණිතම සිදුවීමෙන් ඇරඹේ.',
  [events.EVENTS_WAIT]: 'තවම සිදුවීමක් නැතිනම් රැඳී සිටින තත්පර ගණන: 0 සිට 25. පෙරනිමියෙන් පිළිතුර වහාම එයි.',
  [events.EVENTS_RESULTS]: 'සිදුවීම්, පැරණිතම මුලින්.',
  [events.EVENTS_NEXT]: 'ඊළඟ ඇමතුමේ `after` ලෙස යවන්න. සිදුවීමක් නොවී, `after` ද නොයැව්වේ නම් null.',
  [events.EVENT_ID]: 'සිදුවීමේ id. එය කොතැනක දුන්නත් එකමයි.',
  [events.EVENT_TYPE]: 'සිදු වූ දේ. ඉවත් වීම් පිළිබඳ සිදුවීම් කණ්ඩායමේ සෑම ව්‍යාපෘතියකටම, ඉවත් වීමේ මාදිලියෙන් ලැබේ.',
  [events.EVENT_PROJECT]: 'එය සිදු වූ ව්‍යාපෘතිය.',
  [events.EVENT_MODE]: 'TEST හෝ LIVE. යතුරක් කියවන්නේ එහි මාදිලියේ සිදුවීම් පමණි.',
  [events.EVENT_CREATED_AT]: 'එය සිදු වූ වේලාව.',
  [events.EVENT_DATA]: 'පණිවිඩය එහි callback හි මෙන්, සත්‍යාපනය, නැතහොත් එක් කළ හෝ ඉවත් කළ ඉවත් වීම; පසුව මකා ඇත්නම් null.',
  [events.EVENT_VERIFICATION_STATUS]: 'සිදුවීම පවසන තත්ත්වය.',
  [webhooks.LIST_ENDPOINTS_CALL]: 'යතුරේ මාදිලියේ ව්‍යාපෘතියේ webhook අන්ත, පැරණිතම මුලින්.',
  [webhooks.CREATE_ENDPOINT_CALL]:
    'අන්තයක් සාදයි: යතුරේ මාදිලියේ ව්‍යාපෘතියේ සිදුවීම් සමඟ ඇමතෙන URL එකකි, උපරිමය 10 කි. ඇමතුම් අත්සන් කරන රහස මෙම පිළිතුරේ පමණි.',
  [webhooks.SHOW_ENDPOINT_CALL]: 'එක් අන්තයක්, එහි තත්ත්වය සහ අවසන් පිළිතුර සමඟ.',
  [webhooks.CHANGE_ENDPOINT_CALL]:
    'ඔබ දෙන ක්ෂේත්‍ර වෙනස් කරයි. `enabled: true` අන්තයක් යළි සක්‍රිය කරයි: එතැන් සිට සිදුවීම් සමඟ එය අමතයි.',
  [webhooks.DELETE_ENDPOINT_CALL]: 'අන්තයක් මකයි. රැඳී සිටින ඇමතුම් අත්හරී.',
  [webhooks.ENDPOINT_ID]: 'අන්තයේ id.',
  [webhooks.ENDPOINT_URL]: 'ඇමතෙන http හෝ https URL එක, පොදු අන්තර්ජාලයේ.',
  [webhooks.ENDPOINT_TYPES]: 'එය ඇමතෙන සිදුවීම් වර්ග; හිස් නම් සියල්ල.',
  [webhooks.ENDPOINT_ENABLED]: 'එය අමතන්නේද යන වග. එය අක්‍රියව ඇති විට සිදුවන දේ පසුව නොයැවේ.',
  [webhooks.ENDPOINT_PROJECT]: 'එය ඇමතෙන්නේ මෙම ව්‍යාපෘතියේ සිදුවීම් සමඟය.',
  [webhooks.ENDPOINT_MODE]: 'TEST හෝ LIVE: එක් මාදිලියක සිදුවීම් සමඟ අමතයි.',
  [webhooks.ENDPOINT_REASON]:
    'එය අක්‍රිය වූයේ ඇයි. REQUESTED: ඇමතුමකින්. GONE: එය 410 පිළිතුර දුන්නා. FAILING: දින 5 ක් සෑම ඇමතුමක්ම අසාර්ථක විය. සක්‍රිය නම් null.',
  [webhooks.ENDPOINT_FAILING]: 'සෑම ඇමතුමක්ම අසාර්ථක වන්නේ කවදා සිටද; අවසන් එක පිළිගත්තේ නම් null.',
  [webhooks.ENDPOINT_ANSWER]: 'අවසන් පිළිතුරේ HTTP තත්ත්වය; පිළිතුරක් නොවී නම් null. තත්පර 10 ක් පැරණි විය හැක.',
  [webhooks.ENDPOINT_ERROR]: 'අවසන් ඇමතුමට පිළිතුරක් නොවූයේ ඇයි; පිළිතුරක් වී නම් null.',
  [webhooks.ENDPOINT_CALLED]: 'අවසන් වරට ඇමතූ වේලාව; කිසිදා නොඇමතුවේ නම් null.',
  [webhooks.ENDPOINT_CREATED]: 'එය සෑදූ වේලාව.',
  [webhooks.ENDPOINT_SECRET]: 'ඇමතුම් අත්සන් කරන රහස, Standard Webhooks පුස්තකාලයකට. දැන් ගබඩා කරන්න: එය නැවත නොපෙන්වයි.',
  [webhooks.ENDPOINT_LIST]: 'අන්ත, පැරණිතම මුලින්.',
  [webhooks.RESEND_EVENT_CALL]:
    'මෙම සිදුවීම ගන්නා, සක්‍රිය webhook අන්ත එය සමඟ නැවත අමතයි; එය සිදු වූ පසු සෑදූ හෝ සක්‍රිය කළ ඒවා ද ඇතුළුව. සිදුවීමේ id සහ එහි `webhook-id` වෙනස් නොවේ. ව්‍යාපෘතියකට එක් එක් මාදිලියේ මිනිත්තුවකට සිදුවීම් 60ක් නැවත යැවිය හැක.',
  [webhooks.RESENT_ENDPOINTS]: 'එය සමඟ ඇමතෙන webhook අන්තවල id.',
};
