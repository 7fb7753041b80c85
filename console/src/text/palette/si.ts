// Sinhala text of the search (Ctrl K).
import type { TextsOf } from '../translation.ts';
import type { palette } from './en.ts';

export const si: TextsOf<typeof palette> = {
  'palette.hint': 'පිටුව, පණිවිඩය, සම්බන්ධතාව, කැම්පේනය…',
  'palette.keysHint': 'තේරීමට ↑ ↓, විවෘත කිරීමට Enter, වැසීමට Esc',
  'palette.searching': 'සොයමින්…',
  'palette.count': '{count, plural, one {ප්‍රතිඵල #} other {ප්‍රතිඵල #}}',
  'palette.short': 'සියල්ල සෙවීමට අක්ෂර {count}ක් හෝ ඊට වැඩි ගණනක් ලියන්න.',
  'palette.nothing': 'කිසිවක් හමු නොවීය. පණිවිඩ සහ කැම්පේන් සොයන්නේ {mode} තුළ පමණි.',
  'palette.failed': 'සමහර ප්‍රතිඵල ලබාගත නොහැකි විය.',
  'palette.recent': 'මෑත',
  'palette.actions': 'ක්‍රියා',
  'palette.sendTo': '{number} වෙත යවන්න',
  'palette.openMessage': 'පණිවිඩය {id} විවෘත කරන්න',
  'palette.switchMode': '{mode} වෙත මාරු වන්න, මාදිලිය',
  'palette.pages': 'පිටු',
  'palette.projects': 'ව්‍යාපෘති',
  'palette.messages': '{mode} පණිවිඩ',
  'palette.campaigns': '{mode} කැම්පේන්',
  'palette.message': '{status} · {date}',

  'palette.home':
    'මුල් පිටුව, home, dashboard, overview, statistics, graphs, balance, spend, ඩෑෂ්බෝඩ්, සංඛ්‍යාලේඛන, ප්‍රස්තාර, ශේෂය, වියදම',
  'palette.logs':
    'SMS ඉතිහාසය, SMS logs, messages, history, sent, delivered, failed, report, download, PDF, CSV, පණිවිඩ, යැවුණා, බෙදා හැරුණා, අසාර්ථකයි, වාර්තාව, බාගන්න',
  'palette.conversations':
    'සංවාද, පිළිතුරු, ලැබුණු පණිවිඩ, එන පණිවිඩ, නොකියවූ, conversations, replies, inbox, incoming, unread',
  'palette.sendSms': 'SMS යවන්න, send SMS, new message, write, compose, text, test, නව පණිවිඩය, ලියන්න, පරීක්ෂණ',
  'palette.campaignsPage': 'කැම්පේන්, campaigns, bulk, broadcast, තොග, කැම්පේනය',
  'palette.newCampaign':
    'නව කැම්පේනය, new campaign, bulk, broadcast, send to groups, create, තොග, කණ්ඩායම්වලට යවන්න, සාදන්න',
  'palette.contactsPage':
    'සම්බන්ධතා, contacts, people, customers, address book, numbers, groups, upload, import, CSV, පාරිභෝගිකයින්, අංක, කණ්ඩායම්, උඩුගත කරන්න, ආයාත කරන්න',
  'palette.templatesPage': 'අච්චු, සුරැකි පාඨ',
  'palette.optOuts':
    'ඉවත් වූ අංක, opt-outs, unsubscribe, stop, do not send, blocked numbers, ඉවත් වීම, නවත්වන්න, යවන්න එපා',
  'palette.settings': 'සැකසුම්, settings, overview, project, දළ විශ්ලේෂණය, ව්‍යාපෘතිය',
  'palette.usageLimits': 'භාවිත සීමා, usage limits, daily limit, spend, warning, දෛනික සීමාව, වියදම, අනතුරු ඇඟවීම',
  'palette.geoPermissions': 'රට අනුව අවසර, geo permissions, blocked countries, regions, අවහිර කළ රටවල්, කලාප',
  'palette.incoming':
    'ලැබෙන පණිවිඩ, incoming, keywords, automatic replies, received messages, two-way, numbers, ස්වයංක්‍රීය පිළිතුරු, අංක',
  'palette.apiKeys': 'API යතුරු, API keys, named keys, scopes, rotate',
  'palette.smpp': 'SMPP, accounts, connections, system id, bind, ගිණුම්',
  'palette.webhooks': 'Webhook අන්ත, Webhook Endpoints, events, signing secret',
  'palette.sendUrls': 'යවන URL, Send URLs, webhook, token',
  'palette.codes': 'එක්-වර කේත, One-time codes, OTP, Verify',
  'palette.dropIns': 'ආදේශක API, Drop-in APIs, Kannel, sendsms, Twilio, SMTP, e-mail, switch',
  'palette.callbacks': 'Callback, callbacks, webhook, status callback, send again, replay, උත්සාහයන්, නැවත යවන්න',
  'palette.senderId': 'යවන නමේ ඉල්ලීම, sender ID request, from, name, sender IDs, යවන නම, නම',
  'palette.api':
    'API විමර්ශනය, API Reference, developers, integration, curl, Node, Python, PHP, Java, webhook, callback, error codes, දෝෂ කේත',
  'palette.profile':
    'පැතිකඩ, profile, manage account, password, email, second factor, two-factor, 2FA, authenticator, recovery codes, login sessions, devices, ගිණුම, මුරපදය, ඊමේල්, දෙපියවර පිවිසීම, ප්‍රතිසාධන කේත, පිවිසුම් සැසි, උපාංග',
  'palette.team':
    'කාර්ය කණ්ඩායම, team, members, people, users, invite, invitation, roles, සාමාජිකයින්, පරිශීලකයින්, ආරාධනා, භූමිකා',
  'palette.billing':
    'බිල්පත් සහ ගෙවීම්, Billing, balance, top up, pay, payment, invoice, receipt, statement, usage, tax, card, bank transfer, ශේෂය, ගෙවීම, බිල්පත, රිසිට්පත, බදු, බැංකු මාරුව',
  'palette.verify':
    'අනන්‍යතාව තහවුරු කිරීම, ID verification, verify, identity, documents, passport, LIVE, හැඳුනුම්පත, ලේඛන, ගමන් බලපත්‍රය',
  'palette.projectName': 'ව්‍යාපෘතියේ නම, project name, rename, නම වෙනස් කරන්න',
  'palette.keys': 'API යතුරු, API keys, live key, test key, revoke',
  'palette.timezone': 'වේලා කලාපය, timezone, time zone, clock, midnight',
  'palette.quietHours': 'ප්‍රවර්ධන පණිවිඩ රඳවන්න, hold promotional messages, quiet hours, night, නිහඬ පැය, රාත්‍රිය',
  'palette.callbackSecret': 'Callback අත්සන් රහස, callback signing secret, webhook, status callback, signature',
  'palette.archive': 'සංරක්ෂණය, archive, restore, close project, delete project, ව්‍යාපෘතිය වසන්න',

  'keys.title': 'යතුරුපුවරු කෙටිමං',
  'keys.search': 'සියල්ල සොයන්න',
  'keys.list': 'මෙම ලැයිස්තුව පෙන්වන්න',
  'keys.find': 'පිටුවේ ලැයිස්තුවේ සොයන්න',
  'keys.rows': 'ඊළඟ හෝ පෙර පේළිය',
  'keys.choose': 'ලැයිස්තුවක හෝ ප්‍රතිඵල අතර ගමන් කරන්න',
  'keys.open': 'තේරූ පේළිය හෝ ප්‍රතිඵලය විවෘත කරන්න',
  'keys.close': 'කවුළුවක් හෝ මෙනුවක් වසන්න',
};
