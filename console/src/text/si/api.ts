// Words in Sinhala of the public API: its reference and status callbacks; each constant has the name of its English file.
export const apiReference = {
  'api.title': 'API විමර්ශනය',
  'api.back': 'ඩෑෂ්බෝඩ් වෙත ආපසු',
  'api.introduction': 'හැඳින්වීම',
  'api.authentication': 'සත්‍යාපනය',
  'api.testMode': 'පරීක්ෂණ මාදිලිය',
  'api.errorCodes': 'දෝෂ කේත',
  'api.idempotency': 'දෙවරක් නොයැවීම',
  'api.rateLimits': 'ඉල්ලීම් සීමා',
  'api.messages': 'පණිවිඩ',
  'api.send': 'SMS එකක් යවන්න',
  'api.details': 'SMS විස්තර ලබා ගන්න',
  'api.log': 'SMS ඉතිහාසය ලබා ගන්න',
  'api.batch': 'කාණ්ඩයක් යවන්න',
  'api.cancel': 'SMS එකක් අවලංගු කරන්න',
  'api.balance': 'ශේෂය ලබා ගන්න',
  'api.login': 'අක්තපත්‍ර පරීක්ෂා කරන්න',
  'api.smsObject': 'SMS වස්තුව',
  'api.callbacks': 'තත්ත්ව callback',
  'api.verifying': 'Callback එකක් තහවුරු කරන්න',
  'api.clients': 'සේවාලාභී පුස්තකාල',

  'api.copy': '{what} පිටපත් කරන්න',
  'api.sampleLabel': '{what}: {language}',
  'api.languageOf': '{what}: භාෂාව',
  'api.exampleAnswer': 'උදාහරණ පිළිතුර {status}',
  'api.answerTo': '{call}: පිළිතුර',
  'api.status': 'පිළිතුර {status}',
  'api.required': 'අවශ්‍යයි',
  'api.request': 'ඉල්ලීම',
  'api.answer': 'පිළිතුර',
  'api.fields': 'ක්ෂේත්‍ර',
  'api.errors': 'දෝෂ',
  'api.answersMessage': 'පිළිතුර <link>SMS වස්තුවයි</link>.',

  'api.introductionText':
    'ඔබේම මෘදුකාංගයෙන් පණිවිඩ යවා ඒවාට සිදු වූ දේ කියවන්න. පරීක්ෂණ යතුරක් වහාම ක්‍රියා කරයි, එබැවින් මේ අසල ඇති වැඩසටහන එසේම පළමු පණිවිඩය යවයි.',
  'api.firstMessage': 'පළමු පණිවිඩය',
  'api.filledSignedOut': '<link>පිවිසෙන්න</link>, එවිට සියලු නියැදි ඔබේ ව්‍යාපෘතියේ id සහ පරීක්ෂණ යතුරෙන් පිරවේ.',
  'api.filledNoProject': 'ඔබ ව්‍යාපෘතියක් <link>සෑදූ</link> පසු නියැදි එහි id සහ පරීක්ෂණ යතුරෙන් පිරවේ.',
  'api.filledHidden': 'නියැදිවල <b>{project}</b> හි id ඇත. එහි යතුරු දකින්නේ හිමිකරුවන් සහ පරිපාලකයින් පමණි.',
  'api.filled': 'නියැදිවල <b>{project}</b> හි id සහ පරීක්ෂණ යතුර ඇත. යතුර තිරයේ සඟවා ඇති අතර සම්පූර්ණයෙන් පිටපත් වේ.',
  'api.host': 'සේවාදායකය',
  'api.bodies': 'අන්තර්ගතය',
  'api.bodiesText':
    'UTF-8 හි JSON. තනි පණිවිඩ form එකක් ලෙසද (<code>application/x-www-form-urlencoded</code>) එවිය හැක.',
  'api.values': 'අගයන්',
  'api.valuesText':
    'වේලාවන් ISO 8601, UTC, මිලි තත්පර සහ <code>Z</code> සමඟ. මුදල් ප්‍රධාන ඒකකවලින් සංඛ්‍යාවකි, දශම හතරක් දක්වා. Id යනු පෙළයි; ඒවා වෙන් නොකරන්න.',
  'api.requestId': 'ඉල්ලීමේ id',
  'api.requestIdText': 'සෑම පිළිතුරකම <code>x-request-id</code> ශීර්ෂය ඇත. උදව් ඉල්ලන විට එය සඳහන් කරන්න.',
  'api.openApiText': 'උත්පාදක සහ මෙවලම් සඳහා එයම <link>OpenAPI 3.1</link> ලෙස. මෙම පිටුව එයින් සෑදේ.',

  'api.authenticationText': 'ඉල්ලීම් HTTP Basic භාවිත කරයි: ව්‍යාපෘතියේ id එක පරිශීලක නාමයයි, API යතුරක් මුරපදයයි.',
  'api.twoKeys':
    'ව්‍යාපෘතියකට යතුරු දෙකක් ඇති අතර එහි සැකසුම් ඒවා පෙන්වයි. පරීක්ෂණ යතුර පරීක්ෂණ මාදිලිය දෙයි; LIVE යතුර දුරකථන වෙත යවන අතර අය කෙරේ.',
  'api.keepKeys':
    'යතුරු ඔබේ සේවාදායකයේ තබා ගන්න, යෙදුම් සහ වෙබ් පිටුවල නොවේ: එකක් ඇති අයෙකු ඔබේ නමින් යවයි. ඔබ අවලංගු කරන යතුරක් තත්පරයක් ඇතුළත ක්‍රියා විරහිත වේ.',

  'api.testModeText':
    'පරීක්ෂණ යතුරක් සමඟ කිසිවක් පිටතට නොයයි, කිසිවක් අය නොකෙරේ, තහවුරු කිරීමක් අවශ්‍ය නැත. සෑම ව්‍යාපෘතියකටම එහිදී <code>SANDBOX</code> යවන්නා ඇත. ඕනෑම රටක <code>to</code> හි අවසාන ඉලක්කම් හතර පණිවිඩයට සිදු වන දේ තීරණය කරයි.',
  'api.testNumbers': 'පරීක්ෂණ අංක',
  'api.number': 'අංකය',
  'api.outcome': 'එයට සිදු වන දේ',
  'api.anyOther': 'වෙනත් ඕනෑම',
  'api.anyOtherText': 'තත්පර දෙකක් පමණ ඇතුළත බෙදා හැරේ.',
  'api.testErrors': 'දෝෂයක් බැලීමට, දෝෂ කේත යටතේ ඒ අසල ඇති අංකයට යවන්න: එය හරියටම එයින් ප්‍රතික්ෂේප වේ.',

  'api.errorCodesText':
    'ප්‍රතික්ෂේප වූ ඉල්ලීමක් කිසිවක් කර නැත. එහි පිළිතුරේ වෙනස් නොවන <code>code</code>, කළ යුතු දේ කියන <code>description</code>, සහ ක්ෂේත්‍රයක් වැරදි නම් <code>fields</code> ඇත.',
  'api.codes': 'HTTP / කේතය',
  'api.meaning': 'තේරුම',
  'api.testNumber': 'පරීක්ෂණ අංකය',

  'api.idempotencyText':
    'පිළිතුරක් නොලැබුණද පණිවිඩය පිළිගෙන තිබිය හැක. සෑම පණිවිඩයක් සමඟම ඔබේම <code>Idempotency-Key</code> එකක් යවන්න, අක්ෂර 1 සිට 255 දක්වා, ඔබේ ඇණවුමේ අංකය වැනි, ඉන්පසු එම යතුරම සහ එම අන්තර්ගතයම සමඟ ඉල්ලීම නැවත කරන්න: එය එක් වරක් පමණක් පිළිගැනේ.',
  'api.idempotencyReplay':
    'නැවත කළ ඉල්ලීමකට පළමු පිළිතුරම <code>Idempotent-Replayed: true</code> සමඟ ලැබේ. යතුරු පැය 24ක් තබා ගැනේ. වෙනත් අන්තර්ගතයක් සමඟ භාවිත කළ යතුරක් 1009 න් ද, පළමු ඉල්ලීමට තවම පිළිතුරු නොමැති එකක් 1008 න් ද ප්‍රතික්ෂේප වේ.',

  'api.rateLimitsText':
    'ඉල්ලීම් සීමා කර ඇති තැන පිළිතුරු එය පවසයි: <code>RateLimit-Policy</code> තත්පර කීයක (<code>w</code>) ඉල්ලීම් කීයක් (<code>q</code>) ද, <code>RateLimit</code> කීයක් ඉතිරි (<code>r</code>) ද සහ තත්පර කීයකින් (<code>t</code>) ගණන අලුතින් ඇරඹේ ද යන්න.',
  'api.tooMany':
    'වැඩිපුර ඉල්ලීමක් 429 සහ 1006 න් ප්‍රතික්ෂේප වේ. <code>Retry-After</code> හි රැඳී සිටිය යුතු තත්පර ගණන ඇත. පණිවිඩ රැසක් සඳහා කාණ්ඩ යවන්න.',
  'api.headersLabel': 'පිළිතුරක ශීර්ෂ',

  'api.messagesText': 'එක් පණිවිඩයක් හෝ රැසක් යවා, ඒවා අනුගමනය කර, ව්‍යාපෘතියක ඉතිහාසය කියවන්න.',

  'api.callbacksText':
    'පණිවිඩයකට <code>status_callback</code> එකක් දෙන්න, එවිට එය පැමිණෙන සෑම තත්ත්වයක්ම එම ලිපිනයට යැවේ: <code>SENT</code>, ඉන්පසු <code>DELIVERED</code> හෝ <code>FAILED</code>.',
  'api.callbacksReach':
    'ලිපිනය පොදු අන්තර්ජාලයේ තිබිය යුතුය: මෙම සේවාව ක්‍රියාත්මක කරන අය <code>CALLBACKS_ALLOW_PRIVATE</code> සකසා නැත්නම්, <code>localhost</code> සහ පෞද්ගලික ජාල වෙත callback යවන්නේ නැත. SMS ඉතිහාසයේ පණිවිඩයක විස්තර සෑම උත්සාහයක්ම පෙන්වයි.',
  'api.callbacksRetry':
    'තත්පර 15ක් ඇතුළත ඕනෑම 2xx එකකින් පිළිතුරු දෙන්න. වෙන කුමක් වුවද දින තුනක් පමණ තුළ දස වරක් නැවත උත්සාහ කෙරේ. Callback ප්‍රමාද වී හෝ දෙවරක් පැමිණිය හැක: <code>sequence</code> ඒවායේ පිළිවෙළ දෙයි, <code>webhook-id</code> ඔබ සතුව ඇති එකක් හඳුන්වයි. සැකසීම්වල Callback කොටස සෑම උත්සාහයක්ම එහි පිළිතුර සමඟ පෙන්වන අතර, callback නැවත යවයි.',
  'api.incoming': 'ලැබෙන පණිවිඩ',
  'api.incomingExample': 'ලැබුණු පණිවිඩයක්',
  'api.incomingText':
    'ඔබේ ව්‍යාපෘතියේ අංකයකට දුරකථනයක් යවන දේ, එකම අත්සන සහ නැවත උත්සාහ කිරීම් සමඟ, ව්‍යාපෘති සැකසීම්වල ලැබෙන පණිවිඩ callback URL එකට එක් වරක් යැවේ. <code>direction</code> යනු <code>INCOMING</code> ය; එකම සේවාදායක සහ වැඩසටහන්වලට දෙකම ගත හැක.',
  'api.callbackExample': 'තත්ත්ව callback එකක්',
  'api.callbackBody': 'අන්තර්ගතය',
  'api.callbackHeaders': 'ශීර්ෂ',
  'api.verifyingText':
    'Callback Standard Webhooks 1.0 හි මෙන් අත්සන් කර ඇත. අත්සන යනු <code>v1,</code> සහ, අතරේ තිත් සමඟ <code>webhook-id</code>, <code>webhook-timestamp</code> සහ පැමිණි අයුරින්ම අන්තර්ගතය මත HMAC-SHA256 එකක base64 ය.',
  'api.verifyingSecret':
    'එහි යතුර ව්‍යාපෘතියේ සැකසුම්වල ඇති callback අත්සන් රහසයි: <code>whsec_</code> ට පසු base64. මාරු කිරීමකින් පසු දිනක් අත්සන් දෙකක් ඇත; ගැළපෙන එකක් ප්‍රමාණවත්ය.',
  'api.verifyingReplay': 'නියත කාලයකින් සසඳා, මිනිත්තු පහකට වඩා පැරණි දේ ප්‍රතික්ෂේප කරන්න. මේ අසල ඇති වැඩසටහන දෙකම කරයි.',

  'api.clientsText':
    'සේවාලාභී පුස්තකාල දෙකක් මේ සියල්ල ඔබ වෙනුවෙන් කරයි: idempotency යතුරු සමඟ නැවත උත්සාහ කිරීම, පිටු කියවීම, callback තහවුරු කිරීම. ඒවා ගබඩාවේ <code>clients/typescript</code> සහ <code>clients/php</code> හි ඇත.',

  'api.tryIt': 'උත්සාහ කරන්න',
  'api.tryCall': 'උත්සාහ කරන්න: {call}',
  'api.call': 'ඉල්ලීම යවන්න',
  'api.trySignedOut': 'ඔබේ පරීක්ෂණ යතුරෙන් මෙය යැවීමට <link>පිවිසෙන්න</link>.',
  'api.tryNoProject': 'එහි පරීක්ෂණ යතුරෙන් මෙය යැවීමට <link>ව්‍යාපෘතියක් සාදන්න</link>.',
  'api.tryHidden': 'මෙම ව්‍යාපෘතියේ යතුරු දකින්නේ හිමිකරුවන් සහ පරිපාලකයින් පමණි.',
  'api.inLogs': 'ඉතිහාසයේ බලන්න',
};

