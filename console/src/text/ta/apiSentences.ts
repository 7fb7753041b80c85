// What the description of the public API says of calls, fields and test numbers, in Tamil, by its English.
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
  'OUTGOING for what the project sends.': 'திட்டம் அனுப்புபவற்றுக்கு OUTGOING.',
  'MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.':
    'தனிச் செய்திகளுக்கும் தொகுதிகளுக்கும் MESSAGING, பிரச்சாரத்தின் செய்திகளுக்கு CAMPAIGN.',
  'The sender id that the recipient sees.': 'பெறுநர் பார்க்கும் sender id.',
  'The number of the recipient in E.164, such as +94771234567.': 'பெறுநரின் எண் E.164 இல், +94771234567 போன்று.',
  'How many segments it is charged as.': 'எத்தனை பகுதிகளாகக் கட்டணம் வசூலிக்கப்படும்.',
  'ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it. FAILED: see `failure`.':
    'ACCEPTED: அனுப்பக் காத்திருக்கிறது. SENT: ஒரு வலையமைப்பு எடுத்துள்ளது. DELIVERED: தொலைபேசியை அடைந்துள்ளது. FAILED: `failure` ஐப் பாருங்கள்.',
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
  "What is known about the recipient's number.": 'பெறுநரின் எண் பற்றித் தெரிந்தவை.',
  'The country calling code without `+`.': '`+` இல்லாத நாட்டு அழைப்புக் குறியீடு.',
  'The country (ISO 3166 alpha-2), where it is known.': 'நாடு (ISO 3166 alpha-2), தெரிந்தால்.',
  'The number without its country code.': 'நாட்டுக் குறியீடு இல்லாத எண்.',
  'Such as MOBILE, FIXED_LINE or UNKNOWN.': 'MOBILE, FIXED_LINE அல்லது UNKNOWN போன்றவை.',
  'The URL that its statuses are posted to, or null.': 'அதன் நிலைகள் அனுப்பப்படும் URL, அல்லது null.',
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
