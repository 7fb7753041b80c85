// Words of the reference of the public API, in Sinhala.
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