export const apiSentences: Record<string, string> = {
  'Accepts one message, charges it in LIVE, and answers when it is stored. With an `Idempotency-Key` the call can be repeated without sending twice.':
    'එක් පණිවිඩයක් පිළිගෙන, LIVE හිදී එයට අය කර, එය ගබඩා වූ විට පිළිතුරු දෙයි. `Idempotency-Key` එකක් සමඟ දෙවරක් නොයවා ඉල්ලීම නැවත කළ හැක.',
  'Text of your own, 1 to 255 characters, kept for 24 hours: a repeated call with the same key and body answers as the first one did and sends nothing.':
    'ඔබේම පෙළක්, අක්ෂර 1 සිට 255 දක්වා, පැය 24ක් තබා ගැනේ: එම යතුර සහ අන්තර්ගතය සමඟ නැවත කළ ඉල්ලීමක් පළමු පිළිතුරම දෙන අතර කිසිවක් නොයවයි.',
  "The project's messages in the mode of the key, a page at a time.": 'යතුරේ මාදිලියේ ව්‍යාපෘතියේ පණිවිඩ, වරකට පිටුවක්.',
  "The first day, yyyy-MM-dd in the project's time zone, included; without it from the first message on.":
    'පළමු දිනය, yyyy-MM-dd, ව්‍යාපෘතියේ වේලා කලාපයෙන්, එයද ඇතුළුව; එය නොමැතිව පළමු පණිවිඩයේ සිට.',
  "The last day, yyyy-MM-dd in the project's time zone, included; without it up to now.":
    'අවසාන දිනය, yyyy-MM-dd, ව්‍යාපෘතියේ වේලා කලාපයෙන්, එයද ඇතුළුව; එය නොමැතිව මේ දක්වා.',
  'Which page, counted from 1.': 'කුමන පිටුවද, 1 සිට ගණන් කර.',
  'How many messages a page holds.': 'පිටුවක පණිවිඩ කීයක් තිබේද.',
  'ASC: oldest first. DESC: newest first.': 'ASC: පැරණිම ඒවා මුලින්. DESC: අලුත්ම ඒවා මුලින්.',
  'Takes 1 to 1,000 messages in one call, at most 4 MiB. Each is checked and charged by itself: the answer says for each, in order, whether it was accepted. With an `Idempotency-Key` each message is known by that key and its place: one whose place has another body is refused with 1009, and one whose place is new is sent.':
    'එක් ඉල්ලීමකින් පණිවිඩ 1 සිට 1,000 දක්වා, උපරිම 4 MiB. සෑම එකක්ම වෙන වෙනම පරීක්ෂා කර අය කෙරේ: එක් එක් පණිවිඩය පිළිගත්තේද යන්න පිළිතුර පිළිවෙළින් පවසයි. `Idempotency-Key` එකක් සමඟ සෑම පණිවිඩයක්ම එම යතුරෙන් සහ එහි ස්ථානයෙන් හඳුනා ගැනේ: එම ස්ථානයේ වෙනත් අන්තර්ගතයක් ඇති එක 1009 සමඟ ප්‍රතික්ෂේප වේ, අලුත් ස්ථානයක ඇති එක යවයි.',
  'One message with its status as it is now.': 'එක් පණිවිඩයක්, එහි දැන් තත්ත්වය සමඟ.',
  'The id of the message.': 'පණිවිඩයේ id එක.',
  'Cancels a message that no carrier has taken yet; its charge goes back.':
    'කිසිදු දුරකථන සමාගමක් තවම නොගත් පණිවිඩයක් අවලංගු කරයි; එහි ගාස්තුව ආපසු ලැබේ.',
  "What the project's team can spend. The same in both modes; TEST spends nothing.":
    'ව්‍යාපෘතියේ කණ්ඩායමට වියදම් කළ හැකි මුදල. මාදිලි දෙකේම එකමයි; TEST කිසිවක් වියදම් නොකරයි.',
  'Says which project and mode the key belongs to; changes nothing.':
    'යතුර අයත් ව්‍යාපෘතිය සහ මාදිලිය පවසයි; කිසිවක් වෙනස් නොකරයි.',
  'The phone number of the recipient with its country code. Blanks, dots, hyphens and brackets are left out, and `00` reads as `+`.':
    'ලබන්නාගේ දුරකථන අංකය රටේ කේතය සමඟ. හිස්තැන්, තිත්, කෙටි ඉරි සහ වරහන් ඉවත් කෙරේ, `00` යන්න `+` ලෙස කියවේ.',
  'The sender id that the recipient sees: one that is approved for the project. In TEST any well-formed one (3 to 11 letters, digits, blanks or underscores, at least one letter), and `SANDBOX`.':
    'ලබන්නා දකින sender id එක: ව්‍යාපෘතියට අනුමත එකක්. TEST හිදී නිවැරදි ආකෘතියේ ඕනෑම එකක් (අකුරු, ඉලක්කම්, හිස්තැන් හෝ යටි ඉරි 3 සිට 11, අවම වශයෙන් එක් අකුරක්), සහ `SANDBOX`.',
  'The text: at most 1600 characters and 10 segments. One segment holds 160 characters of GSM 03.38, or 70 of other alphabets.':
    'පෙළ: උපරිම අක්ෂර 1600ක් සහ කොටස් 10ක්. එක් කොටසක GSM 03.38 අක්ෂර 160ක්, හෝ වෙනත් අක්ෂර මාලාවල 70ක් අඩංගු වේ.',
  "When to send it: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd, with an optional `Z` or offset (UTC without one), at most a year ahead. Null or nothing sends it now.":
    "යැවිය යුතු වේලාව: yyyy-MM-dd'T'HH:mm:ss හෝ yyyy-MM-dd, කැමති නම් `Z` හෝ වේලා වෙනස සමඟ (නොමැතිව UTC), උපරිම වසරකට පෙර. Null හෝ හිස් නම් දැන් යවයි.",
  'An http or https URL that is called when the message is sent, delivered or has failed: see the webhook `messageStatus`.':
    'පණිවිඩය යැවූ, බෙදා හැරුණු හෝ අසාර්ථක වූ විට කැඳවන http හෝ https URL එකක්: `messageStatus` webhook එක බලන්න.',
  'May repeat the project of the key; another one answers 1001.':
    'යතුරේ ව්‍යාපෘතිය නැවත කිව හැක; වෙනත් එකකට 1001 පිළිතුරු දෙයි.',
  'May repeat the mode of the key, TEST or LIVE; the other one answers 1004.':
    'යතුරේ මාදිලිය නැවත කිව හැක, TEST හෝ LIVE; අනෙකට 1004 පිළිතුරු දෙයි.',
  'The messages, each as POST /v1/messages takes it.': 'පණිවිඩ, එක් එක් POST /v1/messages ගන්නා ආකාරයටම.',
  'The id of the message: opaque text, at most 64 characters.':
    'පණිවිඩයේ id එක: අර්ථයක් නැති පෙළක්, උපරිම අක්ෂර 64ක්.',
  'The project that it belongs to.': 'එය අයත් ව්‍යාපෘතිය.',
  'When it was accepted.': 'එය පිළිගත් වේලාව.',
  'OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project.':
    'ව්‍යාපෘතිය යවන දේ සඳහා OUTGOING, දුරකථනයක් ව්‍යාපෘතියේ අංකයකට යැවූ දේ සඳහා INCOMING.',
  'MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.':
    'තනි පණිවිඩ සහ කාණ්ඩ සඳහා MESSAGING, කැම්පේනයක ඒවා සඳහා CAMPAIGN.',
  'The sender id that the recipient sees; of an incoming message the number of the phone.':
    'ලබන්නා දකින sender id එක; ලැබුණු පණිවිඩයක නම් දුරකථනයේ අංකය.',
  'The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the project.':
    'ලබන්නාගේ අංකය E.164 ලෙස, +94771234567 වැනි; ලැබුණු පණිවිඩයක නම් ව්‍යාපෘතියේ අංකය.',
  'How many segments it is charged as.': 'අය කෙරෙන කොටස් ගණන.',
  'ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it, or of an incoming message the project. FAILED: see `failure`.':
    'ACCEPTED: යැවීමට රැඳී සිටී. SENT: දුරකථන සමාගමක් එය ගෙන ඇත. DELIVERED: දුරකථනයට, ලැබුණු පණිවිඩයක නම් ව්‍යාපෘතියට, ලැබී ඇත. FAILED: `failure` බලන්න.',
  'TEST: nothing leaves and nothing is charged. LIVE: it is sent.':
    'TEST: කිසිවක් පිටතට නොයයි, කිසිවක් අය නොකෙරේ. LIVE: එය යැවේ.',
  'The text as it is sent.': 'යැවෙන අයුරින්ම පෙළ.',
  'How many characters it has.': 'එහි අක්ෂර ගණන.',
  'What it costs, in major units of `currency` with at most four decimals; in TEST what it would cost.':
    'එහි මිල, `currency` හි ප්‍රධාන ඒකකවලින්, දශම හතරක් දක්වා; TEST හිදී වැය වනු ඇති මුදල.',
  "The currency of the team's region (ISO 4217).": 'කණ්ඩායමේ කලාපයේ මුදල් ඒකකය (ISO 4217).',
  'When it is scheduled for; null for at once. A promotional message of a project that keeps quiet hours may be held until their end.':
    'එය සැලසුම් කළ වේලාව; වහාම නම් null. නිහඬ පැය තබන ව්‍යාපෘතියක ප්‍රවර්ධන පණිවිඩයක් ඒවා අවසන් වන තුරු රඳවා තැබිය හැක.',
  'When it came to each state.': 'එය එක් එක් තත්ත්වයට පැමිණි වේලාව.',
  'When it was accepted. All instants are ISO 8601 in UTC with milliseconds.':
    'එය පිළිගත් වේලාව. සියලු වේලාවන් ISO 8601, UTC, මිලි තත්පර සමඟ.',
  'When it was first handed to a carrier link.': 'එය දුරකථන සමාගමක සබැඳියකට මුලින්ම භාර දුන් වේලාව.',
  'When a carrier had taken all of it.': 'දුරකථන සමාගමක් එය සම්පූර්ණයෙන් ගත් වේලාව.',
  'When the handset had it, as the carrier says.': 'දුරකථන සමාගම පවසන පරිදි දුරකථනයට ලැබුණු වේලාව.',
  'When it failed.': 'එය අසාර්ථක වූ වේලාව.',
  'Why it failed; null where it has not.': 'එය අසාර්ථක වූයේ ඇයි; එසේ නොවූයේ නම් null.',
  "The reason in words, with the carrier's own code where it gave one.":
    'හේතුව වචනයෙන්, දුරකථන සමාගම කේතයක් දුන්නේ නම් එය සමඟ.',
  "What is known about the recipient's number, of an incoming message about the phone's.":
    'ලබන්නාගේ අංකය ගැන, ලැබුණු පණිවිඩයක නම් දුරකථනයේ අංකය ගැන, දන්නා දේ.',
  'The country calling code without `+`.': '`+` නොමැතිව රටේ ඇමතුම් කේතය.',
  'The country (ISO 3166 alpha-2), where it is known.': 'රට (ISO 3166 alpha-2), දන්නේ නම්.',
  'The number without its country code.': 'රටේ කේතය නොමැති අංකය.',
  'Such as MOBILE, FIXED_LINE or UNKNOWN.': 'MOBILE, FIXED_LINE හෝ UNKNOWN වැනි.',
  'The URL that its statuses, or an incoming message itself, are posted to, or null.':
    'එහි තත්ත්ව, හෝ ලැබුණු පණිවිඩයම, යැවෙන URL එක, නැතහොත් null.',
  'How many parts of a long incoming message did not come; its text has `[…]` in their places. Else 0.':
    'දිගු ලැබුණු පණිවිඩයක නොපැමිණි කොටස් ගණන; ඒවා තිබිය යුතු තැන්වල `[…]` ඇත. නැතහොත් 0.',
  'How many messages there are in all of those days.': 'ඒ සියලු දිනවල පණිවිඩ ගණන.',
  'How many pages that is; past the last one `results` is empty.': 'එය පිටු කීයක්ද; අවසාන එකෙන් පසු `results` හිස්ය.',
  'The page as asked for.': 'ඉල්ලූ පිටුව.',
  'The size as asked for.': 'ඉල්ලූ ප්‍රමාණය.',
  'The messages of this page.': 'මෙම පිටුවේ පණිවිඩ.',
  'For each message, in order, the SMS object or the error that it was refused with.':
    'එක් එක් පණිවිඩයට පිළිවෙළින්, SMS වස්තුව හෝ එය ප්‍රතික්ෂේප වූ දෝෂය.',
  'The status that it has come to: SENT, DELIVERED or FAILED.': 'එය පැමිණි තත්ත්වය: SENT, DELIVERED හෝ FAILED.',
  'When it came to each state; what came after this status is null.':
    'එය එක් එක් තත්ත්වයට පැමිණි වේලාව; මෙම තත්ත්වයෙන් පසුව පැමිණි දේ null.',
  'The place of this status among those of the message, from 1. Calls can arrive late or again: one with a lower number than one that you have seen is older.':
    'පණිවිඩයේ තත්ත්ව අතර මෙහි ස්ථානය, 1 සිට. ඇමතුම් ප්‍රමාද වී හෝ නැවත පැමිණිය හැක: ඔබ දුටු එකකට වඩා අඩු අංකයක් ඇති එක පැරණිය.',
  'Names this status of this message: the same at every attempt, so that one you have is known.':
    'මෙම පණිවිඩයේ මෙම තත්ත්වය හඳුන්වයි: සෑම උත්සාහයකදීම එකමයි, එබැවින් ඔබ සතු එකක් හඳුනාගත හැක.',
  'Names this message: the same at every attempt, so that one you have is known.':
    'මෙම පණිවිඩය හඳුන්වයි: සෑම උත්සාහයකදීම එකමයි, එබැවින් ඔබ සතු එකක් හඳුනාගත හැක.',
  'When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.':
    'මෙම උත්සාහය කළ වේලාව, 1970 සිට තත්පරවලින්. මිනිත්තු පහකට වඩා පැරණි දේ ප්‍රතික්ෂේප කරන්න.',
  'Signatures with a blank between them, the newest secret first; one that fits is enough.':
    'අතරේ හිස්තැනක් සහිත අත්සන්, අලුත්ම රහස මුලින්; ගැළපෙන එකක් ප්‍රමාණවත්ය.',
  'Delivered at once.': 'වහාම බෙදා හැරේ.',
  'The carrier takes it and cannot deliver it.': 'දුරකථන සමාගම එය ගන්නා නමුත් බෙදා හැරිය නොහැක.',
  'Sent; no receipt ever comes.': 'යැවේ; කිසිදා ලදුපතක් නොපැමිණේ.',
  'Refused by the carrier.': 'දුරකථන සමාගම ප්‍රතික්ෂේප කරයි.',
  'The carrier asks to wait, then it is delivered.': 'දුරකථන සමාගම රැඳී සිටින ලෙස ඉල්ලයි, ඉන්පසු බෙදා හැරේ.',
  'Delivered after 30 seconds.': 'තත්පර 30කට පසු බෙදා හැරේ.',
  'Delivered before the carrier has answered.': 'දුරකථන සමාගම පිළිතුරු දීමට පෙර බෙදා හැරේ.',
};

