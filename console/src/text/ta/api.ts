// Words in Tamil of the public API: its reference and status callbacks; each constant has the name of its English file.
export const apiReference = {
  'api.title': 'API மேற்கோள்',
  'api.back': 'டாஷ்போர்டுக்குத் திரும்புக',
  'api.introduction': 'அறிமுகம்',
  'api.authentication': 'அங்கீகாரம்',
  'api.testMode': 'சோதனை முறை',
  'api.errorCodes': 'பிழைக் குறியீடுகள்',
  'api.idempotency': 'இருமுறை அனுப்பாமை',
  'api.rateLimits': 'கோரிக்கை வரம்புகள்',
  'api.messages': 'செய்திகள்',
  'api.send': 'SMS அனுப்புக',
  'api.details': 'SMS விவரங்களைப் பெறுக',
  'api.log': 'SMS பதிவேட்டைப் பெறுக',
  'api.batch': 'தொகுதியாக அனுப்புக',
  'api.cancel': 'SMS ஐ ரத்துசெய்க',
  'api.balance': 'இருப்பைப் பெறுக',
  'api.login': 'சான்றுகளைச் சரிபார்க்க',
  'api.smsObject': 'SMS பொருள்',
  'api.callbacks': 'நிலை callback கள்',
  'api.verifying': 'Callback ஐச் சரிபார்க்க',
  'api.clients': 'நூலகங்கள்',

  'api.copy': '{what} நகலெடுக்க',
  'api.sampleLabel': '{what}: {language}',
  'api.languageOf': '{what}: மொழி',
  'api.exampleAnswer': 'எடுத்துக்காட்டுப் பதில் {status}',
  'api.answerTo': '{call}: பதில்',
  'api.status': 'பதில் {status}',
  'api.required': 'தேவை',
  'api.request': 'கோரிக்கை',
  'api.answer': 'பதில்',
  'api.fields': 'புலங்கள்',
  'api.errors': 'பிழைகள்',
  'api.answersMessage': 'பதில்: <link>SMS பொருள்</link>.',

  'api.introductionText':
    'உங்கள் சொந்த மென்பொருளிலிருந்து செய்திகளை அனுப்பி, அவை என்ன ஆயின என்று படியுங்கள். TEST விசை உடனே வேலை செய்யும்; எனவே அருகிலுள்ள நிரல் அப்படியே முதல் செய்தியை அனுப்பும்.',
  'api.firstMessage': 'முதல் செய்தி',
  'api.filledSignedOut': '<link>உள்நுழைக</link>; எல்லா மாதிரிகளிலும் உங்கள் திட்டத்தின் id மற்றும் TEST விசை நிரப்பப்படும்.',
  'api.filledNoProject':
    'நீங்கள் ஒரு திட்டத்தை <link>உருவாக்கியதும்</link> மாதிரிகளில் அதன் id மற்றும் TEST விசை நிரப்பப்படும்.',
  'api.filledHidden':
    'மாதிரிகளில் <b>{project}</b> இன் id உள்ளது. அதன் விசைகளை உரிமையாளர்களும் நிர்வாகிகளும் மட்டுமே பார்ப்பார்கள்.',
  'api.filled':
    'மாதிரிகளில் <b>{project}</b> இன் id மற்றும் TEST விசை உள்ளன. விசை திரையில் மறைக்கப்பட்டு, முழுமையாக நகலெடுக்கப்படும்.',
  'api.host': 'சேவையகம்',
  'api.bodies': 'உள்ளடக்கம்',
  'api.bodiesText':
    'UTF-8 இல் JSON. தனிச் செய்திகள் படிவமாகவும் (<code>application/x-www-form-urlencoded</code>) வரலாம்.',
  'api.values': 'மதிப்புகள்',
  'api.valuesText':
    'நேரங்கள் ISO 8601, UTC இல், மில்லிவினாடிகள் மற்றும் <code>Z</code> உடன். பணம் முதன்மை அலகுகளில் ஓர் எண், அதிகபட்சம் நான்கு தசமங்கள். Id என்பது உரை; அதைப் பிரிக்க வேண்டாம்.',
  'api.requestId': 'கோரிக்கை id',
  'api.requestIdText':
    'ஒவ்வொரு பதிலிலும் <code>x-request-id</code> தலைப்பு உள்ளது. உதவி கேட்கும்போது அதைக் குறிப்பிடுங்கள்.',
  'api.openApiText': 'கருவிகளுக்காக இதுவே <link>OpenAPI 3.1</link> ஆக உள்ளது. இந்தப் பக்கம் அதிலிருந்து உருவாகிறது.',

  'api.authenticationText': 'அழைப்புகள் HTTP Basic ஐப் பயன்படுத்துகின்றன: திட்டத்தின் id பயனர்பெயர், API விசை கடவுச்சொல்.',
  'api.twoKeys':
    'ஒரு திட்டத்துக்கு இரண்டு விசைகள் உண்டு; அதன் அமைப்புகள் அவற்றைக் காட்டும். TEST விசை சோதனை முறையைத் தரும்; LIVE விசை தொலைபேசிகளுக்கு அனுப்பும், கட்டணம் வசூலிக்கப்படும்.',
  'api.keepKeys':
    'விசைகளை உங்கள் சேவையகத்தில் வையுங்கள், செயலிகளிலும் வலைப்பக்கங்களிலும் அல்ல: விசை உள்ளவர் உங்கள் பெயரில் அனுப்புவார். நீங்கள் ரத்துசெய்யும் விசை ஒரு வினாடிக்குள் செயலிழக்கும்.',

  'api.testModeText':
    'TEST விசையுடன் எதுவும் வெளியேறாது, எதற்கும் கட்டணம் இல்லை, சரிபார்ப்பும் தேவையில்லை. அங்கு ஒவ்வொரு திட்டத்துக்கும் <code>SANDBOX</code> அனுப்புநர் உண்டு. எந்த நாட்டிலும் <code>to</code> இன் கடைசி நான்கு இலக்கங்கள் செய்தி என்ன ஆகும் என்பதைத் தீர்மானிக்கும்.',
  'api.testNumbers': 'சோதனை எண்கள்',
  'api.number': 'எண்',
  'api.outcome': 'என்ன ஆகும்',
  'api.anyOther': 'வேறு எதுவும்',
  'api.anyOtherText': 'சுமார் இரண்டு வினாடிகளில் வழங்கப்படும்.',
  'api.testErrors':
    'ஒரு பிழையைப் பார்க்க, பிழைக் குறியீடுகளில் அதன் அருகிலுள்ள எண்ணுக்கு அனுப்புங்கள்: சரியாக அதனால் மறுக்கப்படும்.',

  'api.errorCodesText':
    'மறுக்கப்பட்ட அழைப்பு எதையும் செய்யவில்லை. அதன் பதிலில் மாறாத <code>code</code>, என்ன செய்வது என்று சொல்லும் <code>description</code>, ஒரு புலம் தவறாக இருந்தால் <code>fields</code> உள்ளன.',
  'api.codes': 'HTTP / குறியீடு',
  'api.meaning': 'பொருள்',
  'api.testNumber': 'சோதனை எண்',

  'api.idempotencyText':
    'பதில் வராவிட்டாலும் செய்தி ஏற்கப்பட்டிருக்கலாம். ஒவ்வொரு செய்தியுடனும் உங்கள் சொந்த <code>Idempotency-Key</code> ஐ அனுப்புங்கள், 1 முதல் 255 எழுத்துகள், உங்கள் ஆர்டர் எண் போன்றது; அதே விசை, அதே உள்ளடக்கத்துடன் அழைப்பை மீண்டும் செய்யுங்கள்: அது ஒருமுறை மட்டுமே ஏற்கப்படும்.',
  'api.idempotencyReplay':
    'மீண்டும் செய்த அழைப்புக்கு முதல் பதிலே <code>Idempotent-Replayed: true</code> உடன் கிடைக்கும். விசைகள் 24 மணிநேரம் வைக்கப்படும். வேறு உள்ளடக்கத்துடன் பயன்படுத்திய விசை 1009 ஆலும், முதல் அழைப்புக்கு இன்னும் பதில் இல்லாத விசை 1008 ஆலும் மறுக்கப்படும்.',

  'api.rateLimitsText':
    'அழைப்புகளுக்கு வரம்பு உள்ள இடத்தில் பதில்கள் அதைச் சொல்லும்: <code>RateLimit-Policy</code> எத்தனை வினாடிகளில் (<code>w</code>) எத்தனை அழைப்புகள் (<code>q</code>) என்றும், <code>RateLimit</code> எத்தனை மீதம் (<code>r</code>), எத்தனை வினாடிகளில் (<code>t</code>) எண்ணிக்கை மீண்டும் தொடங்கும் என்றும்.',
  'api.tooMany':
    'அதிகப்படியான அழைப்பு 429 மற்றும் 1006 ஆல் மறுக்கப்படும். <code>Retry-After</code> இல் காத்திருக்க வேண்டிய வினாடிகள் உள்ளன. பல செய்திகளுக்குத் தொகுதிகளாக அனுப்புங்கள்.',
  'api.headersLabel': 'பதிலின் தலைப்புகள்',

  'api.messagesText': 'ஒன்று அல்லது பல செய்திகளை அனுப்பி, அவற்றைப் பின்தொடர்ந்து, திட்டத்தின் பதிவேட்டைப் படியுங்கள்.',

  'api.callbacksText':
    'ஒரு செய்திக்கு <code>status_callback</code> கொடுங்கள்; அது அடையும் ஒவ்வொரு நிலையும் அந்த முகவரிக்கு அனுப்பப்படும்: <code>SENT</code>, பிறகு <code>DELIVERED</code> அல்லது <code>FAILED</code>.',
  'api.callbacksReach':
    'முகவரி பொது இணையத்தில் இருக்க வேண்டும்: இந்தச் சேவையை இயக்குபவர் <code>CALLBACKS_ALLOW_PRIVATE</code> அமைக்காவிட்டால், <code>localhost</code> மற்றும் தனியார் வலையமைப்புகளுக்கு callback அனுப்பப்படாது. SMS பதிவேட்டில் ஒரு செய்தியின் விவரங்கள் ஒவ்வொரு முயற்சியையும் காட்டும்.',
  'api.callbacksRetry':
    '15 வினாடிகளுக்குள் ஏதேனும் 2xx ஆல் பதிலளியுங்கள். வேறு எதுவும் சுமார் மூன்று நாட்களில் பத்து முறை மீண்டும் முயலப்படும். Callback கள் தாமதமாகவோ இருமுறையோ வரலாம்: <code>sequence</code> அவற்றின் வரிசையைத் தரும், <code>webhook-id</code> உங்களிடம் ஏற்கெனவே உள்ளதை அடையாளம் காட்டும். அமைப்புகளில் Callback கள் பகுதி ஒவ்வொரு முயற்சியையும் அதன் பதிலுடன் காட்டும், callback களை மீண்டும் அனுப்பும்.',
  'api.incoming': 'வரும் செய்திகள்',
  'api.incomingExample': 'வந்த ஒரு செய்தி',
  'api.incomingText':
    'உங்கள் திட்டத்தின் எண்ணுக்குத் தொலைபேசி அனுப்புவது, அதே கையொப்பத்துடனும் மறுமுயற்சிகளுடனும், திட்ட அமைப்புகளின் வரும் செய்திகளுக்கான callback URL க்கு ஒரு முறை அனுப்பப்படும். <code>direction</code> என்பது <code>INCOMING</code>; அதே சேவையகங்களும் நிரல்களும் இரண்டையும் ஏற்கலாம்.',
  'api.callbackExample': 'ஒரு நிலை callback',
  'api.callbackBody': 'உள்ளடக்கம்',
  'api.callbackHeaders': 'தலைப்புகள்',
  'api.verifyingText':
    'Callback கள் Standard Webhooks 1.0 இல் உள்ளபடி கையொப்பமிடப்படுகின்றன. கையொப்பம் என்பது <code>v1,</code> மற்றும், இடையில் புள்ளிகளுடன் <code>webhook-id</code>, <code>webhook-timestamp</code>, வந்தபடியே உள்ளடக்கம் ஆகியவற்றின் HMAC-SHA256 இன் base64.',
  'api.verifyingSecret':
    'அதன் விசை திட்டத்தின் அமைப்புகளிலுள்ள callback கையொப்ப இரகசியம்: <code>whsec_</code> க்குப் பின் உள்ள base64. மாற்றிய பின் ஒரு நாள் இரண்டு கையொப்பங்கள் இருக்கும்; பொருந்தும் ஒன்று போதும்.',
  'api.verifyingReplay':
    'மாறா நேரத்தில் ஒப்பிட்டு, ஐந்து நிமிடங்களுக்கு மேல் பழையதை மறுத்துவிடுங்கள். அருகிலுள்ள நிரல் இரண்டையும் செய்கிறது.',

  'api.clientsText':
    'இரண்டு நூலகங்கள் இவை அனைத்தையும் உங்களுக்காகச் செய்கின்றன: idempotency விசைகளுடன் மீண்டும் முயலுதல், பக்கங்களைப் படித்தல், callback களைச் சரிபார்த்தல். அவை களஞ்சியத்தின் <code>clients/typescript</code> மற்றும் <code>clients/php</code> இல் உள்ளன.',

  'api.tryIt': 'முயன்று பார்க்க',
  'api.tryCall': 'முயன்று பார்க்க: {call}',
  'api.call': 'கோரிக்கையை அனுப்புக',
  'api.trySignedOut': 'உங்கள் TEST விசையுடன் இதை அனுப்ப <link>உள்நுழைக</link>.',
  'api.tryNoProject': 'அதன் TEST விசையுடன் இதை அனுப்ப <link>ஒரு திட்டத்தை உருவாக்குக</link>.',
  'api.tryHidden': 'இந்தத் திட்டத்தின் விசைகளை உரிமையாளர்களும் நிர்வாகிகளும் மட்டுமே பார்ப்பார்கள்.',
  'api.inLogs': 'பதிவேட்டில் பார்க்க',
};

