// What the description of the public API says of calls, fields and test numbers, in Sinhala, by its English.
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
  'OUTGOING for what the project sends.': 'ව්‍යාපෘතිය යවන දේ සඳහා OUTGOING.',
  'MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.':
    'තනි පණිවිඩ සහ කාණ්ඩ සඳහා MESSAGING, කැම්පේනයක ඒවා සඳහා CAMPAIGN.',
  'The sender id that the recipient sees.': 'ලබන්නා දකින sender id එක.',
  'The number of the recipient in E.164, such as +94771234567.': 'ලබන්නාගේ අංකය E.164 ලෙස, +94771234567 වැනි.',
  'How many segments it is charged as.': 'අය කෙරෙන කොටස් ගණන.',
  'ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it. FAILED: see `failure`.':
    'ACCEPTED: යැවීමට රැඳී සිටී. SENT: දුරකථන සමාගමක් එය ගෙන ඇත. DELIVERED: දුරකථනයට ලැබී ඇත. FAILED: `failure` බලන්න.',
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
  "What is known about the recipient's number.": 'ලබන්නාගේ අංකය ගැන දන්නා දේ.',
  'The country calling code without `+`.': '`+` නොමැතිව රටේ ඇමතුම් කේතය.',
  'The country (ISO 3166 alpha-2), where it is known.': 'රට (ISO 3166 alpha-2), දන්නේ නම්.',
  'The number without its country code.': 'රටේ කේතය නොමැති අංකය.',
  'Such as MOBILE, FIXED_LINE or UNKNOWN.': 'MOBILE, FIXED_LINE හෝ UNKNOWN වැනි.',
  'The URL that its statuses are posted to, or null.': 'එහි තත්ත්ව යැවෙන URL එක, නැතහොත් null.',
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
