// What calls are refused with, in Tamil: by the code of the error, and sentences of the contract and the server that are shown as they are.
import type { sentences as sinhala } from '../si/errors.ts';
import type { ErrorWords } from '../translation.ts';

export const errors: ErrorWords = {
  unexpected: 'கோரிக்கையைச் செயலாக்கும்போது எதிர்பாராத பிழை ஏற்பட்டது.',
  notFound: 'கோரியது கிடைக்கவில்லை.',
  invalidArgument: 'உள்ளிட்டவற்றில் ஒன்று தவறு அல்லது விடுபட்டுள்ளது. அதைச் சரிபார்க்கவும்.',
  keyMismatch: 'API விசை இதற்குப் பொருந்தவில்லை: LIVE க்கு LIVE விசையையும் TEST க்கு TEST விசையையும் பயன்படுத்தவும்.',
  csrf: 'ஏதோ தவறு நேர்ந்தது. மீண்டும் முயலவும்.',
  tooManyRequests: 'கோரிக்கைகள் மிக அதிகம். சற்றுக் காத்திருந்து மீண்டும் முயலவும்.',
  invalidDate: 'திகதி அல்லது நேரம் தவறானது.',
  idempotencyInProgress: 'இந்தக் கோரிக்கை ஏற்கெனவே செயலாக்கப்படுகிறது. அது முடிந்ததும் மீண்டும் முயலவும்.',
  idempotencyReused: 'இந்தக் கோரிக்கை வேறு உள்ளடக்கத்துடன் முன்பே அனுப்பப்பட்டது.',
  tooLarge: 'அனுப்பியது மிகப் பெரியது.',
  unsupportedType: 'இந்த வகை உள்ளடக்கம் ஏற்கப்படாது.',
  notAllowed: 'உங்கள் பொறுப்புக்கு இதைச் செய்ய அனுமதி இல்லை.',
  conflict: 'இது தற்போதைய நிலையுடன் பொருந்தவில்லை.',
  unavailable: 'இப்போது இந்தக் கோரிக்கையை ஏற்க முடியவில்லை, எதுவும் மாறவில்லை. சற்று நேரத்தில் மீண்டும் முயலவும்.',
  invalidNumber: 'தொலைபேசி எண் தவறானது.',
  invalidNumberFormat:
    'தொலைபேசி எண்ணின் வடிவம் தவறானது. +94771234567 போன்று நாட்டுக் குறியீட்டுடன் இலக்கங்களைப் பயன்படுத்தவும்.',
  numberLacksCountryCode:
    'தொலைபேசி எண்ணில் நாட்டுக் குறியீடு இல்லை. +94771234567 போன்று நாட்டுக் குறியீட்டுடன் முழு எண்ணையும் தரவும்.',
  invalidSender: 'அனுப்புநர் எண் அல்லது பெயர் செல்லாது. இந்தத் திட்டத்துக்கு அங்கீகரிக்கப்பட்ட Sender ID ஒன்றைப் பயன்படுத்தவும்.',
  countryBlocked: 'திட்டம் “நாட்டு அனுமதிகள்” பக்கத்தில் இந்த நாட்டைத் தடுத்துள்ளது.',
  senderCapability: 'Sender ID ஐ இதற்குப் பயன்படுத்த முடியாது: இந்த நாட்டின் வலையமைப்புகள் பெயர்களை அனுப்புநராக ஏற்பதில்லை.',
  optedOut: 'பெறுநர் செய்திகளிலிருந்து விலகியுள்ளார்.',
  bodyTooLong: 'SMS மிக நீளமானது. அதிகபட்சம் 1600 எழுத்துக்குறிகள் அல்லது 10 பகுதிகள்.',
  emailTaken: 'இந்த மின்னஞ்சல் ஏற்கெனவே பதிவு செய்யப்பட்டுள்ளது',
  notSignedIn: 'முதலில் உள்நுழையவும்.',
  invalidCredentials: 'மின்னஞ்சல் அல்லது கடவுச்சொல் தவறானது.',
  emailNotVerified:
    'உள்நுழைய உங்கள் மின்னஞ்சல் முகவரியை உறுதிப்படுத்தவும். உறுதிப்படுத்தல் மின்னஞ்சல் வந்துள்ளதா என உங்கள் அஞ்சல் பெட்டியில் பாருங்கள்.',
  insufficientBalance: 'கணக்கில் போதிய இருப்பு இல்லை. அனுப்பத் தொடங்கப் பணம் சேர்க்கவும்.',
  verificationNeeded: 'SMS அனுப்புவதற்கு முன் உங்கள் கணக்கின் சரிபார்ப்பைப் பெறவும்',
  dailyLimit: 'திட்டத்தின் நாளாந்த வரம்பு எட்டப்பட்டது.',
  sendingPaused: 'இந்த அணிக்கு அனுப்புதல் தற்காலிகமாக நிறுத்தப்பட்டுள்ளது. உதவிப் பிரிவைத் தொடர்புகொள்ளவும்.',
  field: 'இதைச் சரிபார்க்கவும்.',
  tryAgainIn: '{span} கழித்து மீண்டும் முயலவும்.',
};

