// Tamil text of the search (Ctrl K).
import type { TextsOf } from '../translation.ts';
import type { palette } from './en.ts';

export const ta: TextsOf<typeof palette> = {
  'palette.hint': 'பக்கம், செய்தி, தொடர்பு, பிரசாரம்…',
  'palette.keysHint': 'தேர்வுசெய்ய ↑ ↓, திறக்க Enter, மூட Esc',
  'palette.searching': 'தேடுகிறது…',
  'palette.count': '{count, plural, one {# முடிவு} other {# முடிவுகள்}}',
  'palette.short': 'அனைத்திலும் தேட {count} அல்லது அதற்கு மேற்பட்ட எழுத்துக்குறிகளை உள்ளிடவும்.',
  'palette.nothing': 'எதுவும் கிடைக்கவில்லை. செய்திகளும் பிரசாரங்களும் {mode} முறையில் மட்டுமே தேடப்படும்.',
  'palette.failed': 'சில முடிவுகளைக் காட்ட முடியவில்லை.',
  'palette.recent': 'அண்மையவை',
  'palette.actions': 'செயல்கள்',
  'palette.sendTo': 'அனுப்பவும்: {number}',
  'palette.openMessage': 'செய்தியைத் திறக்கவும்: {id}',
  'palette.switchMode': 'முறையை மாற்றவும்: {mode}, முறை',
  'palette.pages': 'பக்கங்கள்',
  'palette.projects': 'திட்டங்கள்',
  'palette.messages': '{mode} செய்திகள்',
  'palette.campaigns': '{mode} பிரசாரங்கள்',
  'palette.message': '{status} · {date}',

  'palette.home':
    'முகப்பு, home, dashboard, overview, statistics, graphs, balance, spend, மேலோட்டம், புள்ளிவிவரங்கள், வரைபு, இருப்பு, செலவு',
  'palette.logs':
    'SMS பதிவேடு, SMS Logs, messages, history, sent, delivered, failed, report, download, PDF, CSV, செய்திகள், வரலாறு, அனுப்பப்பட்டது, வழங்கப்பட்டது, தோல்வி, அறிக்கை, பதிவிறக்கவும்',
  'palette.conversations':
    'உரையாடல்கள், பதில்கள், வந்த செய்திகள், உள்வரும் செய்திகள், படிக்காதவை, conversations, replies, inbox, incoming, unread',
  'palette.sendSms':
    'SMS அனுப்பவும், Send SMS, new message, write, compose, text, test, புதிய செய்தி, எழுதவும், சோதனை',
  'palette.campaignsPage': 'பிரசாரங்கள், Campaigns, bulk, broadcast, மொத்தமாக, விளம்பரம்',
  'palette.newCampaign':
    'புதிய பிரசாரம், New Campaign, bulk, broadcast, send to groups, create, மொத்தமாக, குழுக்களுக்கு அனுப்பவும், உருவாக்கவும்',
  'palette.contactsPage':
    'தொடர்புகள், Contacts, people, customers, address book, numbers, groups, upload, import, CSV, மக்கள், வாடிக்கையாளர்கள், முகவரிப் புத்தகம், எண்கள், குழுக்கள், பதிவேற்றவும், இறக்குமதி',
  'palette.templatesPage': 'வார்ப்புருக்கள், சேமித்த உரைகள்',
  'palette.optOuts':
    'விலகிய எண்கள், Opt-outs, unsubscribe, stop, do not send, blocked numbers, விலகல், நிறுத்தவும், அனுப்ப வேண்டாம், தடுத்த எண்கள்',
  'palette.settings': 'அமைப்புகள், Settings, overview, project, மேலோட்டம், திட்டம்',
  'palette.usageLimits':
    'பயன்பாட்டு வரம்புகள், Usage Limits, daily limit, spend, warning, நாளாந்த வரம்பு, செலவு, எச்சரிக்கை',
  'palette.geoPermissions':
    'நாட்டு அனுமதிகள், Geo Permissions, blocked countries, regions, தடுத்த நாடுகள், பிராந்தியங்கள்',
  'palette.incoming':
    'வரும் செய்திகள், Incoming, keywords, automatic replies, received messages, two-way, numbers, தானியங்கிப் பதில்கள், எண்கள்',
  'palette.apiKeys': 'API விசைகள், API keys, named keys, scopes, rotate',
  'palette.smpp': 'SMPP, accounts, connections, system id, bind, கணக்குகள்',
  'palette.webhooks': 'Webhook முனைகள், Webhook Endpoints, events, signing secret',
  'palette.sendUrls': 'அனுப்பும் URLகள், Send URLs, webhook, token',
  'palette.codes': 'ஒருமுறைக் குறியீடுகள், One-time codes, OTP, Verify',
  'palette.dropIns': 'மாற்று APIகள், Drop-in APIs, Kannel, sendsms, Twilio, SMTP, e-mail, switch',
  'palette.callbacks':
    'Callback கள், callbacks, webhook, status callback, send again, replay, முயற்சிகள், மீண்டும் அனுப்பவும்',
  'palette.senderId': 'அனுப்புநர் பெயர்க் கோரிக்கை, Sender ID Request, from, name, sender IDs, அனுப்புநர், பெயர்',
  'palette.api':
    'API மேற்கோள், API Reference, developers, integration, curl, Node, Python, PHP, Java, webhook, callback, error codes, பிழைக் குறியீடுகள்',
  'palette.profile':
    'சுயவிவரம், Profile, manage account, password, email, second factor, two-factor, 2FA, authenticator, recovery codes, login sessions, devices, கணக்கை நிர்வகிக்க, கடவுச்சொல், மின்னஞ்சல், இரு-படிச் சரிபார்ப்பு, மீட்புக் குறியீடுகள், உள்நுழைவு அமர்வுகள், சாதனங்கள்',
  'palette.team':
    'அணி, Team, members, people, users, invite, invitation, roles, உறுப்பினர்கள், மக்கள், பயனர்கள், அழைக்க, அழைப்பு, பொறுப்புகள்',
  'palette.billing':
    'கணக்கும் கட்டணமும், Billing, balance, top up, pay, payment, invoice, receipt, statement, usage, tax, card, bank transfer, இருப்பு, கட்டணம், பற்றுச்சீட்டு, வரி, வங்கிப் பரிமாற்றம்',
  'palette.verify':
    'அடையாளச் சரிபார்ப்பு, ID Verification, verify, identity, documents, passport, LIVE, சரிபார்க்க, ஆவணங்கள், கடவுச்சீட்டு',
  'palette.projectName': 'திட்டத்தின் பெயர், project name, rename, பெயரை மாற்ற',
  'palette.keys': 'API விசைகள், API keys, live key, test key, revoke',
  'palette.timezone': 'நேர வலயம், timezone, time zone, clock, midnight',
  'palette.quietHours':
    'விளம்பரச் செய்திகளை நிறுத்திவைக்கவும், hold promotional messages, quiet hours, night, அமைதி நேரம், இரவு',
  'palette.callbackSecret':
    'Callback கையொப்ப இரகசியம், callback signing secret, webhook, status callback, signature',
  'palette.archive': 'காப்பகம், archive, restore, close project, delete project, திட்டத்தை மூட',

  'keys.title': 'விசைப்பலகைக் குறுக்குவழிகள்',
  'keys.search': 'அனைத்திலும் தேடவும்',
  'keys.list': 'இந்தப் பட்டியலைக் காட்டவும்',
  'keys.find': 'பக்கத்தின் பட்டியலில் தேடவும்',
  'keys.rows': 'அடுத்த அல்லது முந்தைய வரி',
  'keys.choose': 'பட்டியலில் அல்லது முடிவுகளில் நகரவும்',
  'keys.open': 'தேர்வுசெய்த வரியை அல்லது முடிவைத் திறக்கவும்',
  'keys.close': 'சாளரத்தை அல்லது மெனுவை மூடவும்',
};
