// What calls are refused with, in Sinhala: by the code of the error, and sentences of the contract and the server that are shown as they are.
import type { ErrorWords } from '../translation.ts';

export const errors: ErrorWords = {
  unexpected: 'ඉල්ලීම සකසන විට අනපේක්ෂිත දෝෂයක් ඇති විය.',
  notFound: 'ඉල්ලූ දෙය හමු නොවීය.',
  invalidArgument: 'ඇතුළත් කළ යමක් වැරදියි, නැතහොත් යමක් අඩුයි. පරීක්ෂා කරන්න.',
  keyMismatch: 'API යතුර මෙයට නොගැළපේ: LIVE සඳහා LIVE යතුර ද TEST සඳහා පරීක්ෂණ යතුර ද භාවිත කරන්න.',
  csrf: 'යමක් වැරදී ඇත. නැවත උත්සාහ කරන්න.',
  tooManyRequests: 'ඉල්ලීම් ඉතා වැඩියි. මඳක් රැඳී සිට නැවත උත්සාහ කරන්න.',
  invalidDate: 'දිනය හෝ වේලාව වැරදියි.',
  idempotencyInProgress: 'මෙම ඉල්ලීම දැනටමත් සැකසෙමින් පවතී. එය අවසන් වූ පසු නැවත උත්සාහ කරන්න.',
  idempotencyReused: 'මෙම ඉල්ලීම වෙනත් අන්තර්ගතයක් සමඟ කලින් යවා ඇත.',
  tooLarge: 'යැවූ දෙය ඉතා විශාලයි.',
  unsupportedType: 'මෙම වර්ගයේ අන්තර්ගතය පිළිගන්නේ නැත.',
  notAllowed: 'ඔබේ භූමිකාවට මෙය කිරීමට අවසර නැත.',
  conflict: 'මෙය වර්තමාන තත්ත්වය සමඟ නොගැළපේ.',
  unavailable: 'දැන් මෙම ඉල්ලීම භාරගත නොහැක, කිසිවක් වෙනස් වී නැත. මඳ වේලාවකින් නැවත උත්සාහ කරන්න.',
  invalidNumber: 'දුරකථන අංකය වැරදියි.',
  invalidNumberFormat: 'දුරකථන අංකයේ ආකෘතිය වැරදියි. +94771234567 මෙන් රටේ කේතය සමඟ අංක භාවිත කරන්න.',
  numberLacksCountryCode: 'දුරකථන අංකයේ රටේ කේතය නැත. +94771234567 මෙන් රටේ කේතය සමඟ සම්පූර්ණ අංකය දෙන්න.',
  invalidSender: 'යවන අංකය හෝ නම වලංගු නැත. මෙම ව්‍යාපෘතියට අනුමත Sender ID එකක් භාවිත කරන්න.',
  countryBlocked: 'ව්‍යාපෘතිය “රට අනුව අවසර” යටතේ මෙම රට අවහිර කර ඇත.',
  senderCapability: 'Sender ID එක මෙයට භාවිත කළ නොහැක: මෙම රටේ දුරකථන සමාගම් යවන්නා ලෙස නම් භාර නොගනී.',
  optedOut: 'ලබන්නා පණිවිඩවලින් ඉවත් වී ඇත.',
  bodyTooLong: 'SMS පණිවිඩය ඉතා දිගයි. උපරිමය අක්ෂර 1600ක් හෝ කොටස් 10ක්.',
  emailTaken: 'මෙම ඊමේල් ලිපිනය දැනටමත් ලියාපදිංචි කර ඇත',
  notSignedIn: 'පළමුව පිවිසෙන්න.',
  invalidCredentials: 'ඊමේල් ලිපිනය හෝ මුරපදය වැරදියි.',
  emailNotVerified: 'පිවිසීමට ඔබේ ඊමේල් ලිපිනය තහවුරු කරන්න. තහවුරු කිරීමේ ඊමේල් එක ලැබී ඇත්දැයි බලන්න.',
  insufficientBalance: 'ගිණුමේ ශේෂය ප්‍රමාණවත් නැත. යැවීම ආරම්භ කිරීමට මුදල් එක් කරන්න.',
  verificationNeeded: 'SMS යැවීමට පෙර ඔබේ ගිණුම තහවුරු කරන්න',
  dailyLimit: 'ව්‍යාපෘතියේ දෛනික සීමාව පිරී ඇත.',
  sendingPaused: 'මෙම කාර්ය කණ්ඩායම සඳහා යැවීම තාවකාලිකව නවත්වා ඇත. සහාය සේවය අමතන්න.',
  field: 'මෙය පරීක්ෂා කරන්න.',
  tryAgainIn: '{span} කින් නැවත උත්සාහ කරන්න.',
};