export const apiSentences: Record<string, string> = {
  'Accepts one message, charges it in LIVE, and answers when it is stored. With an `Idempotency-Key` the call can be repeated without sending twice.':
    'ஒரு செய்தியை ஏற்று, LIVE இல் கட்டணம் வசூலித்து, அது சேமிக்கப்பட்டதும் பதிலளிக்கும். `Idempotency-Key` உடன், இருமுறை அனுப்பாமல் அழைப்பை மீண்டும் செய்யலாம்.',
  'Text of your own, 1 to 255 characters, kept for 24 hours: a repeated call with the same key and body answers as the first one did and sends nothing.':
    'உங்கள் சொந்த உரை, 1 முதல் 255 எழுத்துகள், 24 மணித்தியாலங்கள் வைக்கப்படும்: அதே விசை, அதே உள்ளடக்கத்துடன் மீண்டும் செய்த அழைப்பு முதல் பதிலையே தரும், எதையும் அனுப்பாது.',
  "The project's messages in the mode of the key, a page at a time.":
    'விசையின் முறையிலுள்ள திட்டத்தின் செய்திகள், ஒவ்வொரு பக்கமாக.',
  "The first day, yyyy-MM-dd in the project's time zone, included; without it from the first message on.":
    'முதல் நாள், yyyy-MM-dd, திட்டத்தின் நேர மண்டலத்தில், அதுவும் சேர்த்து; இல்லையெனில் முதல் செய்தியிலிருந்து.',
  "The last day, yyyy-MM-dd in the project's time zone, included; without it up to now.":
    'கடைசி நாள், yyyy-MM-dd, திட்டத்தின் நேர மண்டலத்தில், அதுவும் சேர்த்து; இல்லையெனில் இப்போது வரை.',
  'Which page, counted from 1.': 'எந்தப் பக்கம், 1 இலிருந்து எண்ணி.',
  'How many messages a page holds.': 'ஒரு பக்கத்தில் எத்தனை செய்திகள்.',
  'ASC: oldest first. DESC: newest first.': 'ASC: பழையவை முதலில். DESC: புதியவை முதலில்.',
  'Takes 1 to 1,000 messages in one call, at most 4 MiB. Each is checked and charged by itself: the answer says for each, in order, whether it was accepted. With an `Idempotency-Key` each message is known by that key and its place: one whose place has another body is refused with 1009, and one whose place is new is sent.':
    'ஒரே அழைப்பில் 1 முதல் 1,000 செய்திகள், அதிகபட்சம் 4 MiB. ஒவ்வொன்றும் தனித்தனியே சரிபார்க்கப்பட்டு கட்டணம் வசூலிக்கப்படும்: ஒவ்வொன்றும் ஏற்கப்பட்டதா என்று பதில் வரிசையாகச் சொல்லும். `Idempotency-Key` உடன் ஒவ்வொரு செய்தியும் அந்த விசையாலும் அதன் இடத்தாலும் அறியப்படும்: அந்த இடத்தில் வேறு உள்ளடக்கம் உள்ளது 1009 உடன் மறுக்கப்படும், புதிய இடத்தில் உள்ளது அனுப்பப்படும்.',
  'One message with its status as it is now.': 'ஒரு செய்தி, அதன் தற்போதைய நிலையுடன்.',
  'The id of the message.': 'செய்தியின் id.',
  'Cancels a message that no carrier has taken yet; its charge goes back.':
    'எந்த வலையமைப்பும் இன்னும் எடுக்காத செய்தியை ரத்துசெய்யும்; அதன் கட்டணம் திரும்பும்.',
  "What the project's team can spend. The same in both modes; TEST spends nothing.":
    'திட்டத்தின் குழு செலவிடக்கூடிய தொகை. இரு முறைகளிலும் ஒன்றே; TEST எதையும் செலவிடாது.',
  'Says which project and mode the key belongs to; changes nothing.':
    'விசை எந்தத் திட்டத்துக்கும் முறைக்கும் உரியது என்று சொல்லும்; எதையும் மாற்றாது.',
  'The phone number of the recipient with its country code. Blanks, dots, hyphens and brackets are left out, and `00` reads as `+`.':
    'பெறுநரின் தொலைபேசி எண், நாட்டுக் குறியீட்டுடன். இடைவெளி, புள்ளி, சிறுகோடு, அடைப்புக்குறிகள் நீக்கப்படும்; `00` என்பது `+` ஆகப் படிக்கப்படும்.',
  'The sender id that the recipient sees: one that is approved for the project. In TEST any well-formed one (3 to 11 letters, digits, blanks or underscores, at least one letter), and `SANDBOX`.':
    'பெறுநர் பார்க்கும் sender id: திட்டத்துக்கு அனுமதிக்கப்பட்ட ஒன்று. TEST இல் சரியான வடிவிலுள்ள எதுவும் (எழுத்து, இலக்கம், இடைவெளி அல்லது அடிக்கோடு 3 முதல் 11, குறைந்தது ஓர் எழுத்து), மற்றும் `SANDBOX`.',
  'The text: at most 1600 characters and 10 segments. One segment holds 160 characters of GSM 03.38, or 70 of other alphabets.':
    'உரை: அதிகபட்சம் 1600 எழுத்துகளும் 10 பகுதிகளும். ஒரு பகுதியில் GSM 03.38 எழுத்துகள் 160, அல்லது பிற எழுத்து வகைகளில் 70.',
  "When to send it: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd, with an optional `Z` or offset (UTC without one), at most a year ahead. Null or nothing sends it now.":
    "எப்போது அனுப்புவது: yyyy-MM-dd'T'HH:mm:ss அல்லது yyyy-MM-dd, விரும்பினால் `Z` அல்லது நேர வேறுபாட்டுடன் (இல்லையெனில் UTC), அதிகபட்சம் ஓராண்டு முன்னதாக. Null அல்லது வெறுமை இப்போதே அனுப்பும்.",
  'An http or https URL that is called when the message is sent, delivered or has failed: see the webhook `messageStatus`.':
    'செய்தி அனுப்பப்பட்டதும், வழங்கப்பட்டதும் அல்லது தோல்வியுற்றதும் அழைக்கப்படும் http அல்லது https URL: `messageStatus` webhook ஐப் பாருங்கள்.',
  'May repeat the project of the key; another one answers 1001.':
    'விசையின் திட்டத்தை மீண்டும் சொல்லலாம்; வேறு திட்டத்துக்கு 1001 பதிலளிக்கும்.',
  'May repeat the mode of the key, TEST or LIVE; the other one answers 1004.':
    'விசையின் முறையை மீண்டும் சொல்லலாம், TEST அல்லது LIVE; மற்றதற்கு 1004 பதிலளிக்கும்.',
  'The messages, each as POST /v1/messages takes it.': 'செய்திகள், ஒவ்வொன்றும் POST /v1/messages ஏற்கும் வடிவில்.',
  'The id of the message: opaque text, at most 64 characters.':
    'செய்தியின் id: பொருளற்ற உரை, அதிகபட்சம் 64 எழுத்துகள்.',
  'The project that it belongs to.': 'அது சேர்ந்த திட்டம்.',
  'When it was accepted.': 'அது ஏற்கப்பட்ட நேரம்.',
  'OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project.':
    'திட்டம் அனுப்புபவற்றுக்கு OUTGOING, ஒரு தொலைபேசி திட்டத்தின் எண்ணுக்கு அனுப்பியவற்றுக்கு INCOMING.',
  'MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.':
    'தனிச் செய்திகளுக்கும் தொகுதிகளுக்கும் MESSAGING, பிரச்சாரத்தின் செய்திகளுக்கு CAMPAIGN.',
  'The sender id that the recipient sees; of an incoming message the number of the phone.':
    'பெறுநர் பார்க்கும் sender id; வந்த செய்தியில் தொலைபேசியின் எண்.',
  'The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the project.':
    'பெறுநரின் எண் E.164 இல், +94771234567 போன்று; வந்த செய்தியில் திட்டத்தின் எண்.',
  'How many segments it is charged as.': 'எத்தனை பகுதிகளாகக் கட்டணம் வசூலிக்கப்படும்.',
  'ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it, or of an incoming message the project. FAILED: see `failure`.':
    'ACCEPTED: அனுப்பக் காத்திருக்கிறது. SENT: ஒரு வலையமைப்பு எடுத்துள்ளது. DELIVERED: தொலைபேசியை, வந்த செய்தியில் திட்டத்தை, அடைந்துள்ளது. FAILED: `failure` ஐப் பாருங்கள்.',
  'TEST: nothing leaves and nothing is charged. LIVE: it is sent.':
    'TEST: எதுவும் வெளியேறாது, கட்டணமும் இல்லை. LIVE: அது அனுப்பப்படும்.',
  'The text as it is sent.': 'அனுப்பப்படும் உரை.',
  'How many characters it has.': 'அதில் எத்தனை எழுத்துகள்.',
  'What it costs, in major units of `currency` with at most four decimals; in TEST what it would cost.':
    'அதன் விலை, `currency` இன் முதன்மை அலகுகளில், அதிகபட்சம் நான்கு தசமங்கள்; TEST இல் ஆகியிருக்கும் விலை.',
  "The currency of the team's region (ISO 4217).": 'குழுவின் பிராந்திய நாணயம் (ISO 4217).',
  'When it is scheduled for; null for at once. A promotional message of a project that keeps quiet hours may be held until their end.':
    'திட்டமிடப்பட்ட நேரம்; உடனே என்றால் null. அமைதி நேரங்களைக் கடைப்பிடிக்கும் திட்டத்தின் விளம்பரச் செய்தி அவை முடியும்வரை நிறுத்தி வைக்கப்படலாம்.',
  'When it came to each state.': 'ஒவ்வொரு நிலையையும் அடைந்த நேரம்.',
  'When it was accepted. All instants are ISO 8601 in UTC with milliseconds.':
    'அது ஏற்கப்பட்ட நேரம். எல்லா நேரங்களும் ISO 8601, UTC இல், மில்லிவினாடிகளுடன்.',
  'When it was first handed to a carrier link.': 'வலையமைப்பு இணைப்புக்கு முதலில் கொடுக்கப்பட்ட நேரம்.',
  'When a carrier had taken all of it.': 'ஒரு வலையமைப்பு அதை முழுமையாக எடுத்த நேரம்.',
  'When the handset had it, as the carrier says.': 'வலையமைப்பு சொல்வதன்படி தொலைபேசியை அடைந்த நேரம்.',
  'When it failed.': 'அது தோல்வியுற்ற நேரம்.',
  'Why it failed; null where it has not.': 'ஏன் தோல்வியுற்றது; தோல்வியுறவில்லையெனில் null.',
  "The reason in words, with the carrier's own code where it gave one.":
    'காரணம் சொற்களில், வலையமைப்பு குறியீடு தந்திருந்தால் அதனுடன்.',
  "What is known about the recipient's number, of an incoming message about the phone's.":
    'பெறுநரின் எண் பற்றி, வந்த செய்தியில் தொலைபேசியின் எண் பற்றி, தெரிந்தவை.',
  'The country calling code without `+`.': '`+` இல்லாத நாட்டு அழைப்புக் குறியீடு.',
  'The country (ISO 3166 alpha-2), where it is known.': 'நாடு (ISO 3166 alpha-2), தெரிந்தால்.',
  'The number without its country code.': 'நாட்டுக் குறியீடு இல்லாத எண்.',
  'Such as MOBILE, FIXED_LINE or UNKNOWN.': 'MOBILE, FIXED_LINE அல்லது UNKNOWN போன்றவை.',
  'The URL that its statuses, or an incoming message itself, are posted to, or null.':
    'அதன் நிலைகள், அல்லது வந்த செய்தியே, அனுப்பப்படும் URL, அல்லது null.',
  'How many parts of a long incoming message did not come; its text has `[…]` in their places. Else 0.':
    'வந்த நீண்ட செய்தியின் எத்தனை பகுதிகள் வரவில்லை; அவற்றின் இடங்களில் `[…]` இருக்கும். இல்லையெனில் 0.',
  'How many messages there are in all of those days.': 'அந்த நாட்கள் அனைத்திலும் எத்தனை செய்திகள்.',
  'How many pages that is; past the last one `results` is empty.':
    'அது எத்தனை பக்கங்கள்; கடைசிக்குப் பின் `results` வெறுமை.',
  'The page as asked for.': 'கேட்ட பக்கம்.',
  'The size as asked for.': 'கேட்ட அளவு.',
  'The messages of this page.': 'இந்தப் பக்கத்தின் செய்திகள்.',
  'For each message, in order, the SMS object or the error that it was refused with.':
    'ஒவ்வொரு செய்திக்கும் வரிசையாக, SMS பொருள் அல்லது அது மறுக்கப்பட்ட பிழை.',
  'The status that it has come to: SENT, DELIVERED or FAILED.':
    'அது அடைந்த நிலை: SENT, DELIVERED அல்லது FAILED.',
  'When it came to each state; what came after this status is null.':
    'ஒவ்வொரு நிலையையும் அடைந்த நேரம்; இந்த நிலைக்குப் பின் வந்தவை null.',
  'The place of this status among those of the message, from 1. Calls can arrive late or again: one with a lower number than one that you have seen is older.':
    'செய்தியின் நிலைகளில் இதன் இடம், 1 இலிருந்து. அழைப்புகள் தாமதமாகவோ மீண்டுமோ வரலாம்: நீங்கள் பார்த்ததைவிடக் குறைந்த எண் உள்ளது பழையது.',
  'Names this status of this message: the same at every attempt, so that one you have is known.':
    'இந்தச் செய்தியின் இந்த நிலையைக் குறிக்கும்: ஒவ்வொரு முயற்சியிலும் ஒன்றே; எனவே உங்களிடம் உள்ளதை அடையாளம் காணலாம்.',
  'Names this message: the same at every attempt, so that one you have is known.':
    'இந்தச் செய்தியைக் குறிக்கும்: ஒவ்வொரு முயற்சியிலும் ஒன்றே; எனவே உங்களிடம் உள்ளதை அடையாளம் காணலாம்.',
  'When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.':
    'இந்த முயற்சியின் நேரம், 1970 முதல் வினாடிகளில். ஐந்து நிமிடங்களுக்கு மேல் பழையதை மறுத்துவிடுங்கள்.',
  'Signatures with a blank between them, the newest secret first; one that fits is enough.':
    'இடையில் இடைவெளியுடன் கையொப்பங்கள், புதிய இரகசியம் முதலில்; பொருந்தும் ஒன்று போதும்.',
  'Delivered at once.': 'உடனே வழங்கப்படும்.',
  'The carrier takes it and cannot deliver it.': 'வலையமைப்பு எடுக்கும், ஆனால் வழங்க முடியாது.',
  'Sent; no receipt ever comes.': 'அனுப்பப்படும்; இரசீது ஒருபோதும் வராது.',
  'Refused by the carrier.': 'வலையமைப்பு மறுக்கும்.',
  'The carrier asks to wait, then it is delivered.': 'வலையமைப்பு காத்திருக்கச் சொல்லும், பிறகு வழங்கப்படும்.',
  'Delivered after 30 seconds.': '30 வினாடிகளுக்குப் பின் வழங்கப்படும்.',
  'Delivered before the carrier has answered.': 'வலையமைப்பு பதிலளிக்கும் முன் வழங்கப்படும்.',
};