export const sentences: Record<keyof typeof sinhala, string> = {
  'Something went wrong. Please try again': 'ஏதோ தவறு நேர்ந்தது. மீண்டும் முயலவும்',
  'Enter a name': 'ஒரு பெயரை உள்ளிடவும்',
  'Enter a number from 1 to 1,000': '1 முதல் 1,000 வரையிலான எண்ணை உள்ளிடவும்',
  'Enter a number from 1 to 20': '1 முதல் 20 வரையிலான எண்ணை உள்ளிடவும்',
  'Give IP addresses or ranges between commas, such as 203.0.113.7, 198.51.100.0/24':
    'IP முகவரிகளை அல்லது வரம்புகளைக் காற்புள்ளிகளால் பிரித்து உள்ளிடவும், எ.கா. 203.0.113.7, 198.51.100.0/24',
  'You are offline. Try again when you are connected.':
    'நீங்கள் இணையத்தில் இணைக்கப்படவில்லை. இணைந்ததும் மீண்டும் முயலவும்.',
  'Too many requests.': 'கோரிக்கைகள் மிக அதிகம்.',
  'Too many new people have joined your team by single sign-on.':
    'ஒற்றை உள்நுழைவால் உங்கள் அணியில் சேர்ந்த புதியவர்களின் எண்ணிக்கை மிக அதிகம்.',
  'Too many login attempts.': 'உள்நுழைவு முயற்சிகள் மிக அதிகம்.',
  'Too many emails were asked for within an hour.': 'ஒரு மணித்தியாலத்துக்குள் கோரிய மின்னஞ்சல்கள் மிக அதிகம்.',
  'Email is required': 'மின்னஞ்சல் தேவை',
  'Email is invalid': 'மின்னஞ்சல் தவறானது',
  'Email already exist': 'இந்த மின்னஞ்சல் ஏற்கெனவே பதிவு செய்யப்பட்டுள்ளது',
  'First name is required': 'முதற்பெயர் தேவை',
  'First name is too short': 'முதற்பெயர் மிகக் குறுகியது',
  'First name is too long': 'முதற்பெயர் மிக நீளமானது',
  'First name is Invalid': 'முதற்பெயர் தவறானது',
  'Last name is required': 'கடைசிப் பெயர் தேவை',
  'Last name is too long': 'கடைசிப் பெயர் மிக நீளமானது',
  'Last name is Invalid': 'கடைசிப் பெயர் தவறானது',
  'Password is required': 'கடவுச்சொல் தேவை',
  'The password is wrong': 'கடவுச்சொல் தவறானது',
  'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character':
    'குறைந்தது எட்டு எழுத்துக்குறிகள்; அவற்றில் குறைந்தது ஓர் ஆங்கிலப் பெரிய எழுத்து, ஓர் ஆங்கிலச் சிறிய எழுத்து, ஒரு சிறப்புக் குறி',
  'This password is too common. Choose one that is harder to guess.':
    'இந்தக் கடவுச்சொல் மிகவும் பொதுவானது. ஊகிக்கக் கடினமான ஒன்றைத் தேர்வுசெய்யவும்.',
  'This password is too close to the name of this service. Choose one that is harder to guess.':
    'இந்தக் கடவுச்சொல் இந்தச் சேவையின் பெயரை மிகவும் ஒத்துள்ளது. ஊகிக்கக் கடினமான ஒன்றைத் தேர்வுசெய்யவும்.',
  'This password is too close to your email address. Choose one that is harder to guess.':
    'இந்தக் கடவுச்சொல் உங்கள் மின்னஞ்சல் முகவரியை மிகவும் ஒத்துள்ளது. ஊகிக்கக் கடினமான ஒன்றைத் தேர்வுசெய்யவும்.',
  'This is the password that you have. Choose another one.':
    'இது உங்கள் தற்போதைய கடவுச்சொல். வேறொன்றைத் தேர்வுசெய்யவும்.',
  'The password was changed a moment ago. Sign in with the new one.':
    'கடவுச்சொல் சற்று முன்பு மாற்றப்பட்டது. புதியதைக் கொண்டு உள்நுழையவும்.',
  'This took too long. Sign in with your email and password again.':
    'இதற்கு அதிக நேரமாகிவிட்டது. உங்கள் மின்னஞ்சல், கடவுச்சொல் கொண்டு மீண்டும் உள்நுழையவும்.',
  'Choose Sri Lanka or Australia': 'இலங்கை அல்லது அவுஸ்திரேலியாவைத் தேர்வுசெய்யவும்',
  'Open the link in the email again': 'மின்னஞ்சலில் உள்ள இணைப்பை மீண்டும் திறக்கவும்',
  'This link is not valid any more. Have another one sent.':
    'இந்த இணைப்பு இனிச் செல்லாது. புதிய ஒன்றை அனுப்பக் கோரவும்.',
  'This link is not valid any more. Request a new one.': 'இந்த இணைப்பு இனிச் செல்லாது. புதிய ஒன்றைக் கோரவும்.',
  'Code is required': 'குறியீடு தேவை',
  'Code is invalid': 'குறியீடு தவறானது',
  'The second factor is off.': 'இரு-படிச் சரிபார்ப்பு செயலில் இல்லை.',
  'The second factor is on already. Turn it off to set up another.':
    'இரு-படிச் சரிபார்ப்பு ஏற்கெனவே செயலில் உள்ளது. வேறொன்றை அமைக்க அதை நிறுத்தவும்.',
  'Begin again: the second factor is not set up.': 'மீண்டும் தொடங்கவும்: இரு-படிச் சரிபார்ப்பு அமைக்கப்படவில்லை.',
  'Please enter the Project Name': 'திட்டத்தின் பெயரை உள்ளிடவும்',
  'Choose a time zone': 'நேர வலயத்தைத் தேர்வுசெய்யவும்',
  'This time zone is not known: choose one of the list, such as Asia/Colombo':
    'இந்த நேர வலயம் தெரியவில்லை: Asia/Colombo போன்ற ஒன்றைப் பட்டியலிலிருந்து தேர்வுசெய்யவும்',
  'The daily limit must be more than 0 and less than 1,000,000,000, with up to four decimals, such as 500 or 12.50':
    'நாளாந்த வரம்பு 0 ஐ விட அதிகமாகவும் 1,000,000,000 ஐ விடக் குறைவாகவும் இருக்க வேண்டும்; நான்கு தசம இடங்கள் வரை, 500 அல்லது 12.50 போன்று',
  'Set a daily limit first': 'முதலில் நாளாந்த வரம்பை அமைக்கவும்',
  'Contact number is required': 'தொடர்பு எண் தேவை',
  'Number is required': 'எண் தேவை',
  'Choose contacts first': 'முதலில் தொடர்புகளைத் தேர்வுசெய்யவும்',
  'Group name is required': 'குழுவின் பெயர் தேவை',
  'Group name is too long': 'குழுவின் பெயர் மிக நீளமானது',
  'Group name is Invalid': 'குழுவின் பெயர் தவறானது',
  'A group has this name already: choose another name.':
    'இந்தப் பெயரில் ஏற்கெனவே ஒரு குழு உள்ளது: வேறு பெயரைத் தேர்வுசெய்யவும்.',
  'This is not a phone number: use digits, with or without the country code':
    'இது தொலைபேசி எண் அல்ல: நாட்டுக் குறியீட்டுடன் அல்லது இல்லாமல் இலக்கங்களைப் பயன்படுத்தவும்',
  'This is not a valid phone number: check its digits and its country code':
    'இது சரியான தொலைபேசி எண் அல்ல: அதன் இலக்கங்களையும் நாட்டுக் குறியீட்டையும் சரிபார்க்கவும்',
  'Say which column holds the numbers': 'எண்கள் உள்ள நிரலைத் தேர்வுசெய்யவும்',
  'This row has no number': 'இந்த நிரையில் எண் இல்லை',
  'This row has letters that cannot be read: save the file as UTF-8':
    'இந்த நிரையில் வாசிக்க முடியாத எழுத்துகள் உள்ளன: கோப்பை UTF-8 ஆகச் சேமிக்கவும்',
  'A spreadsheet has shortened this number and its last digits are lost: format the column as text and save the file again':
    'விரிதாள் இந்த எண்ணைச் சுருக்கியதால் கடைசி இலக்கங்கள் இழக்கப்பட்டன: நிரலை text ஆக அமைத்து, கோப்பை மீண்டும் சேமிக்கவும்',
  'The file is not text. Save it as CSV and choose that.':
    'இது உரைக் கோப்பு அல்ல. CSV ஆகச் சேமித்து அதைத் தேர்வுசெய்யவும்.',
  'The file has no rows. Put each number on a line of its own.':
    'கோப்பில் நிரைகள் இல்லை. ஒவ்வொரு எண்ணையும் தனி வரியில் இடவும்.',
  'This is not CSV: look for a quotation mark too many.': 'இது CSV அல்ல: மிகையான மேற்கோள் குறி உள்ளதா எனப் பார்க்கவும்.',
  'This can no longer be undone: it was deleted more than a minute ago.':
    'இதை இனி மீளமாற்ற முடியாது: நீக்கி ஒரு நிமிடத்துக்கு மேலாகிவிட்டது.',
  'Template name is required': 'வார்ப்புருவின் பெயர் தேவை',
  'Content is required': 'உள்ளடக்கம் தேவை',
  'Campaign name is required': 'பிரசாரத்தின் பெயர் தேவை',
  'Sender ID is required': 'Sender ID தேவை',
  'Groups are required': 'குழுக்கள் தேவை',
  'All messages of this campaign have gone out.': 'இந்தப் பிரசாரத்தின் எல்லாச் செய்திகளும் அனுப்பப்பட்டுவிட்டன.',
  'This campaign was cancelled before.': 'இந்தப் பிரசாரம் ஏற்கெனவே இரத்துச்செய்யப்பட்டது.',
  'This message is being sent or has ended: it is too late to cancel it.':
    'இந்தச் செய்தி அனுப்பப்படுகிறது அல்லது முடிந்துவிட்டது: இனி இரத்துச்செய்ய முடியாது.',
  'Our staff have put this number on the list. Contact support.':
    'எங்கள் ஊழியர்கள் இந்த எண்ணைப் பட்டியலில் சேர்த்துள்ளனர். உதவிப் பிரிவைத் தொடர்புகொள்ளவும்.',
  'Only an owner can invite another owner.': 'உரிமையாளர் மட்டுமே மற்றொரு உரிமையாளரை அழைக்க முடியும்.',
  'You are in this team already.': 'நீங்கள் ஏற்கெனவே இந்த அணியில் உள்ளீர்கள்.',
  'This person is in the team already. Change their role in the list of members.':
    'இவர் ஏற்கெனவே அணியில் உள்ளார். உறுப்பினர் பட்டியலில் இவரது பொறுப்பை மாற்றவும்.',
  'A team needs an owner: make somebody else one first.':
    'அணிக்கு ஓர் உரிமையாளர் தேவை: முதலில் வேறொருவரை உரிமையாளராக்கவும்.',
  'Sender ID is Required': 'Sender ID தேவை',
  'Description is Required': 'விவரம் தேவை',
  'Legal Name is Required': 'சட்டபூர்வப் பெயர் தேவை',
  'Name is Required': 'பெயர் தேவை',
  'Use letters, numbers, underscores and spaces only':
    'ஆங்கில எழுத்துகள், இலக்கங்கள், அடிக்கோடுகள், இடைவெளிகளை மட்டும் பயன்படுத்தவும்',
  'Leave out spaces at the beginning and the end': 'தொடக்கத்திலும் முடிவிலும் உள்ள இடைவெளிகளை நீக்கவும்',
  'Use at least 3 characters': 'குறைந்தது 3 எழுத்துக்குறிகளைப் பயன்படுத்தவும்',
  'Use at most 11 characters': 'அதிகபட்சம் 11 எழுத்துக்குறிகளைப் பயன்படுத்தவும்',
  'Use at least one letter': 'குறைந்தது ஓர் ஆங்கில எழுத்தைப் பயன்படுத்தவும்',
  'A pending request must be approved before a new one can be made.':
    'நிலுவையிலுள்ள கோரிக்கை அங்கீகரிக்கப்பட்ட பின்பே புதிய கோரிக்கையை முன்வைக்கலாம்.',
  'Give a time from 00:00 to 23:59, such as 21:00': '00:00 முதல் 23:59 வரை ஒரு நேரத்தைத் தரவும், எ.கா. 21:00',
  'Quiet hours must end at another time than they begin': 'அமைதி நேரம் தொடங்கும் நேரத்திலேயே முடிய முடியாது',
  'Quiet hours can be at most 16 hours of the day': 'அமைதி நேரம் ஒரு நாளில் அதிகபட்சம் 16 மணிநேரம்',
  'Please select your document': 'உங்கள் ஆவணத்தைத் தேர்வுசெய்யவும்',
  'Choose a pdf, png, gif or jpeg file.': 'pdf, png, gif அல்லது jpeg கோப்பைத் தேர்வுசெய்யவும்.',
  'This file is empty. Choose another one.': 'இந்தக் கோப்பு வெறுமையாக உள்ளது. வேறொன்றைத் தேர்வுசெய்யவும்.',
  'This file is larger than 10 MB. Choose a smaller one.':
    'இந்தக் கோப்பு 10 MB ஐ விடப் பெரியது. சிறிய ஒன்றைத் தேர்வுசெய்யவும்.',
  'Give both dates as yyyy-MM-dd': 'இரு திகதிகளையும் yyyy-MM-dd என்று தரவும்',
  'The first date is after the last': 'முதல் திகதி கடைசித் திகதிக்குப் பின் உள்ளது',
  Today: 'இன்று',
  'Last 7 days': 'கடந்த 7 நாட்கள்',
  'Last 4 weeks': 'கடந்த 4 வாரங்கள்',
  'Last 3 months': 'கடந்த 3 மாதங்கள்',
  'Last 12 months': 'கடந்த 12 மாதங்கள்',
  Custom: 'தேர்வுசெய்த நாட்கள்',
  Africa: 'ஆப்பிரிக்கா',
  Asia: 'ஆசியா',
  Europe: 'ஐரோப்பா',
  'North America': 'வட அமெரிக்கா',
  Oceania: 'ஓசியானியா',
  'South America': 'தென் அமெரிக்கா',
  'The message was cancelled before it was sent.': 'அனுப்பும் முன் செய்தி இரத்துச்செய்யப்பட்டது.',
  'The message could not be sent within the time it was valid for.':
    'செல்லுபடியாகும் நேரத்துக்குள் செய்தியை அனுப்ப முடியவில்லை.',
  'The project blocked this country in Geo Permissions before the message was sent.':
    'செய்தி அனுப்பப்படும் முன் திட்டம் “நாட்டு அனுமதிகள்” பக்கத்தில் இந்த நாட்டைத் தடுத்தது.',
  'The recipient opted out before the message was sent.': 'செய்தி அனுப்பப்படும் முன் பெறுநர் விலகினார்.',
  'The account was not verified when the message was to be sent.':
    'செய்தி அனுப்பப்பட வேண்டிய நேரத்தில் கணக்கு சரிபார்க்கப்பட்டிருக்கவில்லை.',
  'The project was archived when the message was to be sent.':
    'செய்தி அனுப்பப்பட வேண்டிய நேரத்தில் திட்டம் காப்பகத்தில் இருந்தது.',
  'Carrier code:': 'வலையமைப்பின் குறியீடு:',
  'The carrier refused the message.': 'வலையமைப்பு செய்தியை மறுத்தது.',
  'The carrier took the message but could not deliver it.':
    'வலையமைப்பு செய்தியை ஏற்றது, ஆனால் அதை வழங்க முடியவில்லை.',
  'The carrier took the message but did not say within 72 hours whether it arrived.':
    'வலையமைப்பு செய்தியை ஏற்றது, ஆனால் அது சென்றடைந்ததா என்று 72 மணித்தியாலங்களுக்குள் அறிவிக்கவில்லை.',
  'No answer came from the carrier while the message was being sent, so it is not known whether it arrived.':
    'செய்தி அனுப்பப்படும்போது வலையமைப்பிடமிருந்து பதில் வரவில்லை; எனவே அது சென்றடைந்ததா என்று தெரியவில்லை.',
  'Opted out': 'விலகியுள்ளார்',
  'Country blocked in Geo Permissions': 'இந்த நாடு “நாட்டு அனுமதிகள்” பக்கத்தில் தடுக்கப்பட்டுள்ளது',
  'Not a valid number': 'சரியான எண் அல்ல',
  'Carriers of the country take no alphanumeric sender': 'இந்த நாட்டின் வலையமைப்புகள் பெயர்களை அனுப்புநராக ஏற்பதில்லை',
  'Too long with the recipient’s own words': 'பெறுநரின் விவரங்களைச் சேர்த்தபின் மிக நீளமானது',
  'Empty with the recipient’s own words': 'பெறுநரின் விவரங்களைச் சேர்த்தபின் வெறுமையானது',
  'No carrier link for the number': 'இந்த எண்ணுக்கு வலையமைப்பு இணைப்பு இல்லை',
  'Not enough balance': 'போதிய இருப்பு இல்லை',
  'Daily limit reached': 'நாளாந்த வரம்பு எட்டப்பட்டது',
  'Account not verified when it was sent': 'அனுப்பும்போது கணக்கு சரிபார்க்கப்பட்டிருக்கவில்லை',
  'Sending was paused by our staff': 'எங்கள் ஊழியர்கள் அனுப்புதலைத் தற்காலிகமாக நிறுத்தியிருந்தனர்',
  'Sender ID no longer approved when it was sent': 'அனுப்பும்போது Sender ID இன் அங்கீகாரம் நீங்கியிருந்தது',
  'Project archived when it was sent': 'அனுப்பும்போது திட்டம் காப்பகத்தில் இருந்தது',
  'Could not be sent within 24 hours of its time':
    'குறித்த நேரத்திலிருந்து 24 மணித்தியாலங்களுக்குள் அனுப்ப முடியவில்லை',
  'Campaign cancelled': 'பிரசாரம் இரத்துச்செய்யப்பட்டது',
  'Could not be sent because of an error on our side': 'எங்கள் பக்கப் பிழையால் அனுப்ப முடியவில்லை',
  'Amount is invalid': 'தொகை தவறானது',
  'Choose a payment method': 'கட்டண முறையைத் தேர்ந்தெடுக்கவும்',
  'Bank slip is required': 'வங்கிச் சீட்டு தேவை',
  'Open the form again': 'படிவத்தை மீண்டும் திறக்கவும்',
  'Your team has begun many payments within an hour. Finish one of them, or try again in an hour.':
    'உங்கள் அணி ஒரு மணிநேரத்துக்குள் பல கட்டணங்களைத் தொடங்கியுள்ளது. அவற்றில் ஒன்றை முடிக்கவும், அல்லது ஒரு மணிநேரத்தில் மீண்டும் முயலவும்.',
  'This form made another payment already. Open it again.':
    'இந்தப் படிவம் ஏற்கெனவே வேறொரு கட்டணத்தை உருவாக்கியுள்ளது. அதை மீண்டும் திறக்கவும்.',
  'The payment provider cannot be reached. Nothing was paid: try again shortly, or pay by bank transfer.':
    'கட்டணச் சேவை வழங்குநரை அணுக முடியவில்லை. எதுவும் செலுத்தப்படவில்லை: சிறிது நேரத்தில் மீண்டும் முயலவும், அல்லது வங்கிப் பரிமாற்றம் மூலம் செலுத்தவும்.',
  'Cards cannot be paid this way here. Pay by bank transfer.':
    'இங்கே இந்த முறையில் அட்டை மூலம் செலுத்த முடியாது. வங்கிப் பரிமாற்றம் மூலம் செலுத்தவும்.',
  'This slip was sent before. Each transfer has a slip of its own.':
    'இந்தச் சீட்டு முன்பே அனுப்பப்பட்டது. ஒவ்வொரு பரிமாற்றத்துக்கும் தனிச் சீட்டு உண்டு.',
  'There is a receipt once a payment has succeeded.': 'கட்டணம் வெற்றியடைந்த பின்னரே பற்றுச்சீட்டு கிடைக்கும்.',
  'The payment was cancelled.': 'கட்டணம் ரத்துசெய்யப்பட்டது.',
  'The card was declined.': 'அட்டை நிராகரிக்கப்பட்டது.',
  'The payment was declined.': 'கட்டணம் நிராகரிக்கப்பட்டது.',
  'The checkout was left before anything was paid.':
    'எதுவும் செலுத்தப்படுவதற்கு முன் கட்டணப் பக்கத்திலிருந்து வெளியேறப்பட்டது.',
  'Nothing was paid in time.': 'உரிய நேரத்தில் எதுவும் செலுத்தப்படவில்லை.',
  'The issuer must begin with https://.': 'Issuer https:// உடன் தொடங்க வேண்டும்.',
  'The issuer must be an address such as https://login.example.com, without a query.':
    'Issuer ஆனது https://login.example.com போன்ற, query இல்லாத முகவரியாக இருக்க வேண்டும்.',
  'The client id is required': 'Client ID தேவை',
  'The client id has at most 500 characters': 'Client ID இல் அதிகபட்சம் 500 எழுத்துகள்',
  'The client secret is required': 'Client secret தேவை',
  'The client secret has at most 1000 characters': 'Client secret இல் அதிகபட்சம் 1000 எழுத்துகள்',
  'The client secret of the new provider is required': 'புதிய வழங்குநரின் client secret தேவை',
  'No provider of OpenID Connect on the public internet answers at this issuer. Copy the issuer from your provider again.':
    'இந்த issuer முகவரியில் பொது இணையத்தில் OpenID Connect வழங்குநர் எதுவும் பதிலளிக்கவில்லை. உங்கள் வழங்குநரிடமிருந்து issuer ஐ மீண்டும் நகலெடுக்கவும்.',
  'Save this first, and sign in with it once: then it can be required.':
    'முதலில் இதைச் சேமித்து, இதன் மூலம் ஒருமுறை உள்நுழையவும்: பின்னர் இதைக் கட்டாயமாக்கலாம்.',
  'A team has at most 20 domains.': 'ஒரு அணிக்கு அதிகபட்சம் 20 டொமைன்கள்.',
  'This is not a domain such as example.com': 'இது example.com போன்ற டொமைன் அல்ல',
  'The TXT record is not there yet. It can take an hour until a new one is seen.':
    'TXT பதிவு இன்னும் இல்லை. புதியது தெரிய ஒரு மணிநேரம் வரை ஆகலாம்.',
  'The name servers of this domain do not answer.': 'இந்த டொமைனின் பெயர் சேவையகங்கள் பதிலளிக்கவில்லை.',
  'Another team has proved this domain already.': 'வேறொரு அணி இந்த டொமைனை ஏற்கெனவே நிரூபித்துள்ளது.',
  'Single sign-on is not set up for this email. Sign in with your password.':
    'இந்த மின்னஞ்சலுக்கு ஒற்றை உள்நுழைவு அமைக்கப்படவில்லை. உங்கள் கடவுச்சொல்லால் உள்நுழையவும்.',
  'The provider did not say that your email is verified. Confirm it there, then start again.':
    'உங்கள் மின்னஞ்சல் உறுதிசெய்யப்பட்டதாக வழங்குநர் தெரிவிக்கவில்லை. அங்கே அதை உறுதிசெய்து, மீண்டும் தொடங்கவும்.',
  'The email of your account at the provider is of another domain. Choose your work account there, or ask an owner of your team to add the domain.':
    'வழங்குநரிடம் உள்ள உங்கள் கணக்கின் மின்னஞ்சல் வேறொரு டொமைனைச் சேர்ந்தது. அங்கே உங்கள் பணிக் கணக்கைத் தேர்ந்தெடுக்கவும், அல்லது டொமைனைச் சேர்க்குமாறு உங்கள் அணியின் உரிமையாளரிடம் கேளுங்கள்.',
  'This email belongs to another account of your provider. Ask an owner of your team.':
    'இந்த மின்னஞ்சல் உங்கள் வழங்குநரின் வேறொரு கணக்குக்கு உரியது. உங்கள் அணியின் உரிமையாளரிடம் கேளுங்கள்.',
  'This person has no sign-on link, or another team of theirs uses it too: then they have to leave that team first.':
    'இவருக்கு ஒற்றை உள்நுழைவு இணைப்பு இல்லை, அல்லது அவரது வேறோர் அணியும் அதைப் பயன்படுத்துகிறது: அப்படியெனில் அவர் முதலில் அந்த அணியை விட்டு விலக வேண்டும்.',
  'This sign-in was begun in another browser, or too long ago. Start again.':
    'இந்த உள்நுழைவு வேறொரு உலாவியில், அல்லது வெகுநேரத்துக்கு முன் தொடங்கப்பட்டது. மீண்டும் தொடங்கவும்.',
  'The provider of single sign-on does not answer. Try again in a moment.':
    'ஒற்றை உள்நுழைவின் வழங்குநர் பதிலளிக்கவில்லை. சிறிது நேரத்தில் மீண்டும் முயலவும்.',
  'The provider of single sign-on does not answer.': 'ஒற்றை உள்நுழைவின் வழங்குநர் பதிலளிக்கவில்லை.',
  'The address of the provider does not lead to the public internet.':
    'வழங்குநரின் முகவரி பொது இணையத்துக்கு இட்டுச் செல்லவில்லை.',
  'The provider of single sign-on did not let you in. Ask the person who looks after it for access.':
    'ஒற்றை உள்நுழைவின் வழங்குநர் உங்களை அனுமதிக்கவில்லை. அதைப் பராமரிப்பவரிடம் அணுகலைக் கேளுங்கள்.',
  'Single sign-on did not work. Start again; if that does not help, ask the person who set it up.':
    'ஒற்றை உள்நுழைவு வேலை செய்யவில்லை. மீண்டும் தொடங்கவும்; அது உதவவில்லை எனில், அதை அமைத்தவரிடம் கேளுங்கள்.',
  'You are no longer in this team. Ask an owner or admin of it for an invitation.':
    'நீங்கள் இப்போது இந்த அணியில் இல்லை. அதன் உரிமையாளர் அல்லது நிர்வாகியிடம் அழைப்பைக் கேளுங்கள்.',
  'This is about your whole account, and you are in other teams too. Sign in with your password for it.':
    'இது உங்கள் முழுக் கணக்கையும் பற்றியது, நீங்கள் வேறு அணிகளிலும் உள்ளீர்கள். இதற்கு உங்கள் கடவுச்சொல்லால் உள்நுழையவும்.',
  'Your team signs in with single sign-on. Sign out, and choose “Use single sign-on” to sign in again.':
    'உங்கள் அணி ஒற்றை உள்நுழைவால் உள்நுழைகிறது. வெளியேறி, மீண்டும் உள்நுழைய “ஒற்றை உள்நுழைவைப் பயன்படுத்து” என்பதைத் தேர்ந்தெடுக்கவும்.',
};