export const sentences = {
  'Something went wrong. Please try again': 'යමක් වැරදී ඇත. කරුණාකර නැවත උත්සාහ කරන්න',
  'Enter a name': 'නමක් ඇතුළත් කරන්න',
  'Enter a number from 1 to 1,000': '1 සිට 1,000 දක්වා අංකයක් ඇතුළත් කරන්න',
  'Enter a number from 1 to 20': '1 සිට 20 දක්වා අංකයක් ඇතුළත් කරන්න',
  'Give IP addresses or ranges between commas, such as 203.0.113.7, 198.51.100.0/24':
    'කොමා වලින් වෙන් කළ IP ලිපින හෝ පරාස ඇතුළත් කරන්න, උදා: 203.0.113.7, 198.51.100.0/24',
  'You are offline. Try again when you are connected.': 'ඔබ අන්තර්ජාලයට සම්බන්ධ වී නැත. සම්බන්ධ වූ පසු නැවත උත්සාහ කරන්න.',
  'Too many requests.': 'ඉල්ලීම් ඉතා වැඩියි.',
  'Too many new people have joined your team by single sign-on.':
    'තනි පිවිසුමෙන් ඔබේ කාර්ය කණ්ඩායමට එක් වූ නව අයගේ ගණන ඉතා වැඩියි.',
  'Too many login attempts.': 'පිවිසීමේ උත්සාහයන් ඉතා වැඩියි.',
  'Too many emails were asked for within an hour.': 'පැයක් ඇතුළත ඉල්ලූ ඊමේල් ගණන ඉතා වැඩියි.',
  'Email is required': 'ඊමේල් ලිපිනය අවශ්‍යයි',
  'Email is invalid': 'ඊමේල් ලිපිනය වැරදියි',
  'Email already exist': 'මෙම ඊමේල් ලිපිනය දැනටමත් ලියාපදිංචි කර ඇත',
  'First name is required': 'මුල් නම අවශ්‍යයි',
  'First name is too short': 'මුල් නම කෙටි වැඩියි',
  'First name is too long': 'මුල් නම දිග වැඩියි',
  'First name is Invalid': 'මුල් නම වැරදියි',
  'Last name is required': 'අවසන් නම අවශ්‍යයි',
  'Last name is too long': 'අවසන් නම දිග වැඩියි',
  'Last name is Invalid': 'අවසන් නම වැරදියි',
  'Password is required': 'මුරපදය අවශ්‍යයි',
  'The password is wrong': 'මුරපදය වැරදියි',
  'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character':
    'අවම වශයෙන් අක්ෂර අටක්; ඉන් අවම වශයෙන් ඉංග්‍රීසි ලොකු අකුරක්, ඉංග්‍රීසි කුඩා අකුරක් සහ විශේෂ ලකුණක්',
  'This password is too common. Choose one that is harder to guess.':
    'මෙම මුරපදය ඉතා සුලබයි. අනුමාන කිරීමට අපහසු එකක් තෝරන්න.',
  'This password is too close to the name of this service. Choose one that is harder to guess.':
    'මෙම මුරපදය මෙම සේවාවේ නමට ඉතා සමානයි. අනුමාන කිරීමට අපහසු එකක් තෝරන්න.',
  'This password is too close to your email address. Choose one that is harder to guess.':
    'මෙම මුරපදය ඔබේ ඊමේල් ලිපිනයට ඉතා සමානයි. අනුමාන කිරීමට අපහසු එකක් තෝරන්න.',
  'This is the password that you have. Choose another one.': 'මෙය ඔබේ දැනට ඇති මුරපදයයි. වෙනත් එකක් තෝරන්න.',
  'The password was changed a moment ago. Sign in with the new one.':
    'මුරපදය මොහොතකට පෙර වෙනස් කරන ලදී. නව මුරපදයෙන් පිවිසෙන්න.',
  'This took too long. Sign in with your email and password again.':
    'මෙයට වැඩි වේලාවක් ගත විය. ඔබේ ඊමේල් ලිපිනයෙන් සහ මුරපදයෙන් නැවත පිවිසෙන්න.',
  'Choose Sri Lanka or Australia': 'ශ්‍රී ලංකාව හෝ ඕස්ට්‍රේලියාව තෝරන්න',
  'Open the link in the email again': 'ඊමේල් එකේ ඇති සබැඳිය නැවත විවෘත කරන්න',
  'This link is not valid any more. Have another one sent.': 'මෙම සබැඳිය තවදුරටත් වලංගු නැත. තවත් එකක් එවා ගන්න.',
  'This link is not valid any more. Request a new one.': 'මෙම සබැඳිය තවදුරටත් වලංගු නැත. නව එකක් ඉල්ලන්න.',
  'Code is required': 'කේතය අවශ්‍යයි',
  'Code is invalid': 'කේතය වැරදියි',
  'The second factor is off.': 'දෙපියවර පිවිසීම අක්‍රියයි.',
  'The second factor is on already. Turn it off to set up another.':
    'දෙපියවර පිවිසීම දැනටමත් සක්‍රියයි. වෙනත් එකක් සැකසීමට එය අක්‍රිය කරන්න.',
  'Begin again: the second factor is not set up.': 'නැවත ආරම්භ කරන්න: දෙපියවර පිවිසීම සකසා නැත.',
  'Please enter the Project Name': 'ව්‍යාපෘතියේ නම ඇතුළත් කරන්න',
  'Choose a time zone': 'වේලා කලාපයක් තෝරන්න',
  'This time zone is not known: choose one of the list, such as Asia/Colombo':
    'මෙම වේලා කලාපය හඳුනා ගත නොහැක: Asia/Colombo වැනි එකක් ලැයිස්තුවෙන් තෝරන්න',
  'The daily limit must be more than 0 and less than 1,000,000,000, with up to four decimals, such as 500 or 12.50':
    'දෛනික සීමාව 0 ට වැඩි සහ 1,000,000,000 ට අඩු විය යුතුයි; දශම ස්ථාන හතරක් දක්වා, 500 හෝ 12.50 වැනි',
  'Set a daily limit first': 'පළමුව දෛනික සීමාවක් සකසන්න',
  'Contact number is required': 'සම්බන්ධතා අංකය අවශ්‍යයි',
  'Number is required': 'අංකය අවශ්‍යයි',
  'Choose contacts first': 'පළමුව සම්බන්ධතා තෝරන්න',
  'Group name is required': 'කණ්ඩායමේ නම අවශ්‍යයි',
  'Group name is too long': 'කණ්ඩායමේ නම දිග වැඩියි',
  'Group name is Invalid': 'කණ්ඩායමේ නම වැරදියි',
  'A group has this name already: choose another name.': 'මෙම නම සහිත කණ්ඩායමක් දැනටමත් ඇත: වෙනත් නමක් තෝරන්න.',
  'This is not a phone number: use digits, with or without the country code':
    'මෙය දුරකථන අංකයක් නොවේ: රටේ කේතය සමඟ හෝ රහිතව ඉලක්කම් භාවිත කරන්න',
  'This is not a valid phone number: check its digits and its country code':
    'මෙය වලංගු දුරකථන අංකයක් නොවේ: එහි ඉලක්කම් සහ රටේ කේතය පරීක්ෂා කරන්න',
  'Say which column holds the numbers': 'අංක ඇති තීරුව තෝරන්න',
  'This row has no number': 'මෙම පේළියේ අංකයක් නැත',
  'This row has letters that cannot be read: save the file as UTF-8':
    'මෙම පේළියේ කියවිය නොහැකි අකුරු ඇත: ගොනුව UTF-8 ලෙස සුරකින්න',
  'A spreadsheet has shortened this number and its last digits are lost: format the column as text and save the file again':
    'පැතුරුම්පතක් මෙම අංකය කෙටි කර ඇති අතර එහි අවසාන ඉලක්කම් නැති වී ඇත: තීරුව text ලෙස සකසා ගොනුව නැවත සුරකින්න',
  'The file is not text. Save it as CSV and choose that.':
    'මෙම ගොනුව පෙළ ගොනුවක් නොවේ. එය CSV ලෙස සුරකා එය තෝරන්න.',
  'The file has no rows. Put each number on a line of its own.': 'ගොනුවේ පේළි නැත. සෑම අංකයක්ම වෙනම පේළියක තබන්න.',
  'This is not CSV: look for a quotation mark too many.': 'මෙය CSV නොවේ: වැඩිපුර උද්ධෘත ලකුණක් තිබේදැයි බලන්න.',
  'This can no longer be undone: it was deleted more than a minute ago.':
    'මෙය තවදුරටත් ආපසු හැරවිය නොහැක: එය මැකුවේ මිනිත්තුවකට වඩා පෙරය.',
  'Template name is required': 'අච්චුවේ නම අවශ්‍යයි',
  'Content is required': 'අන්තර්ගතය අවශ්‍යයි',
  'Campaign name is required': 'කැම්පේනයේ නම අවශ්‍යයි',
  'Sender ID is required': 'Sender ID අවශ්‍යයි',
  'Groups are required': 'කණ්ඩායම් අවශ්‍යයි',
  'All messages of this campaign have gone out.': 'මෙම කැම්පේනයේ සියලු පණිවිඩ යවා ඇත.',
  'This campaign was cancelled before.': 'මෙම කැම්පේනය දැනටමත් අවලංගු කර ඇත.',
  'This message is being sent or has ended: it is too late to cancel it.':
    'මෙම පණිවිඩය යවමින් පවතී, නැතහොත් අවසන් වී ඇත: එය අවලංගු කිරීමට ප්‍රමාද වැඩියි.',
  'Our staff have put this number on the list. Contact support.':
    'අපගේ කාර්ය මණ්ඩලය මෙම අංකය ලැයිස්තුවට එක් කර ඇත. සහාය සේවය අමතන්න.',
  'Only an owner can invite another owner.': 'වෙනත් හිමිකරුවෙකුට ආරාධනා කළ හැක්කේ හිමිකරුවෙකුට පමණි.',
  'You are in this team already.': 'ඔබ දැනටමත් මෙම කාර්ය කණ්ඩායමේ සිටී.',
  'This person is in the team already. Change their role in the list of members.':
    'මෙම පුද්ගලයා දැනටමත් කාර්ය කණ්ඩායමේ සිටී. සාමාජික ලැයිස්තුවේ ඔවුන්ගේ භූමිකාව වෙනස් කරන්න.',
  'A team needs an owner: make somebody else one first.':
    'කාර්ය කණ්ඩායමකට හිමිකරුවෙකු අවශ්‍යයි: පළමුව වෙනත් අයෙකු හිමිකරුවෙකු කරන්න.',
  'Sender ID is Required': 'Sender ID අවශ්‍යයි',
  'Description is Required': 'විස්තරය අවශ්‍යයි',
  'Legal Name is Required': 'නීත්‍යනුකූල නම අවශ්‍යයි',
  'Name is Required': 'නම අවශ්‍යයි',
  'Use letters, numbers, underscores and spaces only': 'ඉංග්‍රීසි අකුරු, ඉලක්කම්, යටි ඉරි සහ හිස්තැන් පමණක් භාවිත කරන්න',
  'Leave out spaces at the beginning and the end': 'මුල සහ අග ඇති හිස්තැන් ඉවත් කරන්න',
  'Use at least 3 characters': 'අවම වශයෙන් අක්ෂර 3ක් භාවිත කරන්න',
  'Use at most 11 characters': 'උපරිම වශයෙන් අක්ෂර 11ක් භාවිත කරන්න',
  'Use at least one letter': 'අවම වශයෙන් එක් ඉංග්‍රීසි අකුරක් භාවිත කරන්න',
  'A pending request must be approved before a new one can be made.':
    'නව ඉල්ලීමක් කිරීමට පෙර, පොරොත්තුවේ ඇති ඉල්ලීම අනුමත විය යුතුය.',
  'Give a time from 00:00 to 23:59, such as 21:00': '00:00 සිට 23:59 දක්වා වේලාවක් දෙන්න, උදා: 21:00',
  'Quiet hours must end at another time than they begin': 'නිහඬ වේලාව ආරම්භ වන වේලාවටම අවසන් විය නොහැක',
  'Quiet hours can be at most 16 hours of the day': 'නිහඬ වේලාව දිනකට උපරිම වශයෙන් පැය 16කි',
  'Please select your document': 'ඔබේ ලේඛනය තෝරන්න',
  'Choose a pdf, png, gif or jpeg file.': 'pdf, png, gif හෝ jpeg ගොනුවක් තෝරන්න.',
  'This file is empty. Choose another one.': 'මෙම ගොනුව හිස්ය. වෙනත් එකක් තෝරන්න.',
  'This file is larger than 10 MB. Choose a smaller one.': 'මෙම ගොනුව 10 MB ට වඩා විශාලයි. කුඩා එකක් තෝරන්න.',
  'Give both dates as yyyy-MM-dd': 'දින දෙකම yyyy-MM-dd ලෙස දෙන්න',
  'The first date is after the last': 'පළමු දිනය අවසාන දිනයට පසුව වේ',
  Today: 'අද',
  'Last 7 days': 'පසුගිය දින 7',
  'Last 4 weeks': 'පසුගිය සති 4',
  'Last 3 months': 'පසුගිය මාස 3',
  'Last 12 months': 'පසුගිය මාස 12',
  Custom: 'තෝරාගත් දින',
  Africa: 'අප්‍රිකාව',
  Asia: 'ආසියාව',
  Europe: 'යුරෝපය',
  'North America': 'උතුරු ඇමරිකාව',
  Oceania: 'ඕෂනියාව',
  'South America': 'දකුණු ඇමරිකාව',
  'The message was cancelled before it was sent.': 'පණිවිඩය යැවීමට පෙර අවලංගු කරන ලදී.',
  'The message could not be sent within the time it was valid for.': 'පණිවිඩය වලංගු කාලය තුළ යැවිය නොහැකි විය.',
  'The project blocked this country in Geo Permissions before the message was sent.':
    'පණිවිඩය යැවීමට පෙර ව්‍යාපෘතිය “රට අනුව අවසර” යටතේ මෙම රට අවහිර කරන ලදී.',
  'The recipient opted out before the message was sent.': 'පණිවිඩය යැවීමට පෙර ලබන්නා පණිවිඩවලින් ඉවත් විය.',
  'The account was not verified when the message was to be sent.': 'පණිවිඩය යැවිය යුතු වූ විට ගිණුම තහවුරු කර නොතිබුණි.',
  'The project was archived when the message was to be sent.': 'පණිවිඩය යැවිය යුතු වූ විට ව්‍යාපෘතිය සංරක්ෂණය කර තිබුණි.',
  'Carrier code:': 'දුරකථන සමාගමේ කේතය:',
  'The carrier refused the message.': 'දුරකථන සමාගම පණිවිඩය ප්‍රතික්ෂේප කළේය.',
  'The carrier took the message but could not deliver it.': 'දුරකථන සමාගම පණිවිඩය භාරගත් නමුත් එය බෙදා හැරිය නොහැකි විය.',
  'The carrier took the message but did not say within 72 hours whether it arrived.':
    'දුරකථන සමාගම පණිවිඩය භාරගත් නමුත් එය ලැබුණේදැයි පැය 72ක් ඇතුළත දැනුම් දුන්නේ නැත.',
  'No answer came from the carrier while the message was being sent, so it is not known whether it arrived.':
    'පණිවිඩය යවන විට දුරකථන සමාගමෙන් පිළිතුරක් නොලැබුණි, එබැවින් එය ලැබුණේදැයි දැනගත නොහැක.',
  'Opted out': 'ඉවත් වී ඇත',
  'Country blocked in Geo Permissions': 'මෙම රට “රට අනුව අවසර” යටතේ අවහිර කර ඇත',
  'Not a valid number': 'වලංගු අංකයක් නොවේ',
  'Carriers of the country take no alphanumeric sender': 'මෙම රටේ දුරකථන සමාගම් යවන්නා ලෙස නම් භාර නොගනී',
  'Too long with the recipient’s own words': 'ලබන්නාගේ තොරතුරු යෙදූ විට දිග වැඩියි',
  'Empty with the recipient’s own words': 'ලබන්නාගේ තොරතුරු යෙදූ විට හිස්ය',
  'No carrier link for the number': 'මෙම අංකය සඳහා දුරකථන සමාගමක් සමඟ සම්බන්ධයක් නැත',
  'Not enough balance': 'ශේෂය ප්‍රමාණවත් නැත',
  'Daily limit reached': 'දෛනික සීමාව පිරී ඇත',
  'Account not verified when it was sent': 'යවන විට ගිණුම තහවුරු කර නොතිබුණි',
  'Sending was paused by our staff': 'අපගේ කාර්ය මණ්ඩලය යැවීම තාවකාලිකව නවත්වා තිබුණි',
  'Sender ID no longer approved when it was sent': 'යවන විට Sender ID අනුමත තත්ත්වයේ නොතිබුණි',
  'Project archived when it was sent': 'යවන විට ව්‍යාපෘතිය සංරක්ෂණය කර තිබුණි',
  'Could not be sent within 24 hours of its time': 'නියමිත වේලාවේ සිට පැය 24ක් ඇතුළත යැවිය නොහැකි විය',
  'Campaign cancelled': 'කැම්පේනය අවලංගු කරන ලදී',
  'Could not be sent because of an error on our side': 'අපගේ පැත්තේ දෝෂයක් නිසා යැවිය නොහැකි විය',
  'Amount is invalid': 'මුදල වැරදියි',
  'Choose a payment method': 'ගෙවීම් ක්‍රමයක් තෝරන්න',
  'Bank slip is required': 'බැංකු පත්‍රිකාව අවශ්‍යයි',
  'Open the form again': 'පෝරමය නැවත විවෘත කරන්න',
  'Your team has begun many payments within an hour. Finish one of them, or try again in an hour.':
    'ඔබේ කාර්ය කණ්ඩායම පැයක් ඇතුළත ගෙවීම් රාශියක් ආරම්භ කර ඇත. ඉන් එකක් අවසන් කරන්න, නැතහොත් පැයකින් නැවත උත්සාහ කරන්න.',
  'This form made another payment already. Open it again.':
    'මෙම පෝරමයෙන් දැනටමත් වෙනත් ගෙවීමක් කර ඇත. එය නැවත විවෘත කරන්න.',
  'The payment provider cannot be reached. Nothing was paid: try again shortly, or pay by bank transfer.':
    'ගෙවීම් සේවා සපයන්නා වෙත ළඟා විය නොහැක. කිසිවක් ගෙවා නැත: මඳ වේලාවකින් නැවත උත්සාහ කරන්න, නැතහොත් බැංකු මාරුවකින් ගෙවන්න.',
  'Cards cannot be paid this way here. Pay by bank transfer.':
    'මෙහි මෙම ආකාරයෙන් කාඩ්පත් මගින් ගෙවිය නොහැක. බැංකු මාරුවකින් ගෙවන්න.',
  'This slip was sent before. Each transfer has a slip of its own.':
    'මෙම පත්‍රිකාව කලින් යවා ඇත. සෑම මාරුවකටම තමන්ගේම පත්‍රිකාවක් ඇත.',
  'There is a receipt once a payment has succeeded.': 'රිසිට්පතක් ඇත්තේ ගෙවීම සාර්ථක වූ පසුවය.',
  'The payment was cancelled.': 'ගෙවීම අවලංගු කරන ලදී.',
  'The card was declined.': 'කාඩ්පත ප්‍රතික්ෂේප කරන ලදී.',
  'The payment was declined.': 'ගෙවීම ප්‍රතික්ෂේප කරන ලදී.',
  'The checkout was left before anything was paid.': 'කිසිවක් ගෙවීමට පෙර ගෙවීම් පිටුවෙන් ඉවත් විය.',
  'Nothing was paid in time.': 'නියමිත කාලය තුළ කිසිවක් ගෙවා නැත.',
  'The issuer must begin with https://.': 'Issuer එක https:// වලින් ආරම්භ විය යුතුයි.',
  'The issuer must be an address such as https://login.example.com, without a query.':
    'Issuer එක https://login.example.com වැනි, query රහිත ලිපිනයක් විය යුතුයි.',
  'The client id is required': 'Client ID අවශ්‍යයි',
  'The client id has at most 500 characters': 'Client ID එකට අක්ෂර 500ක් දක්වා පමණි',
  'The client secret is required': 'Client secret අවශ්‍යයි',
  'The client secret has at most 1000 characters': 'Client secret එකට අක්ෂර 1000ක් දක්වා පමණි',
  'The client secret of the new provider is required': 'නව සැපයුම්කරුගේ client secret අවශ්‍යයි',
  'No provider of OpenID Connect on the public internet answers at this issuer. Copy the issuer from your provider again.':
    'මෙම issuer ලිපිනයේ පොදු අන්තර්ජාලයේ OpenID Connect සැපයුම්කරුවෙකු පිළිතුරු නොදේ. ඔබේ සැපයුම්කරුගෙන් issuer එක නැවත පිටපත් කරන්න.',
  'Save this first, and sign in with it once: then it can be required.':
    'පළමුව මෙය සුරකින්න, ඉන්පසු එයින් එක් වරක් පිවිසෙන්න: එවිට එය අනිවාර්ය කළ හැක.',
  'A team has at most 20 domains.': 'කාර්ය කණ්ඩායමකට වසම් 20ක් දක්වා පමණි.',
  'This is not a domain such as example.com': 'මෙය example.com වැනි වසමක් නොවේ',
  'The TXT record is not there yet. It can take an hour until a new one is seen.':
    'TXT වාර්තාව තවම නැත. නව එකක් පෙනීමට පැයක් දක්වා ගත විය හැක.',
  'The name servers of this domain do not answer.': 'මෙම වසමේ නාම සේවාදායක පිළිතුරු නොදේ.',
  'Another team has proved this domain already.': 'වෙනත් කාර්ය කණ්ඩායමක් මෙම වසම දැනටමත් සනාථ කර ඇත.',
  'Single sign-on is not set up for this email. Sign in with your password.':
    'මෙම ඊමේල් ලිපිනයට තනි පිවිසුම සකසා නැත. ඔබේ මුරපදයෙන් පිවිසෙන්න.',
  'The provider did not say that your email is verified. Confirm it there, then start again.':
    'ඔබේ ඊමේල් ලිපිනය තහවුරු කර ඇති බව සැපයුම්කරු පැවසුවේ නැත. එහි එය තහවුරු කර, නැවත අරඹන්න.',
  'The email of your account at the provider is of another domain. Choose your work account there, or ask an owner of your team to add the domain.':
    'සැපයුම්කරු වෙත ඇති ඔබේ ගිණුමේ ඊමේල් ලිපිනය වෙනත් වසමකට අයත්ය. එහිදී ඔබේ රැකියා ගිණුම තෝරන්න, නැතහොත් වසම එක් කරන ලෙස ඔබේ කාර්ය කණ්ඩායමේ හිමිකරුවෙකුගෙන් ඉල්ලන්න.',
  'This email belongs to another account of your provider. Ask an owner of your team.':
    'මෙම ඊමේල් ලිපිනය ඔබේ සැපයුම්කරුගේ වෙනත් ගිණුමකට අයත්ය. ඔබේ කාර්ය කණ්ඩායමේ හිමිකරුවෙකුගෙන් විමසන්න.',
  'This person has no sign-on link, or another team of theirs uses it too: then they have to leave that team first.':
    'මෙම පුද්ගලයාට තනි පිවිසුම් සබැඳියක් නැත, නැතහොත් ඔවුන්ගේ වෙනත් කාර්ය කණ්ඩායමක් ද එය භාවිත කරයි: එවිට ඔවුන් පළමුව එම කාර්ය කණ්ඩායම හැර යා යුතුය.',
  'This sign-in was begun in another browser, or too long ago. Start again.':
    'මෙම පිවිසීම ආරම්භ කළේ වෙනත් බ්‍රවුසරයකින්, නැතහොත් බොහෝ වේලාවකට පෙරය. නැවත අරඹන්න.',
  'The provider of single sign-on does not answer. Try again in a moment.':
    'තනි පිවිසුමේ සැපයුම්කරු පිළිතුරු නොදේ. මඳ වේලාවකින් නැවත උත්සාහ කරන්න.',
  'The provider of single sign-on does not answer.': 'තනි පිවිසුමේ සැපයුම්කරු පිළිතුරු නොදේ.',
  'The address of the provider does not lead to the public internet.':
    'සැපයුම්කරුගේ ලිපිනය පොදු අන්තර්ජාලයට යොමු නොවේ.',
  'The provider of single sign-on did not let you in. Ask the person who looks after it for access.':
    'තනි පිවිසුමේ සැපයුම්කරු ඔබට ඇතුළු වීමට ඉඩ දුන්නේ නැත. එය භාරව සිටින අයගෙන් ප්‍රවේශය ඉල්ලන්න.',
  'Single sign-on did not work. Start again; if that does not help, ask the person who set it up.':
    'තනි පිවිසුම අසාර්ථකයි. නැවත අරඹන්න; එයින් ප්‍රතිඵලයක් නොවේ නම්, එය සැකසූ අයගෙන් විමසන්න.',
  'You are no longer in this team. Ask an owner or admin of it for an invitation.':
    'ඔබ තවදුරටත් මෙම කාර්ය කණ්ඩායමේ නැත. එහි හිමිකරුවෙකුගෙන් හෝ පරිපාලකයෙකුගෙන් ආරාධනාවක් ඉල්ලන්න.',
  'This is about your whole account, and you are in other teams too. Sign in with your password for it.':
    'මෙය ඔබේ මුළු ගිණුමටම අදාළයි, ඔබ වෙනත් කාර්ය කණ්ඩායම්වලද සිටී. මේ සඳහා ඔබේ මුරපදයෙන් පිවිසෙන්න.',
  'Your team signs in with single sign-on. Sign out, and choose “Use single sign-on” to sign in again.':
    'ඔබේ කාර්ය කණ්ඩායම තනි පිවිසුමෙන් පිවිසේ. ඉවත් වී, නැවත පිවිසීමට “තනි පිවිසුම භාවිත කරන්න” තෝරන්න.',
};