export const callbacks = {
  'callbacks.intro': 'පණිවිඩයක තත්ත්වය ගැන ඔබේ සර්වරයට කළ සෑම ඇමතුමක්ම, අලුත්ම ඒවා මුලින්.',
  'callbacks.keptFor': 'ඇමතුම් {days, plural, one {දින #ක්} other {දින #ක්}} තබා ගැනේ.',
  'callbacks.attempts': 'තත්ත්ව callback',
  'callbacks.message': 'පණිවිඩය ලබන්නා',
  'callbacks.status': 'දැන්වූ තත්ත්වය',
  'callbacks.answer': 'පිළිතුර',
  'callbacks.took': 'ගත වූ කාලය',
  'callbacks.attempt': 'උත්සාහය',
  'callbacks.try': '{attempt, number}',
  'callbacks.tryAgain': '{attempt, number}, නැවත යවන ලදි',
  'callbacks.ms': '{duration, number} ms',
  'callbacks.row': '{to}, {status}, පිළිතුර: {answer}, {date}',
  'callbacks.allAnswers': 'සියලු පිළිතුරු',
  'callbacks.TAKEN': 'භාර ගත් (2xx)',
  'callbacks.FAILED': 'භාර නොගත්',
  'callbacks.searchHint': 'අංකය හෝ පණිවිඩ id',
  'callbacks.empty': 'මෙම දිනවල තත්ත්ව callback නැත. status_callback සමඟ යවන පණිවිඩයක ඒවා මෙහි පෙන්වයි.',
  'callbacks.noMatch': 'මෙම පෙරහන්වලට ගැළපෙන තත්ත්ව callback නැත.',
  'callbacks.replay': 'Callback නැවත යවන්න',
  'callbacks.replayText':
    'ඔබේ සර්වරය ක්‍රියා විරහිත වූ විට හෝ දැන්වූ දේ නැති වූ විට සඳහා. Callback වල id වෙනස් නොවේ; එබැවින් දැනටමත් ඇති ඒවා ඔබේ සර්වරය හඳුනා ගනී.',
  'callbacks.from': 'සිට',
  'callbacks.to': 'දක්වා',
  'callbacks.spanOrder': 'පළමු වේලාවට පසු වේලාවක් තෝරන්න',
  'callbacks.what': 'නැවත යැවිය යුතු දේ',
  'callbacks.onlyFailed': 'ඔබේ සර්වරය භාර නොගත් දේ',
  'callbacks.everything': 'සියල්ල, භාර ගත් දේ ද ඇතුළුව',
  'callbacks.counting': 'ගණන් කරමින්…',
  'callbacks.noFailed': 'මෙම කාලය තුළ අසාර්ථක උත්සාහ නැත: නැවත යැවීමට කිසිවක් නැත.',
  'callbacks.noAttempts': 'මෙම කාලය තුළ උත්සාහ නැත: නැවත යැවීමට කිසිවක් නැත.',
  'callbacks.failedCount':
    'මෙම කාලය තුළ {more, select, yes {අසාර්ථක උත්සාහ {count, number}කට වඩා ඇත} other {අසාර්ථක උත්සාහ {count, number}ක් ඇත}}.',
  'callbacks.failedThen': 'ඒවායින් ඔබේ සර්වරය තවමත් භාර නොගත් සෑම තත්ත්වයක්ම නැවත යවනු ලැබේ.',
  'callbacks.allCount':
    'මෙම කාලය තුළ {more, select, yes {උත්සාහ {count, number}කට වඩා ඇත} other {උත්සාහ {count, number}ක් ඇත}}.',
  'callbacks.allThen': 'මෙම පණිවිඩවල තත්ත්ව, ඒවායින් පළමු එකේ සිට නැවත යවනු ලැබේ.',
  'callbacks.replayAction': 'නැවත යවන්න',
  'callbacks.replayBegun': 'Callback නැවත යවමින් පවතී',
  'callbacks.replaying':
    '{from} සිට {to} දක්වා callback නැවත යවමින් පවතී: මෙතෙක් {count, plural, one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}}.',
  'callbacks.replayed':
    '{from} සිට {to} දක්වා callback නැවත යවන ලදි: {count, plural, one {පණිවිඩ #ක්} other {පණිවිඩ #ක්}}.',
} as const;