export const callbacks = {
  'callbacks.intro': 'செய்தியின் நிலை பற்றி உங்கள் சேவையகத்துக்குச் செய்த ஒவ்வோர் அழைப்பும், புதியவை முதலில்.',
  'callbacks.keptFor': 'அழைப்புகள் {days, plural, one {# நாள்} other {# நாட்கள்}} வைத்திருக்கப்படும்.',
  'callbacks.attempts': 'நிலை callback கள்',
  'callbacks.message': 'செய்தி பெறுநர்',
  'callbacks.status': 'அறிவித்த நிலை',
  'callbacks.answer': 'பதில்',
  'callbacks.took': 'எடுத்த நேரம்',
  'callbacks.attempt': 'முயற்சி',
  'callbacks.try': '{attempt, number}',
  'callbacks.tryAgain': '{attempt, number}, மீண்டும் அனுப்பியது',
  'callbacks.ms': '{duration, number} ms',
  'callbacks.row': '{to}, {status}, பதில்: {answer}, {date}',
  'callbacks.allAnswers': 'எல்லாப் பதில்களும்',
  'callbacks.TAKEN': 'ஏற்றவை (2xx)',
  'callbacks.FAILED': 'ஏற்காதவை',
  'callbacks.searchHint': 'எண் அல்லது செய்தி id',
  'callbacks.empty':
    'இந்த நாட்களில் நிலை callback கள் இல்லை. status_callback உடன் அனுப்பும் செய்திக்கு அவை இங்கே தோன்றும்.',
  'callbacks.noMatch': 'இந்த வடிகட்டிகளுக்குப் பொருந்தும் நிலை callback இல்லை.',
  'callbacks.replay': 'Callback களை மீண்டும் அனுப்பு',
  'callbacks.replayText':
    'உங்கள் சேவையகம் இயங்காதிருந்தால் அல்லது அறிவித்ததை இழந்திருந்தால். Callback களின் id மாறாது; ஆகவே ஏற்கனவே உள்ளவற்றை உங்கள் சேவையகம் அறியும்.',
  'callbacks.from': 'தொடக்கம்',
  'callbacks.to': 'முடிவு',
  'callbacks.spanOrder': 'முதல் நேரத்துக்குப் பிந்திய நேரத்தைத் தேர்வுசெய்க',
  'callbacks.what': 'மீண்டும் அனுப்ப வேண்டியவை',
  'callbacks.onlyFailed': 'உங்கள் சேவையகம் ஏற்காதவை',
  'callbacks.everything': 'எல்லாம், ஏற்றவையும் உட்பட',
  'callbacks.counting': 'எண்ணுகிறது…',
  'callbacks.noFailed': 'இந்த நேரத்தில் எந்த முயற்சியும் தோல்வியடையவில்லை: மீண்டும் அனுப்ப எதுவும் இல்லை.',
  'callbacks.noAttempts': 'இந்த நேரத்தில் முயற்சிகள் இல்லை: மீண்டும் அனுப்ப எதுவும் இல்லை.',
  'callbacks.failedCount':
    'இந்த நேரத்தில் {more, select, yes {{count, number} க்கு மேற்பட்ட முயற்சிகள் தோல்வியடைந்தன} other {தோல்வியடைந்த முயற்சிகள்: {count, number}}}.',
  'callbacks.failedThen': 'அவற்றில் உங்கள் சேவையகம் இன்னும் ஏற்காத ஒவ்வொரு நிலையும் மீண்டும் அனுப்பப்படும்.',
  'callbacks.allCount':
    'இந்த நேரத்தில் {more, select, yes {{count, number} க்கு மேற்பட்ட முயற்சிகள் உள்ளன} other {உள்ள முயற்சிகள்: {count, number}}}.',
  'callbacks.allThen': 'இந்தச் செய்திகளின் நிலைகள், அவற்றில் முதலாவதிலிருந்து மீண்டும் அனுப்பப்படும்.',
  'callbacks.replayAction': 'மீண்டும் அனுப்பு',
  'callbacks.replayBegun': 'Callback கள் மீண்டும் அனுப்பப்படுகின்றன',
  'callbacks.replaying':
    '{from} முதல் {to} வரையான callback கள் மீண்டும் அனுப்பப்படுகின்றன: இதுவரை {count, plural, one {# செய்தி} other {# செய்திகள்}}.',
  'callbacks.replayed':
    '{from} முதல் {to} வரையான callback கள் மீண்டும் அனுப்பப்பட்டன: {count, plural, one {# செய்தி} other {# செய்திகள்}}.',
} as const;
